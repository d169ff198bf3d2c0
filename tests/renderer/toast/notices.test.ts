import { expect, test } from 'vitest';
import { groupKey, joinGroup, type Notice, type NoticeGroup } from '#renderer/toast/notices.ts';
import type { Action } from '#renderer/state/undo-stack.ts';

const archived = (count: number): string => (count === 1 ? 'Note archived' : `${count} notes archived`);
const act = (name: string): Action => ({
  name,
  step: { size: 1, run: async () => ({ reverse: null, remark: null }) },
});
const actions = [act('Archiving')];

function join(...notices: readonly Notice[]): NoticeGroup | null {
  return notices.reduce<NoticeGroup | null>(joinGroup, null);
}

test('a toast counts notices of one kind, and repeats of equal ones', () => {
  const notice: Notice = { text: archived(1), textOf: archived };
  expect(join(notice)).toMatchObject({ text: 'Note archived' });
  expect(join(notice, notice, notice)).toMatchObject({ text: '3 notes archived' });
  expect(join(notice, { ...notice, text: archived(5), count: 5 })).toMatchObject({
    text: '6 notes archived',
  });
  const equal: Notice = { text: 'Copied' };
  expect(join(equal, equal, equal)).toMatchObject({ text: 'Copied (3)' });
});

test('a toast offers to undo all of its actions', () => {
  const all = ['first', 'second', 'third'].map(act);
  const group = join(...all.map((action) => ({ text: 'Note archived', actions: [action] })));
  expect(group?.actions).toEqual(all);
});

test('only notices with the same words and the same kind of Undo share a toast, and a lasting one never does', () => {
  const key = groupKey({ text: archived(1), textOf: archived, actions });
  expect(groupKey({ text: archived(4), textOf: archived, count: 4, actions })).toBe(key);
  expect(groupKey({ text: 'Note restored', actions })).not.toBe(key);
  expect(groupKey({ text: archived(1), textOf: archived })).not.toBe(key);
  expect(groupKey({ text: 'Read this', lasting: true })).toBe(null);
});

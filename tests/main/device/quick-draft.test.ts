import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createJsonFile } from '#main/device/json-file.ts';
import { createQuickDraft } from '#main/device/quick-draft.ts';
import { createDrafts } from '#main/store/drafts.ts';
import { openDatabase } from '#main/store/open.ts';

function device() {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-'));
  const db = openDatabase(':memory:');
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const file = createJsonFile(path.join(folder, 'quick-note.json'));
  const troubles: string[] = [];
  const start = () => createQuickDraft(file, (message) => troubles.push(message));
  return { db, start, draft: start(), drafts: createDrafts(db), troubles };
}

test('words that were written signed out wait, and go to the account that signs in', () => {
  const { start, draft, drafts } = device();
  draft.keep({ title: 'Idea', text: 'write it down' });
  expect(start().list()).toEqual([{ place: 'quick', content: { title: 'Idea', text: 'write it down' } }]);
  draft.moveTo(drafts);
  expect(drafts.list()).toEqual([{ place: 'quick', content: { title: 'Idea', text: 'write it down' } }]);
  expect(draft.list()).toEqual([]);
});

test('they stand after what the account had there, and are not doubled by a crash', () => {
  const { start, draft, drafts } = device();
  drafts.keep({ place: 'quick', content: { title: 'One', text: 'first' } });
  draft.keep({ title: 'Two', text: 'second' });
  draft.moveTo(drafts);
  const both = { title: 'One', text: 'first\n\nTwo\n\nsecond' };
  expect(drafts.list()).toEqual([{ place: 'quick', content: both }]);
  // The file as a crash leaves it that comes before it is removed.
  draft.keep({ title: 'Two', text: 'second' });
  start().moveTo(drafts);
  expect(drafts.list()).toEqual([{ place: 'quick', content: both }]);
  expect(draft.list()).toEqual([]);
});

test('nothing is handed over where nothing was written', () => {
  const { draft, drafts } = device();
  draft.keep({ title: '', text: '' });
  draft.moveTo(drafts);
  expect(drafts.list()).toEqual([]);
});

test('where they cannot be handed over they wait on, and nothing else is held up', () => {
  const { db, start, draft, drafts, troubles } = device();
  draft.keep({ title: '', text: 'x'.repeat(100_000) });
  db.pragma('max_page_count = 1');
  draft.moveTo(drafts);
  expect(troubles).toEqual([expect.stringContaining('still waits: database or disk is full')]);
  expect(drafts.list()).toEqual([]);
  db.pragma('max_page_count = 100000');
  start().moveTo(drafts);
  expect(drafts.list()).toEqual([{ place: 'quick', content: { title: '', text: 'x'.repeat(100_000) } }]);
  expect(draft.list()).toEqual([]);
});

test('what was written on while they were handed over takes their place, not that of the account’s own', () => {
  const { draft, drafts } = device();
  const handOver = (text: string): void => {
    draft.keep({ title: '', text });
    draft.moveTo(drafts);
  };
  drafts.keep({ place: 'quick', content: { title: '', text: 'from before' } });
  handOver('a thou');
  handOver('a thought');
  expect(drafts.list()).toEqual([
    { place: 'quick', content: { title: '', text: 'from before\n\na thought' } },
  ]);
  drafts.keep({ place: 'quick', content: { title: '', text: 'written in the account' } });
  handOver('another');
  expect(drafts.list()[0]?.content.text).toBe('written in the account\n\nanother');
});

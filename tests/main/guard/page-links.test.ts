/** Addresses that a page under an attacker's control wants to open. */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { watchGestures } from '#main/guard/gestures.ts';
import { createPageLinks } from '#main/guard/page-links.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';

interface Question {
  readonly detail: string;
  readonly buttons: readonly string[];
}

const electron = vi.hoisted(() => ({
  onCreated: null as null | ((event: object, contents: unknown) => void),
  opened: [] as string[],
  questions: [] as Question[],
  /** The answer in the dialog; null: it stays open. */
  answer: 'Cancel' as string | null,
}));
vi.mock('electron', () => ({
  app: { on: (_name: string, listener: typeof electron.onCreated) => (electron.onCreated = listener) },
  BrowserWindow: { getAllWindows: () => [] },
  dialog: {
    showMessageBox(question: Question) {
      electron.questions.push(question);
      const { answer } = electron;
      return answer === null
        ? Promise.withResolvers().promise
        : Promise.resolve({ response: question.buttons.indexOf(answer) });
    },
  },
  shell: { openExternal: async (url: string) => void electron.opened.push(url) },
}));

let clock: ManualClock;
let page: EventEmitter;
let open: (address: string) => Promise<void>;
beforeEach(() => {
  electron.opened.length = 0;
  electron.questions.length = 0;
  electron.answer = 'Cancel';
  clock = createManualClock();
  open = createPageLinks(watchGestures(clock.now), clock.now);
  page = new EventEmitter();
  electron.onCreated?.({}, page);
});

const ADDRESS = 'https://example.org/';
const input = (fields: object): boolean => page.emit('input-event', {}, fields);

test.each([
  ['a click', { type: 'mouseUp' }],
  ['a tap', { type: 'gestureTap' }],
  ['Enter', { type: 'rawKeyDown', key: 'Enter' }],
  ['Space', { type: 'keyDown', key: ' ' }],
])('[C69] %s opens one address, and the next only if the user agrees', async (_name, event) => {
  input(event);
  await open(ADDRESS);
  expect(electron.opened).toEqual([ADDRESS]);
  expect(electron.questions).toEqual([]);
  await open(`${ADDRESS}?words`);
  expect(electron.opened).toEqual([ADDRESS]);
  expect(electron.questions).toMatchObject([
    { message: 'Open this link?', detail: `${ADDRESS}?words`, defaultId: 1, cancelId: 1 },
  ]);
  electron.answer = 'Open';
  await open(ADDRESS);
  expect(electron.opened).toEqual([ADDRESS, ADDRESS]);
});

test.each([
  ['nothing', []],
  ['pointer movement', [{ type: 'mouseMove' }, { type: 'mouseEnter' }, { type: 'mouseWheel' }]],
  [
    'typed words',
    [
      { type: 'rawKeyDown', key: 'a' },
      { type: 'char', key: ' ' },
      { type: 'keyUp', key: 'Enter' },
    ],
  ],
])('[C69] %s opens no address without an answer', async (_name, events) => {
  for (const event of events) input(event);
  await open(ADDRESS);
  expect(electron.opened).toEqual([]);
  expect(electron.questions).toHaveLength(1);
});

test('[C69] a click is valid for five seconds', async () => {
  input({ type: 'mouseUp' });
  clock.advance(5000);
  await open(ADDRESS);
  expect(electron.opened).toEqual([]);
});

test('[C69] a click is not valid for longer if the clock is set back', async () => {
  input({ type: 'mouseUp' });
  clock.set(clock.now() - 3_600_000);
  await open(ADDRESS);
  expect(electron.opened).toEqual([]);
  expect(electron.questions).toHaveLength(1);
});

test('[C70] at most 20 addresses are opened or asked about in a minute', async () => {
  for (let count = 0; count < 20; count += 1) {
    if (count % 2 === 0) input({ type: 'mouseUp' });
    await open(ADDRESS);
  }
  expect([electron.opened.length, electron.questions.length]).toEqual([10, 10]);
  input({ type: 'mouseUp' });
  await expect(open(ADDRESS)).rejects.toMatchObject({ code: 'too-often' });
  clock.advance(60_000);
  input({ type: 'mouseUp' });
  await open(ADDRESS);
  expect(electron.opened).toHaveLength(11);
});

test('[C70] only one question is asked at a time', async () => {
  electron.answer = null;
  void open(ADDRESS);
  await expect(open(ADDRESS)).rejects.toMatchObject({ code: 'too-often' });
  input({ type: 'mouseUp' });
  await expect(open(ADDRESS)).rejects.toMatchObject({ code: 'too-often' });
  expect(electron.questions).toHaveLength(1);
});

test('[C70] an address that the URL parser serialises to more than the limit is refused, and a long one is shown in part', async () => {
  input({ type: 'mouseUp' });
  const room = 2081 - ADDRESS.length;
  await open(ADDRESS + 'x'.repeat(room));
  expect(electron.opened).toHaveLength(1);
  input({ type: 'mouseUp' });
  await expect(open(ADDRESS + 'x'.repeat(room + 1))).rejects.toMatchObject({ code: 'invalid-argument' });
  await expect(open(ADDRESS + 'ä'.repeat(room / 6 + 1))).rejects.toMatchObject({ code: 'invalid-argument' });
  await expect(open('javascript:alert(1)')).rejects.toMatchObject({ code: 'invalid-argument' });
  clock.advance(5000);
  await open(ADDRESS + 'x'.repeat(room));
  expect(electron.questions[0]?.detail).toHaveLength(301);
  expect(electron.opened).toHaveLength(1);
});

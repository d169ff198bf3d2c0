/** Work in slices, and what is stored if it ends early. */
import { expect, onTestFinished, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { newRecord } from '#account/sync/local-action.ts';
import { createSlices } from '#account/sync/slices.ts';
import { openTestStore } from '#tests/support/device.ts';
import { fields } from '#tests/support/fields.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

function setUp() {
  const device = openTestStore();
  onTestFinished(() => device.close());
  const { store } = device;
  const clock = createManualClock();
  const pendingCounts: number[] = [];
  const slices = createSlices({
    store,
    clock,
    onStoreChange: () => pendingCounts.push(store.counts().pending),
  });
  /** Adds `count` notes, each of which takes 3 ms. */
  function* adding(count: number): Generator<boolean> {
    for (let note = 0; note < count; note += 1) {
      const sequence = store.nextSequence();
      store.write(newRecord(`n${sequence}` as NoteId, fields('', ''), {}, { created: sequence, sequence }));
      clock.set(clock.now() + 3);
      yield true;
    }
  }
  return { clock, store, slices, pendingCounts, adding, added: () => store.counts().pending };
}

test('[S2.6] a slice ends when its time is over', () => {
  const { clock, slices, adding, added } = setUp();
  slices.run(adding(8), () => undefined);
  const counts = [added()];
  while (clock.waiting > 0) {
    clock.runNext();
    counts.push(added());
  }
  expect(counts).toEqual([3, 6, 8]);
});

test('[S2.6] a slice ends even if the clock is set back', () => {
  const { clock, slices, store, adding, added } = setUp();
  function* setBack(): Generator<boolean> {
    for (const step of adding(5_000)) {
      clock.set(0);
      yield step;
    }
  }
  slices.run(setBack(), () => undefined);
  expect(added()).toBe(1_000);
  expect(store.counts().pending).toBe(1_000);
});

test('each slice is reported when it is durable', () => {
  const { clock, slices, pendingCounts, adding } = setUp();
  slices.run(adding(12), () => undefined);
  clock.advance(0);
  expect(pendingCounts).toEqual([3, 6, 9, 12]);
});

test('work in slices is done in the order in which it was given', () => {
  const { clock, slices, adding } = setUp();
  const done: string[] = [];
  slices.run(adding(7), () => done.push('long'));
  slices.run(adding(1), () => done.push('short'));
  clock.advance(0);
  expect(done).toEqual(['long', 'short']);
});

test('a step that throws rolls back its slice, and the work behind it goes on', () => {
  const { clock, slices, adding, added } = setUp();
  function* failing(): Generator<boolean> {
    yield* adding(4);
    throw new Error('the disk');
  }
  const done: unknown[] = [];
  slices.run(failing(), (thrown) => done.push(thrown));
  slices.run(adding(1), (thrown) => done.push(thrown));
  clock.advance(0);
  expect(done).toEqual([new Error('the disk'), null]);
  // Three notes of the first slice and one of the work behind it.
  expect(added()).toBe(4);
});

test('dropped work ends, and its finished part is reported', () => {
  const { clock, slices, pendingCounts, adding, added } = setUp();
  const drop = slices.run(adding(12), () => expect.unreachable());
  clock.runNext();
  drop();
  clock.advance(0);
  expect(added()).toBe(6);
  expect(pendingCounts).toEqual([3, 6]);
});

test('[S10.2] no work in slices is done or reported after the end', () => {
  const { clock, slices, pendingCounts, adding, added } = setUp();
  slices.run(adding(12), () => expect.unreachable());
  slices.dispose();
  slices.run(adding(1), () => expect.unreachable());
  clock.advance(60_000);
  expect(added()).toBe(3);
  expect(pendingCounts).toEqual([3]);
  expect(clock.waiting).toBe(0);
});

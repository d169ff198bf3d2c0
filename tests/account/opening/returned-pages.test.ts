/** Free pages go back to the file system, a few at a time, and only this shortens the file. */
import { statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { beforeEach, expect, test } from 'vitest';
import { type AccountStore, openAccountStore } from '#account/opening.ts';
import type { AppError } from '#shared/base/error.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { settledNote } from '../support/store.ts';

let file = '';
let ends: AppError[] = [];
beforeEach(() => {
  file = path.join(temporaryFolder(), 'notes.sqlite');
  ends = [];
});

const open = (): AccountStore =>
  openAccountStore({ file, now: Date.now, onFatal: (error) => void ends.push(error) });
const write = (store: AccountStore, bytes: number, id = 'note'): void =>
  store.notes.write(settledNote(id, `${Math.random()} ${'x'.repeat(bytes)}`));

function fillAndClear(store: AccountStore): void {
  for (let edit = 0; edit < 30; edit += 1) write(store, 100_000);
  store.erasure.checkpoint();
  store.history.clear();
  store.erasure.checkpoint();
}

test('a file of which much is free becomes shorter in slices, each of which raises the number', () => {
  const store = open();
  fillAndClear(store);
  const before = { size: statSync(file).size, number: store.number() };
  let slices = 0;
  while (store.returnPages()) slices += 1;
  expect(slices).toBeGreaterThan(2);
  expect(store.number()).toBe(before.number + slices);
  store.erasure.checkpoint();
  expect(before.size).toBeGreaterThan(3_000_000);
  expect(statSync(file).size).toBeLessThan(400_000);
  write(store, 10);
  store.close();
  expect(ends).toEqual([]);
  const again = open();
  expect(again.notices.take()).toEqual([]);
  again.close();
});

test('a tenth of the file may stay free for later writes', () => {
  const store = open();
  for (const id of 'abcdefghijklmnopqrst') write(store, 100_000, id);
  write(store, 100, 'a');
  store.history.clear();
  expect(store.returnPages()).toBe(false);
  store.close();
});

test('pages that were returned before a crash shorten the file after it', () => {
  const crashed = open();
  fillAndClear(crashed);
  const before = statSync(file).size;
  while (crashed.returnPages());
  crashed.abandon();
  ends = [];
  const store = open();
  store.erasure.checkpoint();
  write(store, 10);
  expect(ends).toEqual([]);
  expect(store.notices.take()).toEqual([]);
  expect(statSync(file).size).toBeLessThan(before / 2);
  store.close();
});

test('a file that another program cuts after pages were returned counts as damaged', () => {
  const store = open();
  fillAndClear(store);
  while (store.returnPages());
  store.erasure.checkpoint();
  write(store, 10);
  store.erasure.checkpoint();
  truncateSync(file, statSync(file).size - 4096);
  expect(() => write(store, 10)).toThrow('damaged');
  expect(ends).toMatchObject([{ code: 'store-damaged' }]);
  store.abandon();
});

test('whatever is written, cleared, returned and checkpointed, the file never counts as damaged', () => {
  const step = fc.constantFrom('write', 'write much', 'clear', 'return', 'checkpoint', 'reopen', 'crash');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      file = path.join(temporaryFolder(), 'notes.sqlite');
      let store = open();
      let written = 0;
      for (const one of steps) {
        if (one === 'write') write(store, 10);
        if (one === 'write much') write(store, 200_000);
        if (one.startsWith('write')) written += 1;
        if (one === 'clear') store.history.clear();
        if (one === 'return') store.returnPages();
        if (one === 'checkpoint') store.erasure.checkpoint();
        if (one === 'reopen') {
          store.close();
          store = open();
        }
        if (one === 'crash') {
          store.abandon();
          store = open();
        }
      }
      expect(ends).toEqual([]);
      expect(store.all.count()).toBe(Math.min(written, 1));
      expect(store.notices.take()).toEqual([]);
      store.close();
    }),
    { numRuns: 30 },
  );
});

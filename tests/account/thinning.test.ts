/** What the upkeep thins of the history of a device, and what it never does (S12.6). */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { backupFolder, backupOf } from '#account/database/backups.ts';
import { historyLimit } from '#account/tables/thinning.ts';
import { createDevice, type Device } from '#tests/support/device.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startDeviceUpkeep } from './support/device-upkeep.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const id = 'note' as NoteId;

interface Thinned {
  readonly cloud: FakeCloud;
  readonly device: Device;
  /** Dates the versions since the last call, because the database dates them by the real clock. */
  readonly date: () => void;
  /** Lets the clock advance, and the engine and the upkeep work. */
  readonly pass: (ms: number) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** @param size bytes of the database */
async function start(size = 0): Promise<Thinned> {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  const { store, engine, clock } = device;
  const database = path.join(temporaryFolder(), 'notes.sqlite');
  // With a backup of this number, none is made.
  mkdirSync(backupFolder(database));
  writeFileSync(backupOf(database, 0), '');
  const upkeep = startDeviceUpkeep(device, { database, size });
  engine.start();
  await settle();
  let dated = 0;
  return {
    cloud,
    device,
    date() {
      device.exec(`UPDATE history SET stored_at = ${clock.now()} WHERE version > ${dated}`);
      dated = store.history.newestVersion();
    },
    async pass(ms) {
      clock.advance(ms);
      await settle();
    },
    async end() {
      await upkeep.dispose();
      engine.dispose();
    },
  };
}

async function startUntilEnd(size?: number): Promise<Thinned> {
  const started = await start(size);
  onTestFinished(() => started.end());
  return started;
}

/** Edits the note once a minute. */
async function editFor({ device, date, pass }: Thinned, minutes: number, words = 'words'): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    device.edit(id, { title: '', text: `${minute} ${words}` });
    date();
    await pass(MINUTE_MS);
  }
}

test('[S12.6] the upkeep thins the versions that edits of the user replaced', async () => {
  const thinning = await startUntilEnd();
  const { device, pass } = thinning;
  device.notes.add({ title: '', text: 'first' }, id);
  await editFor(thinning, 180);
  await pass(HOUR_MS);
  await pass(2 * HOUR_MS);
  expect(device.history(id).length).toBeLessThanOrEqual(5);
  await pass(2 * DAY_MS);
  const texts = device.history(id).map(({ text }) => text);
  expect(texts.length).toBeLessThanOrEqual(2);
  expect(texts).toContain('178 words');
});

test('[S12.6] a history that is too large is thinned from its oldest versions on, in pieces', async () => {
  const thinning = await startUntilEnd();
  const { device, pass } = thinning;
  device.notes.add({ title: '', text: 'first' }, id);
  await editFor(thinning, 25, 'x'.repeat(1_000_000));
  await pass(HOUR_MS);
  const versions = device.history(id);
  expect(versions.map(({ text }) => text.slice(0, 2))).toContain('23');
  expect(versions.reduce((bytes, { text }) => bytes + text.length, 0)).toBeLessThanOrEqual(historyLimit(0));
});

test('[S12.6] nothing is thinned before the cloud has confirmed a salvaged account', async () => {
  const thinning = await startUntilEnd();
  const { device, cloud, pass } = thinning;
  device.notes.add({ title: '', text: 'first' }, id);
  cloud.isDown = true;
  device.exec('UPDATE cache SET confirmed = 0');
  await editFor(thinning, 10);
  await pass(2 * DAY_MS);
  expect(device.history(id)).toHaveLength(10);
});

test('[S12.6] when words were written is not told by a version that is not the one before', async () => {
  const thinning = await startUntilEnd();
  const { device, pass } = thinning;
  device.notes.add({ title: '', text: 'first' }, id);
  await editFor(thinning, 3);
  const rows = () => device.store.history.earlier(id, 0, 9).rows;
  expect(rows().map(({ written }) => written === null)).toEqual([false, false, true]);
  await pass(2 * DAY_MS);
  const [earlier] = rows();
  await editFor(thinning, 3);
  expect(rows().at(-2)?.written?.at).toBe(earlier?.replacedAt);
  await pass(2 * DAY_MS);
  expect(rows()).toMatchObject([
    { base: earlier?.version, written: null },
    { version: earlier?.version, written: null },
  ]);
});

const STEPS = {
  'the user edits': 3,
  'an edit that is merged with words that arrived while the note was open': 1,
  'another device edits': 1,
  'another device edits, and its words are merged with a pending edit': 1,
  'another device deletes forever': 1,
  'another device deletes forever what was emptied before': 1,
  'the user leaves words unsaved': 1,
};
type Step = keyof typeof STEPS;

const steps = fc.array(
  fc.record({
    step: fc.oneof(
      ...Object.entries(STEPS).map(([step, weight]) => ({ weight, arbitrary: fc.constant(step as Step) })),
    ),
    note: fc.constantFrom('a', 'b').map((name) => name as NoteId),
    length: fc.constantFrom(1, 100, 30_000),
    later: fc.oneof(fc.nat(2 * MINUTE_MS), fc.nat(3 * HOUR_MS), fc.nat(3 * DAY_MS)),
  }),
  { maxLength: 25 },
);

test('[S12.6] removed words, unsaved words, and those that the cloud or a merge replaced are never thinned', async () => {
  let thinnedSome = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const thinning = await start();
      const { cloud, device, date, pass } = thinning;
      /** The notes of the words that must stay. */
      const isSafe = new Map<string, NoteId>();
      let number = 0;
      const shown = (note: NoteId): string => device.shown(note)?.text ?? '';
      for (const { step, note, length, later } of all) {
        const newWords = (): string => `${(number += 1)} ${'w'.repeat(length)}\n`;
        if (device.shown(note) === null) cloud.put(note, fields('', newWords()));
        await settle();
        const before = shown(note);
        switch (step) {
          case 'the user edits': {
            device.edit(note, { title: '', text: newWords() });
            break;
          }
          case 'an edit that is merged with words that arrived while the note was open': {
            cloud.put(note, fields('', `${before}${newWords()}`));
            await settle();
            isSafe.set(before, note).set(shown(note), note);
            device.notes.edit(note, { title: '', text: newWords() + before }, { title: '', text: before });
            break;
          }
          case 'another device edits': {
            cloud.put(note, fields('', newWords()));
            isSafe.set(before, note);
            break;
          }
          case 'another device edits, and its words are merged with a pending edit': {
            cloud.silent = true;
            cloud.put(note, fields('', `${before}${newWords()}`));
            device.edit(note, { title: '', text: newWords() + before });
            isSafe.set(shown(note), note);
            cloud.silent = false;
            break;
          }
          case 'the user leaves words unsaved': {
            const record = device.store.read(note);
            const text = newWords();
            if (record !== null)
              device.store.history.addUnsaved({ ...record, fields: fields('', text) }, true);
            isSafe.set(text, note);
            break;
          }
          default: {
            if (step.endsWith('emptied before')) device.edit(note, { title: '', text: '' });
            await settle();
            cloud.remove(note);
            // The earlier versions go with the note (S12.4).
            for (const [text, of] of isSafe) if (of === note) isSafe.delete(text);
            isSafe.set(before, 'removed' as NoteId);
          }
        }
        await settle();
        date();
        await pass(later);
      }
      const stayed = device.history().length;
      // As if the history were far too large.
      while (device.store.history.thin(Number.MAX_SAFE_INTEGER, () => true) !== null);
      const stored = new Set(device.history().map(({ text }) => text));
      thinnedSome += stayed - stored.size;
      expect([...isSafe.keys()].filter((text) => !stored.has(text))).toEqual([]);
      await thinning.end();
    }),
    { numRuns: 25 },
  );
  expect(thinnedSome).toBeGreaterThan(0);
});

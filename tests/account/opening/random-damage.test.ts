/** Destroys random parts of a real file: the file still opens, and has everything that its backup holds. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { type AccountStore, markFailure, openAccountStore } from '#account/opening.ts';
import { AppError } from '#shared/base/error.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import { pendingNote, settledNote } from '../support/store.ts';
import { putBackup } from '#tests/support/backup.ts';
import { isBeyondCheck } from '#account/database/store-error.ts';

const RUNS = Number(process.env['INKLING_DAMAGE_RUNS'] ?? 15);
/**
 * Least average share of pending notes whose words survive. Most lost ones were in a file cut to nothing, or
 * in a damaged log.
 */
const LEAST_RESCUED = 0.5;
const SEED = Number(process.env['INKLING_DAMAGE_SEED'] ?? 1);

/** `onFatal` does nothing, because a failing connection also throws in the call that uses it. */
function openStore(file: string): AccountStore {
  return openAccountStore({ file, now: () => NOW, onFatal: () => undefined });
}

const NOW = Date.UTC(2026, 0, 2);
let folder = '';
/** A folder after a crash: a database, a log beside it, and a backup of the same content. */
let original = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-damage-'));
  original = path.join(folder, 'original');
  mkdirSync(path.join(original, 'backups'), { recursive: true });
  const file = path.join(folder, 'notes.sqlite');
  const first = openStore(file);
  write(first.notes, 0, 20);
  first.close();
  const second = openStore(file);
  write(second.notes, 20, 40);
  second.drafts.store({ place: 'new', content: { title: '', text: 'typed' } });
  for (const part of ['', '-wal']) cpSync(file + part, path.join(original, `notes.sqlite${part}`));
  const backup = putBackup(file);
  cpSync(backup, path.join(original, 'backups', path.basename(backup)));
  second.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One of three pending notes has overflow pages. Eight settled notes come with each pending one. */
function write(notes: LocalStore, from: number, to: number): void {
  notes.transaction(() => {
    for (let index = from; index < to; index += 1) {
      const text = 'words '.repeat(index % 3 === 0 ? 2_000 : 40);
      notes.write(pendingNote(`pending${index}`, index + 1, text));
      for (let more = 0; more < 8; more += 1) {
        notes.write(settledNote(`settled${index}-${more}`, text.slice(0, 150), 1_000 + index * 8 + more));
      }
    }
  });
}

const PENDING = Array.from({ length: 40 }, (_, index) => `pending${index}` as NoteId);

type Damage =
  | { readonly kind: 'bytes'; readonly places: readonly (readonly [number, number])[] }
  | { readonly kind: 'stretch'; readonly at: number; readonly length: number; readonly value: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'pages swapped'; readonly one: number; readonly other: number };

/** A position, as a fraction of the file. */
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    kind: fc.constant('bytes' as const),
    places: fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 40 }),
  }),
  fc.record({
    kind: fc.constant('stretch' as const),
    at: place,
    length: fc.integer({ min: 1, max: 20_000 }),
    value: fc.constantFrom(0, 0xff, 0x0d),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: place }),
  fc.record({ kind: fc.constant('pages swapped' as const), one: place, other: place }),
);
const damages = fc.array(fc.tuple(fc.constantFrom('', '', '-wal'), damage), { minLength: 1, maxLength: 3 });

function apply(bytes: Buffer, how: Damage): Buffer {
  const at = (fraction: number): number => Math.floor(fraction * bytes.length);
  switch (how.kind) {
    case 'bytes':
      for (const [where, value] of how.places) if (bytes.length > 0) bytes[at(where)] = value;
      return bytes;
    case 'stretch':
      return bytes.fill(how.value, at(how.at), Math.min(bytes.length, at(how.at) + how.length));
    case 'cut':
      return bytes.subarray(0, at(how.at));
    case 'pages swapped': {
      const page = (fraction: number): Buffer => {
        const start = at(fraction) - (at(fraction) % 4096);
        return bytes.subarray(start, start + 4096);
      };
      const firstPage = Buffer.from(page(how.one));
      page(how.other).copy(page(how.one));
      firstPage.copy(page(how.other));
      return bytes;
    }
    default:
      throw new Error(`No such damage: ${String(how satisfies never)}`);
  }
}

/** Restores the version number: a damaged one may look like a newer app's. */
function withVersion(bytes: Buffer): Buffer {
  if (bytes.length >= 64) readFileSync(path.join(original, 'notes.sqlite')).copy(bytes, 60, 60, 64);
  return bytes;
}

function damaged(
  how: readonly (readonly [string, Damage])[],
  backup: 'with backup' | 'without backup',
): string {
  const target = mkdtempSync(path.join(folder, 'run-'));
  cpSync(original, target, { recursive: true });
  if (backup === 'without backup') rmSync(path.join(target, 'backups'), { recursive: true });
  const file = path.join(target, 'notes.sqlite');
  for (const [part, one] of how) {
    const bytes = apply(readFileSync(file + part), one);
    writeFileSync(file + part, part === '' ? withVersion(bytes) : bytes);
  }
  return file;
}

interface Content {
  readonly pending: Set<NoteId>;
  /** The notes of PENDING that are pending or in doubt: their words are there. */
  readonly words: Set<NoteId>;
  readonly drafts: number;
}

/** Opens the file, reads all of it and writes to it, as the app does; reopens a file that fails. */
function useOf(file: string): Content {
  try {
    for (let round = 0; round < 4; round += 1) {
      const content = useOnce(file);
      if (content !== null) return content;
    }
    throw new Error('The notes are damaged at each opening.');
  } finally {
    rmSync(path.dirname(file), { recursive: true, force: true });
  }
}

function useOnce(file: string): Content | null {
  const store = openStore(file);
  try {
    for (let id: NoteId | null = null; ;) {
      const note: { readonly id: NoteId } | null = store.all.next(id);
      if (note === null) break;
      ({ id } = note);
    }
    store.history.page(0, 10);
    store.notes.transaction(() => store.notes.write(pendingNote('new', store.notes.nextSequence())));
    const refused = store.notes.refusedRecords().map(({ id }) => id);
    const pending = new Set([...store.notes.pendingIds(1_000), ...refused]);
    const content = {
      pending,
      words: new Set(
        PENDING.filter((id) => pending.has(id) || store.notes.updateTimeInDoubt(id) !== undefined),
      ),
      drafts: store.drafts.list().length,
    };
    store.close();
    return content;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    markFailure(file, { damaged: isBeyondCheck(error), reason: error.message });
    store.abandon();
    return null;
  }
}

test('a file without damage opens with every pending note and draft', () => {
  const { pending, drafts } = useOf(damaged([], 'without backup'));
  expect([...pending].toSorted()).toEqual([...PENDING, 'new'].toSorted());
  expect(drafts).toBe(1);
});

test('whatever is damaged, the words of every pending note in the backup survive', () => {
  fc.assert(
    fc.property(damages, (how) => {
      const { pending, words } = useOf(damaged(how, 'with backup'));
      // If the end of the log is gone, the last commits look like commits that a power cut interrupted.
      const isLogDamaged = how.some(([part]) => part === '-wal');
      const expected = isLogDamaged ? PENDING.slice(0, 20) : PENDING;
      expect(expected.filter((id) => !words.has(id))).toEqual([]);
      expect(pending.has('new' as NoteId)).toBe(true);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test('a damaged file without a backup opens, takes new notes, and retains more than half of the pending notes', () => {
  let rescued = 0;
  fc.assert(
    fc.property(damages, (how) => {
      const { pending, words } = useOf(damaged(how, 'without backup'));
      expect(pending.has('new' as NoteId)).toBe(true);
      rescued += words.size / PENDING.length / RUNS;
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(rescued).toBeGreaterThan(LEAST_RESCUED);
});

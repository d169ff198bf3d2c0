/**
 * Each call to the file system fails in turn while an account is opened: once, or from then on until the next
 * opening. Whatever failed, the next opening must find everything on the disk. SQLite's calls never fail.
 */
import type * as fs from 'node:fs';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { markFailure } from '#account/opening.ts';
import { AppError } from '#shared/base/error.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { backUp, endUncleanly, here, wordsInFile, open, setAsideFiles } from '../support/account-file.ts';
import { pendingNote, settledNote } from '../support/store.ts';

/**
 * A salvage takes a tenth of a second and makes some hundred calls, so by default every seventh fails.
 */
const STEP = process.env['INKLING_FAILING_CALLS'] === 'all' ? 1 : 7;

const CODES = ['EIO', 'EACCES', 'EMFILE', 'ESTALE', 'ENOSPC'] as const;

const disk = vi.hoisted(() => ({
  /** Called before each call; its error becomes that of the call. Null while no call is watched. */
  watch: null as ((call: string, file: string) => void) | null,
}));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const watched = Object.entries(real).map(([name, value]: [string, unknown]) => {
    if (!name.endsWith('Sync') || typeof value !== 'function') return [name, value];
    const call = (...args: unknown[]): unknown => {
      try {
        disk.watch?.(name, String(args[0]));
      } catch (error) {
        // Node returns this whatever the reason.
        if (name === 'existsSync') return false;
        throw error;
      }
      return Reflect.apply(value, real, args);
    };
    return [name, call];
  });
  const all: Record<string, unknown> = Object.fromEntries(watched);
  return { ...all, default: all };
});

/** A failure of the call with this number, and of all that follow unless it is only once. */
interface Fault {
  readonly at: number;
  readonly code: (typeof CODES)[number];
  readonly once: boolean;
}

function fails({ at, code, once }: Fault): () => string {
  let count = 0;
  let where = 'nowhere';
  disk.watch = (call, file) => {
    count += 1;
    if (once ? count !== at : count < at) return;
    if (count === at) where = `${call} of ${path.basename(file)}`;
    throw Object.assign(new Error(`${code}: made to fail, ${call} '${file}'`), {
      code,
      errno: -1,
      syscall: call,
    });
  };
  return () => where;
}

/** Number of calls that an undisturbed opening makes. */
function countCalls(): number {
  let count = 0;
  disk.watch = () => {
    count += 1;
  };
  open().close();
  disk.watch = null;
  return count;
}

let baseline: string;
beforeEach(() => {
  baseline = path.join(temporaryFolder(), 'baseline');
});

function reset(): void {
  rmSync(here.folder, { recursive: true, force: true });
  cpSync(baseline, here.folder, { recursive: true });
}

/** Writes few notes, because they are salvaged some hundred times. */
function fillFew(): void {
  const store = open();
  store.notes.transaction(() => {
    for (let index = 0; index < 10; index += 1)
      store.notes.write(settledNote(`settled${index}`, 'as it was'));
    for (let index = 0; index < 5; index += 1)
      store.notes.write(pendingNote(`pending${index}`, store.notes.nextSequence()));
    store.notes.setLoaded();
  });
  store.close();
}

/** Makes the notes unreadable, but not the outbox. */
function damageNotes(): void {
  const db = new Database(here.file);
  const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'notes'").pluck().get();
  db.close();
  const bytes = readFileSync(here.file);
  bytes.fill(0, (Number(page) - 1) * 4096, Number(page) * 4096);
  writeFileSync(here.file, bytes);
}

const WORDS = Array.from({ length: 5 }, (_, index) => `unpushed words of pending${index}`);

interface World {
  readonly make: () => void;
  /** Whether the file is damaged, so that a new one may take its place. */
  readonly damaged: boolean;
}

const WORLDS: Record<string, World> = {
  'a sound file': { make: fillFew, damaged: false },
  'a sound file with backups': {
    make() {
      fillFew();
      backUp();
    },
    damaged: false,
  },
  'a sound file after an unclean end': {
    make() {
      fillFew();
      endUncleanly();
    },
    damaged: false,
  },
  'a damaged file with a backup': {
    make() {
      fillFew();
      backUp();
      damageNotes();
      markFailure(here.file, { damaged: true, reason: 'Found while reading.' });
    },
    damaged: true,
  },
};

describe.each(Object.entries(WORLDS))('%s', (_, { make, damaged }) => {
  test.each([true, false])(
    'loses nothing by a failed call, and opens afterwards (the call fails once: %s)',
    (once) => {
      make();
      cpSync(here.folder, baseline, { recursive: true });
      const calls = countCalls();
      expect(calls).toBeGreaterThan(5);
      const problems: string[] = [];
      for (let at = 1; at <= calls; at += damaged ? STEP : 1) {
        const code = CODES[at % CODES.length] ?? 'EIO';
        reset();
        const where = fails({ at, code, once });
        const told = attemptToOpen();
        disk.watch = null;
        const later = attemptToOpen();
        const aside = damaged ? [] : setAsideFiles();
        if (told?.startsWith('lost') || told?.startsWith('no ') || later !== null || aside.length > 0)
          problems.push(
            `${code} by ${where()}: ${told ?? 'fine'}, then ${later ?? 'fine'} ${aside.join(', ')}`,
          );
      }
      expect(problems).toEqual([]);
    },
  );
});

/** @returns null if it opened with all words, else why not; without some of them it says "lost" */
function attemptToOpen(): string | null {
  try {
    const store = open();
    const found = new Set(wordsInFile(store));
    store.close();
    const lost = WORDS.filter((words) => !found.has(words));
    return lost.length === 0 ? null : `lost ${lost.length}`;
  } catch (error) {
    return error instanceof AppError ? error.message : `no AppError, but ${String(error)}`;
  }
}

/**
 * Shared by the tests of an account's file: a separate file for each test, which the test fills, opens, backs
 * up and damages.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, onTestFinished } from 'vitest';
import type { AppError } from '#shared/base/error.ts';
import type { NoteId } from '#shared/note/note.ts';
import { type AccountStore, openAccountStore } from '#account/opening.ts';
import type { Moment } from '#account/database/connection.ts';
import { allRows as rowsOfFile, pendingNote, settledNote } from './store.ts';
import { putBackup } from '#tests/support/backup.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** The files and the failures of the running test. */
export const here = {
  folder: '',
  file: '',
  /** Why connections ended for good. */
  ends: [] as AppError[],
  /** Throws when a connection should fail. */
  injectFault: (_moment: Moment): void => undefined,
};

beforeEach(() => {
  here.folder = temporaryFolder();
  here.file = path.join(here.folder, 'notes.sqlite');
  here.ends = [];
  here.injectFault = () => undefined;
});

export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

export function open(now = NOW): AccountStore {
  const store = openAccountStore({
    file: here.file,
    now: () => now,
    onFatal: (error) => here.ends.push(error),
    injectFault: (moment) => here.injectFault(moment),
  });
  onTestFinished(() => {
    try {
      store.close();
    } catch {
      // The store was abandoned before.
    }
  });
  return store;
}

/** Abandons the store, as at the end of a thread, and opens it as the host's next thread does. */
export function reopen(store: AccountStore): AccountStore {
  store.abandon();
  return open();
}

/** A database with 300 settled and 30 pending notes, drafts and overwritten words. */
export function fill(): void {
  const store = open();
  store.notes.transaction(() => {
    for (let index = 0; index < 300; index += 1) {
      store.notes.write(settledNote(`settled${index}`, 'x'.repeat(200), 1_000 + index));
    }
    for (let index = 0; index < 30; index += 1) {
      store.notes.write(pendingNote(`pending${index}`, store.notes.nextSequence()));
    }
    store.notes.setLoaded();
    store.notes.write(settledNote('removed', 'gone elsewhere'));
    store.notes.write({ ...settledNote('removed'), local: null, remote: null });
    store.drafts.store({ place: 'new', content: { title: 'half', text: 'a thought' } });
    store.answers.store('request'.padEnd(20, '0') as NoteId, { made: 'note' }, false);
  });
  store.close();
}

/** @returns path of the backup */
export function backUp(): string {
  return putBackup(here.file);
}

export function pendingWords(store: AccountStore): string[] {
  return store.notes.pendingIds(1_000).map((id) => store.notes.read(id)?.local?.text ?? '');
}

/**
 * Texts of the pending notes and of the notes in doubt, whose push only the cloud can confirm (S13.4).
 */
export function wordsInFile({ notes }: AccountStore): string[] {
  const inDoubt = notes.remoteIds(null, 1_000).filter((id) => notes.updateTimeInDoubt(id) !== undefined);
  const ids = new Set([...notes.pendingIds(1_000), ...inDoubt]);
  return [...ids].map((id) => notes.read(id)?.local?.text ?? '').toSorted();
}

export const ALL_WORDS = Array.from({ length: 30 }, (_, index) => `unpushed words of pending${index}`);

/** All rows, without the table that only makes sense with the search index. */
export function allRows(of: string): Record<string, unknown[]> {
  const { unindexed: _unindexed, ...rows } = rowsOfFile(of);
  return rows;
}

export function setAsideFiles(): string[] {
  const parent = path.join(here.folder, 'damaged');
  if (!existsSync(parent)) return [];
  return readdirSync(parent).flatMap((name) =>
    readdirSync(path.join(parent, name)).map((part) => path.join(name, part)),
  );
}

/** Makes the last end of the app look unclean. */
export function endUncleanly(): void {
  writeFileSync(`${here.file}-wal`, '');
}

/** Removes the account's files and puts a file and a log in their places. */
export function putFiles(file: Buffer, log: Buffer): void {
  for (const part of ['', '-wal', '-shm']) rmSync(here.file + part, { force: true });
  writeFileSync(here.file, file);
  writeFileSync(`${here.file}-wal`, log);
}

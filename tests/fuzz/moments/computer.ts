/**
 * A computer in a run of moments: the real store of an account, random work on it, and its files after each
 * step.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type AccountStore, openAccountStore } from '#account/opening.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { UpdateTime } from '#shared/note/remote-store.ts';
import { putBackup } from '#tests/support/backup.ts';
import { type Random, weighted } from '../random.ts';

/** The files of an account at one moment, by their paths in its folder. */
export type Files = ReadonlyMap<string, Buffer>;

/** The files of a computer after each step of its run, oldest first. */
export interface History {
  readonly computer: string;
  readonly moments: readonly Files[];
  /** The texts of the notes that the cloud has at the end, from where they come back. */
  readonly inCloud: readonly string[];
  /** The texts of the notes that the cloud has had at any time. */
  readonly pushed: readonly string[];
  /** The steps, in order. */
  readonly steps: readonly string[];
}

export const NOW = Date.UTC(2026, 0, 2);
const UPDATE_TIME = '000000000001.000000000' as UpdateTime;
const MOST_NOTES = 50;
const LONG_TEXT = 30_000;

const STEPS = weighted([
  ['note', 14],
  ['draft', 6],
  ['discard', 1],
  ['push', 5],
  ['deleteForever', 2],
  ['clearHistory', 1],
  ['returnPages', 2],
  ['checkpoint', 3],
  ['restart', 3],
  ['crash', 2],
  ['backup', 4],
] as const);

/**
 * @param computer the beginning of each of its words
 * @param folder a new one, which is removed
 */
export function runComputer(computer: string, folder: string, random: Random): History {
  let starts = 0;
  let words = 0;
  let live = '';
  const moments: Files[] = [];
  const steps: string[] = [];
  const cloud = new Map<NoteId, string>();
  const pushed: string[] = [];
  const file = (): string => path.join(live, 'notes.sqlite');

  /** @param from a folder whose files the account has at its start; null for none */
  function start(from: string | null): AccountStore {
    starts += 1;
    live = path.join(folder, String(starts));
    mkdirSync(live, { recursive: true });
    if (from !== null) cpSync(from, live, { recursive: true, filter: (name) => !name.endsWith('-shm') });
    return openAccountStore({ file: file(), now: () => NOW, onFatal: fail });
  }

  let store = start(null);

  const hasLongTexts = random.oneIn(2);
  const content = (): string => {
    words += 1;
    const length = hasLongTexts && random.oneIn(12) ? random.integer(1, LONG_TEXT) : random.integer(1, 400);
    return `${computer}${String(words).padStart(4, '0')} ${'x'.repeat(length)}`;
  };

  function writeNote(): void {
    const id = `note${random.integer(1, MOST_NOTES)}` as NoteId;
    const before = store.notes.read(id);
    const remote = before?.remote ?? null;
    const pending = {
      sequence: store.notes.nextSequence(),
      revision: (before?.pending?.revision ?? 0) + 1,
      attempts: [],
      refused: null,
    };
    const local = { ...NO_FIELDS, title: content(), text: content() };
    store.notes.write({ id, local, remote, extra: {}, created: 1, pending });
  }

  /** The cloud has taken all pending changes. */
  function push(): void {
    for (const id of store.notes.pendingIds(MOST_NOTES)) {
      const note = store.notes.read(id);
      const fields = note?.local ?? null;
      if (note === null || fields === null) continue;
      store.notes.write({ ...note, remote: { fields, updateTime: UPDATE_TIME }, pending: null });
      const text = `${fields.title ?? ''} ${fields.text ?? ''}`;
      cloud.set(id, text);
      pushed.push(text);
    }
  }

  function deleteForever(): void {
    const id = `note${random.integer(1, MOST_NOTES)}` as NoteId;
    const note = store.notes.read(id);
    if (note === null) return;
    cloud.delete(id);
    store.notes.markDeletedForever(id);
    store.notes.write({ ...note, local: null, remote: null, pending: null });
  }

  /** Often on a day with a backup. */
  function close(): void {
    if (random.oneIn(2)) putBackup(file());
    store.close();
    moments.push(readFiles(live));
  }

  const edited = (): NoteId => `note${random.integer(1, MOST_NOTES)}` as NoteId;
  const work: Record<(typeof STEPS)[number], () => void> = {
    note: () => store.notes.transaction(writeNote),
    draft: () =>
      store.notes.transaction(() =>
        store.drafts.store({
          place: 'edit',
          id: edited(),
          content: { title: '', text: content() },
          base: { title: '', text: '' },
        }),
      ),
    discard: () => store.notes.transaction(() => store.drafts.drop({ place: 'edit', id: edited() })),
    push: () => store.notes.transaction(push),
    deleteForever: () => store.notes.transaction(deleteForever),
    clearHistory: () => store.history.clear(),
    returnPages: () => void store.returnPages(),
    checkpoint: () => void store.erasure.checkpoint(),
    restart() {
      close();
      store = start(live);
    },
    crash() {
      const before = live;
      const crashed = store;
      store = start(live);
      crashed.abandon();
      rmSync(before, { recursive: true });
    },
    backup: () => void putBackup(file()),
  };

  for (let count = random.integer(20, 60); count > 0; count -= 1) {
    // Many notes are written at once in a first sync or an import.
    const step = random.pick(STEPS);
    const times = step === 'note' && random.oneIn(5) ? random.integer(5, 40) : 1;
    for (let time = 0; time < times; time += 1) work[step]();
    moments.push(readFiles(live));
    steps.push(times === 1 ? step : `${times} times ${step}`);
  }
  const isClosed = random.oneIn(2);
  if (isClosed) {
    close();
    steps.push('close');
  } else store.abandon();
  rmSync(folder, { recursive: true, force: true });
  return { computer, moments, inCloud: [...cloud.values()], pushed, steps };
}

function fail(error: Error): never {
  throw error;
}

/** @returns the account's files, without the index of the log and the search index */
function readFiles(folder: string): Files {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return new Map(
    names
      .filter((name) => /^(notes\.sqlite(-wal|\.failed|\.unchecked)?|backups.+\.sqlite)$/.test(name))
      .toSorted()
      .map((name) => [name, readFileSync(path.join(folder, name))]),
  );
}

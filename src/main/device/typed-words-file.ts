/**
 * A small synced file of words that no account can take yet (`#shared/ipc/typed-words.ts`). There is one write at a time, which the
 * main thread does not wait for. What is typed meanwhile is in the next write. A file that cannot be read is never overwritten.
 */
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  type Draft,
  type DraftKey,
  type DraftWindow,
  joinedDraft,
  sameDraftKey,
  windowOf,
} from '#shared/note/draft.ts';
import { AppError, codeTextOf, systemCodeOf } from '#shared/base/error.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { parseTypedWords } from '#shared/ipc/typed-words.ts';
import { replaceFile } from '#disk/durable-file.ts';
import { makeFolder, syncFolder } from '#disk/folder.ts';

export interface TypedWordsFile {
  /**
   * Stores the draft, which replaces the draft of the same place and note. Resolves when it is on the disk.
   * @throws AppError `store-failed`, `store-full`
   */
  store(draft: Draft): Promise<void>;
  /** Joins the draft with the stored one of the same place and note; resolves when it is on the disk. @throws as `store` */
  join(draft: Draft): Promise<void>;
  /** Dropping a missing draft is no error. @throws as `store` */
  drop(key: DraftKey): Promise<void>;
  /** @throws AppError `store-failed` if the file exists and cannot be read */
  all(): Promise<readonly Draft[]>;
  /** The drafts of the window. @throws as `all` */
  list(window: DraftWindow): Promise<readonly Draft[]>;
  /**
   * Renames the file after all earlier writes; later drafts go to a new file.
   * @returns whether there was a file
   */
  moveTo(target: string): Promise<boolean>;
  /** Runs the work between two writes. @throws what it throws */
  whileIdle<Result>(work: () => Promise<Result>): Promise<Result>;
}

type Change = (before: readonly Draft[]) => readonly Draft[];

export function createTypedWordsFile(file: string): TypedWordsFile {
  /** What the file holds; null until it was read. */
  let drafts: readonly Draft[] | null = null;
  const inOrder = createTaskQueue();
  /** Changes for the next write. */
  let waiting: Change[] = [];
  let nextWrite: Promise<void> | null = null;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return inOrder(work).catch((error: unknown) => {
      throw toFileError(error);
    });
  }

  async function read(): Promise<readonly Draft[]> {
    drafts ??= await readDrafts(file);
    return drafts;
  }

  async function writeAll(): Promise<void> {
    const changes = waiting;
    waiting = [];
    nextWrite = null;
    const after = changes.reduce((before, applyTo) => applyTo(before), await read());
    await write(file, after);
    drafts = after;
  }

  /** A change that comes while a write waits for its turn becomes part of that write. */
  function change(apply: Change): Promise<void> {
    waiting.push(apply);
    nextWrite ??= inTurn(writeAll);
    return nextWrite;
  }

  return {
    store: (draft) => change((before) => [...before.filter((stored) => !sameDraftKey(stored, draft)), draft]),
    join: (draft) =>
      change((before) => {
        const stored = before.find((earlier) => sameDraftKey(earlier, draft));
        const others = before.filter((earlier) => earlier !== stored);
        return [...others, stored === undefined ? draft : joinedDraft(stored, draft)];
      }),
    drop: (key) => change((before) => before.filter((draft) => !sameDraftKey(draft, key))),
    all: () => inTurn(read),
    list: (window) => inTurn(async () => (await read()).filter((draft) => windowOf(draft) === window)),
    moveTo: (target) =>
      inTurn(async () => {
        drafts = null;
        try {
          await rename(file, target);
        } catch (error) {
          if (systemCodeOf(error) === 'ENOENT') return false;
          throw error;
        }
        await syncFolder(path.dirname(target));
        return true;
      }),
    whileIdle: inOrder,
  };
}

async function readDrafts(file: string): Promise<readonly Draft[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
  const words = parse(text);
  if (words !== null) return words.drafts;
  // The file is somebody else's, or damaged. It gets another name, so that it stays and is not overwritten.
  await rename(file, `${file}.unreadable-${Date.now()}`);
  return [];
}

function parse(text: string) {
  try {
    return parseTypedWords(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Replaces the whole file, or does nothing. */
async function write(file: string, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) {
    await rm(file, { force: true });
    return;
  }
  await makeFolder(path.dirname(file));
  await replaceFile(file, JSON.stringify({ drafts }));
}

function toFileError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeTextOf(error);
  const options = { cause: error };
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('store-full', 'disk-full', options);
  return new AppError('store-failed', { id: 'typed-words-not-saved', code }, options);
}

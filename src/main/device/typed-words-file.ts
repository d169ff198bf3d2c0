/**
 * A small synced file of words that no account can take yet (`#shared/typed-words.ts`). There is one write at a time, which the
 * main thread does not wait for: what is typed meanwhile goes with the next. A file that cannot be read is never written over.
 */
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  type Draft,
  type DraftKey,
  type DraftWindow,
  joinedDraft,
  sameDraftKey,
  windowOf,
} from '#shared/draft.ts';
import { AppError, messageOf, systemCodeOf } from '#shared/error.ts';
import { createTaskQueue } from '#shared/task-queue.ts';
import { parseTypedWords } from '#shared/typed-words.ts';
import { replaceFile, syncFolder } from '#disk/durable-file.ts';

export interface TypedWordsFile {
  /**
   * Takes the place of the draft of the same place and note, or joins it where nobody has been shown it; resolves when it is on
   * the disk.
   * @throws AppError `store-failed`, `store-full`
   */
  keep(draft: Draft): Promise<void>;
  /** Joins the words with those that are there for the same place and note; resolves when they are on the disk. @throws as `keep` */
  join(draft: Draft): Promise<void>;
  /** The window shows nothing of what is there, and may keep drafts from now on: they join it. @throws as `keep` */
  markUnseen(window: DraftWindow): Promise<void>;
  /** Dropping what is not there is no error. @throws as `keep` */
  drop(key: DraftKey): Promise<void>;
  /** @throws AppError `store-failed` where the file is there and cannot be read */
  all(): Promise<readonly Draft[]>;
  /** Those of the window, which shows them from now on. @throws as `all` */
  list(window: DraftWindow): Promise<readonly Draft[]>;
  /**
   * Renames the file after the writes before it; what is kept from now on begins a new one.
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
  /** What its window may not show: it was there when the file was read first, or when `markUnseen` was called. */
  let unseen: readonly Draft[] = [];
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
    if (drafts === null) {
      drafts = await readDrafts(file);
      unseen = drafts;
    }
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

  /** A change that comes while a write waits for its turn goes along with it. */
  function change(apply: Change): Promise<void> {
    waiting.push(apply);
    nextWrite ??= inTurn(writeAll);
    return nextWrite;
  }

  return {
    keep: (draft) =>
      change((before) => {
        const earlier = unseen.find((other) => sameDraftKey(other, draft));
        const others = before.filter((other) => !sameDraftKey(other, draft));
        return [...others, earlier === undefined ? draft : joinedDraft(earlier, draft)];
      }),
    join: (draft) =>
      change((before) => {
        const there = before.find((other) => sameDraftKey(other, draft));
        const others = before.filter((other) => other !== there);
        return [...others, there === undefined ? draft : joinedDraft(there, draft)];
      }),
    markUnseen: (window) =>
      change((before) => {
        const others = unseen.filter((draft) => windowOf(draft) !== window);
        unseen = [...others, ...before.filter((draft) => windowOf(draft) === window)];
        return before;
      }),
    drop: (key) => change((before) => before.filter((draft) => !sameDraftKey(draft, key))),
    all: () => inTurn(read),
    list: (window) =>
      inTurn(async () => {
        const all = await read();
        unseen = unseen.filter((draft) => windowOf(draft) !== window);
        return all.filter((draft) => windowOf(draft) === window);
      }),
    moveTo: (target) =>
      inTurn(async () => {
        drafts = null;
        unseen = [];
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
  // Somebody else's, or damaged: it stays for whoever looks for it, and nothing is written over it.
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

/** In place of what stood there, or not at all. */
async function write(file: string, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify({ drafts }));
}

function toFileError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = systemCodeOf(error);
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const sentence = isFull
    ? 'The disk is full, so this was not kept. Free some space and try again.'
    : 'What is typed could not be kept on this device.';
  return new AppError(isFull ? 'store-full' : 'store-failed', `${sentence} (${messageOf(error)})`, {
    cause: error,
  });
}

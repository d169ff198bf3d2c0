/**
 * A small synced file of words that no account can take yet (`#shared/typed-words.ts`). There is one write at a time, which the
 * main thread does not wait for: what is typed meanwhile goes with the next. A file that cannot be read is never written over.
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Draft, type DraftKey, joinedContent, sameDraftKey } from '#shared/draft.ts';
import { AppError, messageOf, systemCodeOf } from '#shared/error.ts';
import { parseTypedWords } from '#shared/typed-words.ts';
import { syncFolder } from './sync-folder.ts';

export interface TypedWordsFile {
  /**
   * Takes the place of the draft of the same place and note; resolves when it is on the disk.
   * @throws AppError `store-failed`, `store-full`
   */
  keep(draft: Draft): Promise<void>;
  /** Puts the words below those that are there for the same place and note; resolves when they are on the disk. @throws as `keep` */
  join(draft: Draft): Promise<void>;
  /** Dropping what is not there is no error. @throws as `keep` */
  drop(key: DraftKey): Promise<void>;
  /** @throws AppError `store-failed` where the file is there and cannot be read */
  list(): Promise<readonly Draft[]>;
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
  /** The work on the file, in order. */
  let last: Promise<unknown> = Promise.resolve();
  /** Changes for the next write. */
  let waiting: Change[] = [];
  let nextWrite: Promise<void> | null = null;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work).catch((error: unknown) => {
      throw toFileError(error);
    });
    last = result.catch(() => undefined);
    return result;
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

  /** A change that comes while a write waits for its turn goes along with it. */
  function change(apply: Change): Promise<void> {
    waiting.push(apply);
    nextWrite ??= inTurn(writeAll);
    return nextWrite;
  }

  return {
    keep: (draft) => change((before) => [...before.filter((other) => !sameDraftKey(other, draft)), draft]),
    join: (draft) =>
      change((before) => {
        const there = before.find((other) => sameDraftKey(other, draft));
        const others = before.filter((other) => other !== there);
        const content = joinedContent(there?.content ?? null, draft.content);
        return [...others, { ...(there ?? draft), content }];
      }),
    drop: (key) => change((before) => before.filter((draft) => !sameDraftKey(draft, key))),
    list: () => inTurn(read),
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
    whileIdle(work) {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
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
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify({ drafts }));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
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

/**
 * The files of accounts: one folder for each, named by a digest of the user id, so that no account can reach
 * the files of another (S10).
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { Clock } from '#shared/base/clock.ts';
import { systemCodeOf } from '#shared/base/error.ts';
import { uid as uidSchema } from '#shared/ipc/schemas.ts';
import type { Uid } from '#shared/note/note.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { systemClock } from '../base/clock.ts';
import { accountDigest } from '../device/account-digest.ts';
import { entriesAmong, waitingWordsFolder } from '../device/waiting-words.ts';
import { closeToOthers } from '#disk/close-to-others.ts';
import { replaceFile, replaceFileNow } from '#disk/durable-file.ts';
import { makeFolder, syncFolder } from '#disk/folder.ts';
import { makeWayForFile } from '#disk/make-way.ts';
import { isThere, namesIn as namesNow } from '#disk/there.ts';

export interface AccountFiles {
  /** The folder with all files of the account on this device. */
  readonly folder: string;
  readonly database: string;
  /** Makes the folder and marks the account as in use. */
  makeFolder(): Promise<void>;
  /**
   * Whether the folder has anything of the account's notes: a database, a damaged file, a backup.
   * @throws the file system's error
   */
  hasNotes(): boolean;
  /**
   * Records durably that the user signs out, if there is a folder. As long as the record exists,
   * `interruptedSignOuts` lists the account. `makeFolder` and `remove` remove the record.
   * @throws the file system's error
   */
  markSigningOut(): void;
  /**
   * Removes the folder, and the entries of waiting words with these names, whose words the account has. If
   * another program holds a file in it for more than a few seconds, as Windows allows, the folder is removed
   * at the next start.
   * @throws the file system's error
   */
  remove(taken: readonly string[]): Promise<void>;
}

/** Part of the name of a folder that no account uses any longer. */
const REMOVED = '.removed-';
/**
 * The file that marks an account's folder for removal. It has the names of the entries to remove, as JSON.
 */
const SIGNED_OUT = 'signed-out';
/** The file that records, by the user id in it, that a sign-out has begun. */
const SIGNING_OUT = 'signing-out';
/** Pauses between attempts to remove a folder, in milliseconds. */
const RETRY_MS = [100, 500, 2000];
/** `makeFolder` and `removeSignedOut` never work on a folder at the same time. */
const inOrder = createTaskQueue();

export function accountFiles(userData: string, uid: Uid, clock: Clock = systemClock): AccountFiles {
  const folder = path.join(userData, 'accounts', accountDigest(uid));

  return {
    folder,
    database: path.join(folder, 'notes.sqlite'),
    async makeFolder() {
      await inOrder(async () => {
        await makeFolder(folder);
        await closeToOthers(folder);
        // Removed durably before any words are written. If the mark came back, words that exist nowhere else
        // could be removed (S11).
        for (const file of [path.join(folder, SIGNED_OUT), path.join(folder, SIGNING_OUT)]) {
          await makeWayForFile(file);
          if (await ifThere(unlink(file))) await syncFolder(folder);
        }
      });
      // Opening does not wait for this. A folder that cannot be removed now is removed at the next opening.
      void removeLeftovers(path.dirname(folder)).catch(() => undefined);
    },
    hasNotes: () => namesNow(folder).some((name) => name !== SIGNED_OUT && name !== SIGNING_OUT),
    markSigningOut() {
      if (isThere(folder)) replaceFileNow(path.join(folder, SIGNING_OUT), uid);
    },
    async remove(taken) {
      // Without its database, the account would take these words again.
      if (taken.length > 0) await mark(folder, taken);
      await removeEntries(userData, taken);
      for (const ms of RETRY_MS) {
        if (await isDone(renameToRemoved(folder))) break;
        await new Promise<void>((resolve) => void clock.after(ms, resolve));
      }
      try {
        await renameToRemoved(folder);
      } catch (error) {
        await mark(folder, taken);
        throw error;
      }
      await removeLeftovers(path.dirname(folder));
    },
  };
}

/**
 * Removes files that a sign-out in an earlier run of the app could not remove, unless words of the account
 * have been waiting since.
 */
export async function removeSignedOut(userData: string): Promise<void> {
  const parent = path.join(userData, 'accounts');
  await inOrder(async () => {
    for (const name of await namesIn(parent)) {
      const folder = path.join(parent, name);
      await makeWayForFile(path.join(folder, SIGNED_OUT));
      const names = name.includes(REMOVED) ? [] : await namesIn(folder);
      if (!names.includes(SIGNED_OUT)) continue;
      await removeEntries(userData, readMark(await readFile(path.join(folder, SIGNED_OUT), 'utf8')));
      const waiting = entriesAmong(await namesIn(waitingWordsFolder(userData)));
      if (!waiting.some(({ owner }) => owner === name)) await renameToRemoved(folder);
    }
  });
  await removeLeftovers(parent);
}

/**
 * The accounts whose sign-out in an earlier run of the app did not remove the files, if they were not opened
 * since.
 * @throws the file system's error
 */
export async function interruptedSignOuts(userData: string): Promise<readonly Uid[]> {
  const parent = path.join(userData, 'accounts');
  const uids: Uid[] = [];
  for (const name of await namesIn(parent)) {
    const folder = path.join(parent, name);
    const names = name.includes(REMOVED) ? [] : await namesIn(folder);
    if (!names.includes(SIGNING_OUT)) continue;
    const text = await readFile(path.join(folder, SIGNING_OUT), 'utf8').catch(() => '');
    const uid = v.safeParse(uidSchema, text);
    if (uid.success && accountDigest(uid.output) === name) uids.push(uid.output);
  }
  return uids;
}

async function mark(folder: string, taken: readonly string[]): Promise<void> {
  await replaceFile(path.join(folder, SIGNED_OUT), JSON.stringify(taken));
}

function readMark(text: string): readonly string[] {
  try {
    return entriesAmong(v.parse(v.array(v.string()), JSON.parse(text))).map(({ name }) => name);
  } catch {
    return [];
  }
}

async function removeEntries(userData: string, taken: readonly string[]): Promise<void> {
  const folder = waitingWordsFolder(userData);
  // A virus scanner may hold a file for a moment. Node retries only if it may remove folders.
  for (const name of taken)
    await rm(path.join(folder, name), { force: true, recursive: true, maxRetries: 3 });
}

/**
 * Renames the folder at once and durably. If the app ended during the removal, the remaining files would look
 * like damaged notes.
 */
async function renameToRemoved(folder: string): Promise<void> {
  if (await ifThere(rename(folder, `${folder}${REMOVED}${randomUUID()}`)))
    await syncFolder(path.dirname(folder));
}

/** Removes the rest of folders of removed accounts. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await namesIn(parent)) {
    if (!name.includes(REMOVED)) continue;
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Empty if the path does not exist or is not a folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Whether the file or folder of the work exists. @throws any other error of the file system */
async function ifThere(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

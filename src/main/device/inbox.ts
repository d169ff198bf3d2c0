/**
 * The inbox: a folder with a file for each note that was written without the app (`inkling --new`). Another process writes the
 * file, which is there whole or not at all, and durable before that process ends. The app removes the file when its words are
 * durable elsewhere.
 */
import { watch as watchFolder } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { systemCodeOf } from '#shared/base/error.ts';
import type { Report } from '#shared/base/log.ts';
import { hasContent, type NoteContent, type NoteId, type Uid } from '#shared/note/note.ts';
import { uid } from '#shared/ipc/schemas.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { makeFolder, makeFolderNow, syncFolder } from '#disk/folder.ts';
import { isThere } from '#disk/there.ts';
import { createJsonFile } from './json-file.ts';

export interface InboxEntry {
  /** The id that the note gets. By this id an entry becomes one note, however often it is taken in. */
  readonly id: NoteId;
  /** Null if the file cannot be read now. */
  readonly content: NoteContent | null;
  /** The account that the entry belongs to (S14); null: any account that is signed in. */
  readonly uid: Uid | null;
}

export interface Inbox {
  /** Oldest first. A file that is no entry is set aside. @throws the file system's error */
  list(): Promise<readonly InboxEntry[]>;
  /** Reserves the entry for this account from now on, durably. @throws the file system's error */
  reserveFor(entry: InboxEntry, owner: Uid): void;
  /** Resolves when the removal is durable. @throws the file system's error */
  remove(id: NoteId): Promise<void>;
  /**
   * Calls `onChange` when an entry may have arrived.
   * @param onFailure called if the system cannot report changes, or no longer can
   * @returns the function that ends the watch
   */
  watch(onChange: () => void, onFailure: (error: unknown) => void): () => void;
}

/** The name of an entry's file: milliseconds since the epoch, by which the files sort, and the id. */
const NAME = /^\d{15}-([A-Za-z0-9]{20})\.json$/;

/** The inbox's folder in the user-data folder. */
export function inboxFolder(userData: string): string {
  return path.join(userData, 'inbox');
}

/**
 * Writes the entry and returns when it is durable. For a process that does nothing else, because this blocks.
 * @param now milliseconds since the epoch
 * @throws the file system's error; nothing is stored then
 */
export function putInInbox(
  folder: string,
  { id, content }: { readonly id: NoteId; readonly content: NoteContent },
  now: number,
): void {
  makeFolderNow(folder);
  const file = createJsonFile(path.join(folder, nameOf(id, now)));
  try {
    file.write(content);
  } catch (error) {
    // The file may have its name already without being durable.
    file.remove();
    throw error;
  }
}

/** @param onTrouble told of files that are no entries or cannot be read */
export function createInbox(folder: string, onTrouble: Report): Inbox {
  /** The name of each entry's file. */
  const names = new Map<NoteId, string>();

  async function read(name: string, id: NoteId): Promise<InboxEntry | null> {
    const file = path.join(folder, name);
    try {
      const entry = parseEntry(await readFile(file, 'utf8'));
      if (entry !== null) return { id, ...entry };
      await rename(file, `${file}.unreadable`);
      onTrouble('inbox-wrong-file');
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') {
        onTrouble('inbox-unreadable', error);
        return { id, content: null, uid: null };
      }
    }
    return null;
  }

  return {
    async list() {
      const entries: InboxEntry[] = [];
      for (const name of (await namesIn(folder)).toSorted()) {
        const id = NAME.exec(name)?.[1];
        if (id === undefined || !isNoteId(id)) continue;
        names.set(id, name);
        const entry = await read(name, id);
        if (entry !== null) entries.push(entry);
      }
      return entries;
    },
    reserveFor({ id, content }, owner) {
      const name = names.get(id);
      if (name !== undefined) createJsonFile(path.join(folder, name)).write({ ...content, uid: owner });
    },
    async remove(id) {
      const name = names.get(id);
      if (name === undefined) return;
      // A virus scanner may hold the file for a moment. Node tries again only if it may remove folders.
      await rm(path.join(folder, name), { force: true, recursive: true, maxRetries: 3 });
      await syncFolder(folder);
      names.delete(id);
    },
    watch(onChange, onFailure) {
      const end = new AbortController();
      async function begin(): Promise<void> {
        await makeFolder(folder);
        if (end.signal.aborted) return;
        const watcher = watchFolder(folder, { signal: end.signal }, (_event, name) => {
          onChange();
          // Linux reports the folder itself by its name, for example when it is removed. A new one in its place is not watched.
          if (name !== path.basename(folder) && isStillThere(folder)) return;
          watcher.close();
          begin().catch(onFailure);
        });
        watcher.on('error', onFailure);
        // An entry may have arrived before.
        onChange();
      }
      begin().catch(onFailure);
      return () => end.abort();
    },
  };
}

/** What cannot be looked at is watched anew, which reports the reason. */
function isStillThere(folder: string): boolean {
  try {
    return isThere(folder);
  } catch {
    return false;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function nameOf(id: NoteId, now: number): string {
  return `${String(now).padStart(15, '0')}-${id}.json`;
}

const entrySchema = v.pipe(
  v.object({ title: v.string(), text: v.string(), uid: v.optional(uid) }),
  v.check((entry) => hasContent(entry)),
);

/** Null if this is no entry. */
function parseEntry(json: string): Omit<InboxEntry, 'id'> | null {
  try {
    const { uid: owner = null, ...content } = v.parse(entrySchema, JSON.parse(json));
    return { content, uid: owner };
  } catch {
    return null;
  }
}

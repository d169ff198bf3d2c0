/**
 * The store of words outside of the databases: a folder with an entry for all words that no account could
 * take yet. The name of an entry has its id, its place and its owner, which are known even if the entry
 * cannot be read:
 *
 *   <milliseconds since the epoch>.<id>.<place>.<digest of the account, or "nobody">.json
 *
 * All words typed in one place are in one entry until that entry is on its way to its account. An account
 * stores the id in the transaction that takes the words, and only then is the entry removed. An entry is
 * therefore taken only once. Only the main process changes entries. `inkling --new`, a separate process, adds
 * complete ones.
 */
import { watch as watchFolder } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile, replaceFileNow } from '#disk/durable-file.ts';
import { makeFolder, makeFolderNow, syncFolder } from '#disk/folder.ts';
import { removeFileNow } from '#disk/remove-file.ts';
import { isThere } from '#disk/there.ts';
import { AppError, codeTextOf, systemCodeOf } from '#shared/base/error.ts';
import type { Clock } from '#shared/base/clock.ts';
import { createListeners } from '#shared/base/listeners.ts';
import type { Report } from '#shared/base/log.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { parseWaitingWords, type WaitingPlace, type WaitingWords } from '#shared/ipc/waiting-words.ts';
import {
  type Draft,
  type DraftKey,
  type DraftWindow,
  hasUnsavedWords,
  joinedDraft,
  sameDraftKey,
  windowOf,
} from '#shared/note/draft.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note/note.ts';
import { accountDigest } from './account-digest.ts';

/** The account that gets the words; null while it is unknown. */
type Owner = Uid | null;

export interface WaitingEntry {
  readonly id: NoteId;
  readonly place: WaitingPlace;
  readonly owner: string;
  readonly name: string;
}

export interface WaitingWordsStore {
  /**
   * Stores the draft in place of the one stored for this place and note since the last `entriesOf`. Resolves
   * when it is on the disk.
   * @throws AppError `store-failed`, `store-full`
   */
  store(owner: Owner, draft: Draft): Promise<void>;
  /** Joins the draft with the stored one. @throws like `store` */
  join(owner: Owner, draft: Draft): Promise<void>;
  /** Stores words that are in no field of a page, in an entry that no page replaces. @throws like `store` */
  add(owner: Owner, words: WaitingWords): Promise<void>;
  /** Dropping a missing draft is no error. @throws like `store` */
  drop(owner: Owner, key: DraftKey): Promise<void>;
  /** The drafts that the window's page continues. @throws like `store` */
  drafts(owner: Owner, window: DraftWindow): Promise<readonly Draft[]>;
  /**
   * The entries of this owner, the oldest first. Later words go to new entries.
   * @throws the file system's error
   */
  entriesOf(owner: Uid): Promise<readonly WaitingEntry[]>;
  /**
   * Null if the entry no longer exists, or was set aside because it cannot be read.
   * @throws the file system's error
   */
  read(entry: WaitingEntry): Promise<WaitingWords | null>;
  /** Whether the account has the words, so that the entry only remains to be removed. */
  isTaken(entry: WaitingEntry): boolean;
  /**
   * Removes an entry whose words the account has. From now on it does not count.
   * @throws the file system's error
   */
  removeTaken(entry: WaitingEntry): Promise<void>;
  /**
   * Reserves words without an owner for this account, durably.
   * @param asNotes whether the quick note becomes a note, because the user is no longer writing it
   * @param mayClaim whether this account still gets them; words for the next account must not be reserved
   * @throws the file system's error
   */
  claim(owner: Uid, asNotes: boolean, mayClaim: () => boolean): Promise<void>;
  /**
   * How many entries have words that no account has, including unreadable ones.
   * @throws the file system's error
   */
  count(owner: Owner): Promise<number>;
  /**
   * Runs the work unless words of the account are waiting that it does not have. Words that arrive meanwhile
   * are written afterwards.
   * @param work called with the names of entries that could not be removed so far
   * @returns how many entries of such words there are
   */
  ifNoneWait(owner: Uid, work: (taken: readonly string[]) => Promise<void>): Promise<number>;
  /** Called whenever entries may have come or gone. */
  onChange(listener: () => void): void;
  /** Also reports entries that another process adds. @returns the function that ends this */
  watch(): () => void;
}

export interface WaitingWordsPorts {
  readonly folder: string;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  readonly onTrouble: Report;
}

/** The words of one place, and their entry. */
interface Slot {
  owner: Owner;
  readonly key: DraftKey;
  /** Null until there is an entry. */
  entry: WaitingEntry | null;
  draft: Draft | null;
  /** Changes for the next write. */
  changes: Change[];
  nextWrite: Promise<void> | null;
}

type Change = (before: Draft | null) => Draft | null;

const NOBODY = 'nobody';
const NAME = /^\d{15}\.([^.]+)\.(new|quick|edit|note)\.([0-9a-f]{32}|nobody)\.json$/;
const UNREADABLE = '.unreadable';
/** How soon the folder is read again if the system cannot report changes, in milliseconds. */
const POLL_MS = 30_000;

/** The store's folder in the user-data folder. */
export function waitingWordsFolder(userData: string): string {
  return path.join(userData, 'waiting-words');
}

/**
 * Adds words that become a note, and returns when they are durable. Blocks, so it is for a process that does
 * nothing else.
 * @throws the file system's error; then nothing is stored
 */
export function addWaitingNote(folder: string, id: NoteId, content: NoteContent, now: number): void {
  makeFolderNow(folder);
  const file = path.join(folder, nameOf(now, id, 'note', NOBODY));
  try {
    replaceFileNow(file, toJson({ place: 'note', content }));
  } catch (error) {
    // The file may already have its name without being durable.
    removeFileNow(file);
    throw error;
  }
}

/** The entries among the names in the folder, including unreadable ones, the oldest first. */
export function entriesAmong(names: readonly string[]): readonly WaitingEntry[] {
  return names.toSorted().flatMap((name) => {
    const [, id = '', place, owner = ''] = NAME.exec(name.replace(UNREADABLE, '')) ?? [];
    return isNoteId(id) && isPlace(place) ? [{ id, place, owner, name }] : [];
  });
}

export function createWaitingWords(ports: WaitingWordsPorts): WaitingWordsStore {
  const { folder, onTrouble } = ports;
  const inOrder = createTaskQueue();
  /** By owner: the end of an `ifNoneWait`. Its work may take long, so only calls for this owner wait. */
  const gates = new Map<Owner, Promise<unknown>>();
  const listeners = createListeners<WaitingWordsStore>((error) => onTrouble('event-failed', error));
  const announce = (): void => listeners.call(store);
  let slots: readonly Slot[] = [];
  /** Entries that an account has taken and that still exist. */
  const taken = new Set<string>();
  let hasReadUnowned = false;

  function inOrderOf<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> {
    const gate = gates.get(owner);
    return gate === undefined ? inOrder(work) : gate.then(() => inOrderOf(owner, work));
  }

  /** Changes entries of the owner, one change after the other, and announces it. */
  async function inTurn<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> {
    const result = await inOrderOf(owner, work);
    announce();
    return result;
  }

  async function listed(owner: Owner): Promise<readonly WaitingEntry[]> {
    const digest = owner === null ? NOBODY : accountDigest(owner);
    return entriesAmong(await namesIn(folder)).filter((entry) => entry.owner === digest);
  }

  /** Renames the entry, durably. */
  async function renameEntry(entry: WaitingEntry, name: string): Promise<void> {
    await rename(path.join(folder, entry.name), path.join(folder, name));
    await syncFolder(folder);
  }

  async function readEntry(entry: WaitingEntry): Promise<WaitingWords | null> {
    if (isUnreadable(entry)) return null;
    const { name, place } = entry;
    const text = await readFile(path.join(folder, name), 'utf8').catch(nullIfMissing);
    if (text === null) return null;
    const words = fromJson(place, text);
    if (words !== null) return words;
    await renameEntry(entry, `${name}${UNREADABLE}`);
    onTrouble('waiting-words-unreadable');
    return null;
  }

  async function writeEntry(
    owner: Owner,
    words: WaitingWords,
    entry: WaitingEntry | null,
  ): Promise<WaitingEntry> {
    const id = ports.makeId();
    const digest = owner === null ? NOBODY : accountDigest(owner);
    const written = entry ?? {
      id,
      place: words.place,
      owner: digest,
      name: nameOf(ports.clock.now(), id, words.place, digest),
    };
    await makeFolder(folder);
    await replaceFile(path.join(folder, written.name), toJson(words));
    return written;
  }

  async function removeEntry({ name }: WaitingEntry): Promise<void> {
    // A virus scanner may hold the file for a moment. Node retries only if it may remove folders.
    await rm(path.join(folder, name), { force: true, recursive: true, maxRetries: 3 });
    await syncFolder(folder);
    taken.delete(name);
  }

  function slotOf(owner: Owner, key: DraftKey): Slot {
    const existing = slots.find((slot) => slot.owner === owner && sameDraftKey(slot.key, key));
    if (existing !== undefined) return existing;
    const slot: Slot = { owner, key, entry: null, draft: null, changes: [], nextWrite: null };
    slots = [...slots, slot];
    return slot;
  }

  /** A quick note without an owner continues after a restart, because its page reads it. */
  async function readUnowned(): Promise<void> {
    if (hasReadUnowned) return;
    for (const entry of await listed(null)) {
      const words = entry.place === 'quick' ? await readEntry(entry) : null;
      if (words?.place !== 'quick') continue;
      const slot = slotOf(null, words);
      slot.entry ??= entry;
      slot.draft ??= words;
    }
    hasReadUnowned = true;
  }

  async function writeSlot(slot: Slot): Promise<void> {
    if (slot.owner === null) await readUnowned();
    const { changes } = slot;
    slot.changes = [];
    slot.nextWrite = null;
    const after = changes.reduce((before, applyTo) => applyTo(before), slot.draft);
    if (after !== null && hasUnsavedWords(after))
      slot.entry = await writeEntry(slot.owner, after, slot.entry);
    else if (slot.entry !== null) {
      await removeEntry(slot.entry);
      slot.entry = null;
    }
    slot.draft = after;
  }

  /** A change that is made while a write waits for its turn becomes part of that write. */
  function change(owner: Owner, key: DraftKey, apply: Change): Promise<void> {
    const slot = slotOf(owner, key);
    slot.changes.push(apply);
    slot.nextWrite ??= inTurn(owner, () => writeSlot(slot)).catch(throwStoreError);
    return slot.nextWrite;
  }

  async function claimEntry(entry: WaitingEntry, owner: Uid, asNotes: boolean): Promise<void> {
    const place = asNotes ? 'note' : entry.place;
    const digest = accountDigest(owner);
    const claimed = { ...entry, place, owner: digest, name: renamed(entry.name, place, digest) };
    await renameEntry(entry, claimed.name);
    for (const slot of slots) if (slot.entry?.name === entry.name) slot.entry = claimed;
  }

  async function waitingAmong(owner: Owner): Promise<readonly WaitingEntry[]> {
    return (await listed(owner)).filter(({ name }) => !taken.has(name));
  }

  const store: WaitingWordsStore = {
    store: (owner, draft) => change(owner, draft, () => draft),
    join: (owner, draft) =>
      change(owner, draft, (before) => (before === null ? draft : joinedDraft(before, draft))),
    async add(owner, words) {
      await inTurn(owner, () => writeEntry(owner, words, null)).catch(throwStoreError);
    },
    drop: (owner, key) => change(owner, key, () => null),
    drafts: (owner, window) =>
      inOrderOf(owner, async () => {
        if (owner === null) await readUnowned();
        return slots.flatMap((slot) =>
          slot.owner === owner && slot.draft !== null && windowOf(slot.key) === window ? [slot.draft] : [],
        );
      }).catch(throwStoreError),
    entriesOf(owner) {
      slots = slots.filter((slot) => slot.owner !== owner);
      // After pending writes.
      return inOrderOf(owner, async () => (await listed(owner)).filter((entry) => !isUnreadable(entry)));
    },
    read: readEntry,
    isTaken: ({ name }) => taken.has(name),
    async removeTaken(entry) {
      taken.add(entry.name);
      await inOrder(() => removeEntry(entry));
      announce();
    },
    claim(owner, asNotes, mayClaim) {
      // Further words in the quick note also belong to the account.
      if (asNotes) slots = slots.filter((slot) => slot.owner !== null);
      else for (const slot of slots) slot.owner ??= owner;
      return inOrderOf(owner, async () => {
        const entries = await listed(null);
        for (const entry of entries) if (mayClaim()) await claimEntry(entry, owner, asNotes);
        if (entries.length > 0) announce();
      });
    },
    count: (owner) => inOrderOf(owner, async () => (await waitingAmong(owner)).length),
    ifNoneWait(owner, work) {
      const result = (async () => {
        const [waiting, names] = await inOrderOf(owner, async () => [
          (await waitingAmong(owner)).length,
          (await listed(owner)).map(({ name }) => name),
        ]);
        if (waiting === 0) await work(names);
        return waiting;
      })();
      const gate = result.catch(nothing).then(() => {
        if (gates.get(owner) === gate) gates.delete(owner);
        announce();
      });
      gates.set(owner, gate);
      return result;
    },
    onChange: listeners.add,
    watch() {
      let cancelPoll = nothing;
      const poll = (): void => {
        cancelPoll = ports.clock.after(POLL_MS, () => {
          announce();
          poll();
        });
      };
      const endWatch = watchEntries(folder, announce, (error) => {
        onTrouble('waiting-words-not-watched', error);
        cancelPoll();
        poll();
      });
      return () => {
        endWatch();
        cancelPoll();
      };
    },
  };
  return store;
}

/**
 * Calls `onChange` when another process may have added an entry.
 * @param onFailure called if the system cannot report changes, or no longer can
 * @returns the function that ends the watch
 */
function watchEntries(folder: string, onChange: () => void, onFailure: (error: unknown) => void): () => void {
  const end = new AbortController();
  async function begin(): Promise<void> {
    await makeFolder(folder);
    if (end.signal.aborted) return;
    const watcher = watchFolder(folder, { signal: end.signal }, (_event, name) => {
      onChange();
      // Linux reports the folder itself by its name, for example when it is removed. Its replacement would
      // not be watched.
      if (name !== path.basename(folder) && isStillThere(folder)) return;
      watcher.close();
      begin().catch(onFailure);
    });
    watcher.on('error', onFailure);
    // An entry may have arrived earlier.
    onChange();
  }
  begin().catch(onFailure);
  return () => end.abort();
}

/** False if the folder cannot be looked at: watching it again then reports the reason. */
function isStillThere(folder: string): boolean {
  try {
    return isThere(folder);
  } catch {
    return false;
  }
}

const nothing = (): void => {};

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? [];
}

function nullIfMissing(error: unknown): null {
  if (systemCodeOf(error) === 'ENOENT') return null;
  throw error;
}

function nameOf(now: number, id: NoteId, place: WaitingPlace, owner: string): string {
  return `${String(now).padStart(15, '0')}.${id}.${place}.${owner}.json`;
}

/** The same entry, for another place and owner. */
function renamed(name: string, place: WaitingPlace, owner: string): string {
  const [time, id] = name.split('.');
  return `${time}.${id}.${place}.${owner}.json${name.endsWith(UNREADABLE) ? UNREADABLE : ''}`;
}

function isUnreadable({ name }: WaitingEntry): boolean {
  return name.endsWith(UNREADABLE);
}

function isPlace(place: string | undefined): place is WaitingPlace {
  return place !== undefined;
}

function toJson({ place: _inName, ...words }: WaitingWords): string {
  return JSON.stringify(words);
}

function fromJson(place: WaitingPlace, text: string): WaitingWords | null {
  try {
    return parseWaitingWords(place, JSON.parse(text));
  } catch {
    return null;
  }
}

function throwStoreError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const code = codeTextOf(error);
  const options = { cause: error };
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('store-full', 'disk-full', options);
  throw new AppError('store-failed', { id: 'typed-words-not-saved', code }, options);
}

/**
 * All documents of the database, in memory, with the history that lets a listener resume. A commit is first
 * stored in the journal and then visible to all readers at once: they never see half of it.
 */
import { collectionOf } from './names.ts';
import type { Fields } from './protocol.ts';
import { ServerClock } from './time.ts';
import type { Micros } from './time.ts';

export interface StoredDocument {
  /** Full resource name. */
  readonly name: string;
  readonly fields: Fields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
}

export interface DocumentChange {
  readonly name: string;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
}

export interface CommittedChanges {
  readonly time: Micros;
  readonly changes: readonly DocumentChange[];
}

/**
 * Number of changes that are remembered for resuming listeners; older resume tokens are answered with RESET.
 */
const HISTORY = 20_000;

const NOTHING: ReadonlyMap<string, StoredDocument> = new Map();

export class Documents {
  readonly clock: ServerClock;
  readonly #collections = new Map<string, Map<string, StoredDocument>>();
  readonly #listeners = new Set<(commit: CommittedChanges) => void>();
  readonly #persist: (commit: CommittedChanges) => void;
  #history: CommittedChanges[] = [];
  #historySize = 0;
  /** Changes up to and including this time are no longer in the history. */
  #historyStart: Micros;

  /**
   * @param stored the state of an earlier run
   * @param persist makes a commit durable before it is seen; if it throws, the commit is refused
   */
  constructor(
    stored: Iterable<StoredDocument>,
    lastTime: Micros,
    persist: (commit: CommittedChanges) => void,
  ) {
    for (const document of stored) this.#put(document);
    this.clock = new ServerClock(lastTime);
    this.#historyStart = lastTime;
    this.#persist = persist;
  }

  get(name: string): StoredDocument | null {
    return this.#collections.get(collectionOf(name))?.get(name) ?? null;
  }

  /** The documents of one collection, by full name. */
  collection(path: string): ReadonlyMap<string, StoredDocument> {
    return this.#collections.get(path) ?? NOTHING;
  }

  *all(): Iterable<StoredDocument> {
    for (const documents of this.#collections.values()) yield* documents.values();
  }

  /** Makes the changes durable and visible, all together. */
  commit(commit: CommittedChanges): void {
    if (commit.changes.length === 0) return;
    this.#persist(commit);
    for (const change of commit.changes) {
      if (change.after === null) this.#collections.get(collectionOf(change.name))?.delete(change.name);
      else this.#put(change.after);
    }
    this.#remember(commit);
    for (const listener of this.#listeners) listener(commit);
  }

  /** The commits after `time`, oldest first; null if the history does not reach back that far. */
  since(time: Micros): readonly CommittedChanges[] | null {
    return time < this.#historyStart ? null : this.#history.filter((commit) => commit.time > time);
  }

  /** Calls `listener` within every commit. @returns a function that stops it */
  onCommit(listener: (commit: CommittedChanges) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(document: StoredDocument): void {
    const path = collectionOf(document.name);
    const collection = this.#collections.get(path) ?? new Map<string, StoredDocument>();
    collection.set(document.name, document);
    this.#collections.set(path, collection);
  }

  #remember(commit: CommittedChanges): void {
    this.#history.push(commit);
    this.#historySize += commit.changes.length;
    let forgotten = 0;
    while (this.#historySize > HISTORY) {
      const oldest = this.#history[forgotten];
      if (oldest === undefined) break;
      this.#historySize -= oldest.changes.length;
      this.#historyStart = oldest.time;
      forgotten += 1;
    }
    if (forgotten > 0) this.#history = this.#history.slice(forgotten);
  }
}

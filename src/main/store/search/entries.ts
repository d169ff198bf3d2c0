/**
 * The notes as search knows them: each version of a note is an entry with a number of its own, given in the order of
 * changes, and an entry whose note has changed or gone since is dead. Entries of finished blocks come first; those after
 * them are not indexed yet. Ten bytes a note or so, and no words.
 */
import type { ListName } from '#shared/note.ts';
import { LISTS } from '#shared/note.ts';
import { clearBit, setBit } from './bits.ts';
import type { NoteSource } from './note-source.ts';

export interface Entries {
  /** Number of the next entry. */
  readonly count: number;
  /** How many entries are dead. */
  readonly dead: number;
  /** Living entries of the lists, newest note first. */
  order(): Int32Array;
  /** The living entries of a list. */
  among(list: ListName): Uint8Array;
  /** By their notes, newest first. */
  sorted(entries: readonly number[]): number[];
  isAlive(entry: number): boolean;
  keyOf(entry: number): number;
  /** Up to which change everything is in the entries before this one. */
  throughBefore(entry: number): number;
  /** Takes over what has changed since it was last called. */
  follow(): void;
}

const DEAD = 255;

export function createEntries(source: NoteSource, blocks: readonly Float64Array[], through: number): Entries {
  let keys = new Float64Array(1024);
  let lists = new Uint8Array(1024);
  let sequences = new Float64Array(1024);
  const members: Record<ListName, Uint8Array> = {
    active: new Uint8Array(128),
    archived: new Uint8Array(128),
    trashed: new Uint8Array(128),
  };
  let count = 0;
  let dead = 0;
  let seen = through;
  const entryOf = new Map<number, number>();
  let order = new Int32Array(0);
  /** Entries that are not in the order yet, and whether it holds dead ones. */
  let added: number[] = [];
  let isStale = false;

  function kill(key: number): void {
    const entry = entryOf.get(key);
    if (entry === undefined) return;
    entryOf.delete(key);
    setList(entry, DEAD);
    dead += 1;
    isStale = true;
  }

  function setList(entry: number, list: number): void {
    lists[entry] = list;
    for (const [number, name] of LISTS.entries()) {
      if (number === list) setBit(members[name], entry);
      else clearBit(members[name], entry);
    }
  }

  function add(key: number, list: number, sequence: number): void {
    if (count === keys.length) {
      keys = longer(keys, new Float64Array(count * 2));
      lists = longer(lists, new Uint8Array(count * 2));
      sequences = longer(sequences, new Float64Array(count * 2));
      for (const name of LISTS) members[name] = longer(members[name], new Uint8Array(count / 4));
    }
    const entry = count;
    count += 1;
    keys[entry] = key;
    setList(entry, list);
    sequences[entry] = sequence;
    entryOf.set(key, entry);
    added.push(entry);
  }

  function follow(): void {
    const changes = source.changesAfter(seen);
    if (changes.length === 0) return;
    for (const { key, sequence } of changes) {
      kill(key);
      const list = source.listOf(key);
      if (list !== null) add(key, list, sequence);
      seen = sequence;
    }
  }

  function load(): void {
    for (const block of blocks) {
      for (const key of block) {
        kill(key);
        add(key, DEAD, through);
      }
    }
    for (const [number, name] of LISTS.entries()) {
      for (const key of source.keysOf(name)) {
        const entry = entryOf.get(key);
        if (entry === undefined) add(key, number, through + 1);
        else setList(entry, number);
      }
    }
    for (const [key, entry] of entryOf) if (lists[entry] === DEAD) kill(key);
    // What the blocks do not have comes first, then what has changed since.
    follow();
  }

  function renewOrder(): void {
    const fresh = added
      .filter((entry) => lists[entry] !== DEAD)
      .toSorted((one, other) => (keys[other] ?? 0) - (keys[one] ?? 0));
    const merged = new Int32Array(order.length + fresh.length);
    let length = 0;
    let next = 0;
    for (const entry of order) {
      if (lists[entry] === DEAD) continue;
      const key = keys[entry] ?? 0;
      for (; next < fresh.length && (keys[fresh[next] ?? 0] ?? 0) > key; next += 1) {
        merged[length++] = fresh[next] ?? 0;
      }
      merged[length++] = entry;
    }
    for (; next < fresh.length; next += 1) merged[length++] = fresh[next] ?? 0;
    order = merged.slice(0, length);
    added = [];
    isStale = false;
  }

  source.atOnce(load);
  return {
    get count() {
      return count;
    },
    get dead() {
      return dead;
    },
    order() {
      if (isStale || added.length > 0) renewOrder();
      return order;
    },
    among: (list) => members[list],
    sorted: (some) => some.toSorted((one, other) => (keys[other] ?? 0) - (keys[one] ?? 0)),
    isAlive: (entry) => lists[entry] !== DEAD,
    keyOf: (entry) => keys[entry] ?? 0,
    throughBefore: (entry) => (entry < count ? (sequences[entry] ?? 0) - 1 : seen),
    follow,
  };
}

function longer<Items extends Float64Array | Uint8Array>(from: Items, to: Items): Items {
  to.set(from);
  return to;
}

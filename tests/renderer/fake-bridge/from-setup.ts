/** Fills the store from a test's setup. */
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import { markOf, NO_FIELDS, readFields } from '#shared/note/note-fields.ts';
import type { FakeNote, FakeSetup } from '../fake-setup.ts';
import type { MemoryStore, ShownRecord } from './memory-store.ts';

const MINUTE = 60_000;

export function fillStore(store: MemoryStore, setup: FakeSetup): void {
  const { notes = [], generated = 0, earlier = [], removed = 0, missing = 0 } = setup;
  const start = Date.now();
  const add = (note: FakeNote, createdAt: number) =>
    store.put(recordOf({ id: store.nextId(), ...note }, createdAt));
  for (const [index, note] of notes.entries()) add(note, start - (note.age ?? (index + 1) * MINUTE));
  for (let index = 0; index < generated; index += 1) {
    const title = index % 3 === 0 ? `Note number ${index}` : '';
    const text = `Line one of ${index}\n${'some more words '.repeat((index * 7) % 23)}`;
    add({ title, text }, start - (index + 1) * 60 * MINUTE);
  }
  for (const { id, content, age, by = 'this device' } of earlier)
    store.history.add({ record: recordOf({ id, ...content }, start - age), at: start - age, by });
  // The first one was removed last.
  const total = Math.max(removed, missing);
  for (let index = total - 1; index >= 0; index -= 1) {
    const at = start - index * MINUTE;
    const words = { title: index % 3 === 2 ? '' : `Removed ${index}`, text: `Last words of ${index}` };
    const record = recordOf({ id: `removed${index}`, ...words }, at);
    store.history.add({ record, at, by: 'another device', isRemoved: true, isMissing: index < missing });
  }
}

/** Parses the labels as if they came from the cloud. */
function labelsIn(names: readonly string[] | null): NoteFields['labels'] {
  const value = { arrayValue: (names ?? []).map((stringValue) => ({ stringValue })) };
  return names && readFields({ labels: markOf('labels', value) }).labels;
}

/** @param createdAt milliseconds since the epoch */
export function recordOf(note: FakeNote & { readonly id: string }, createdAt: number): ShownRecord {
  const { title = '', text = '', list, pending = false } = note;
  const refused = note.refused ?? null;
  const { conflictOf = null, isPinned = null, color = null, labels = null } = note;
  const flags = { isArchived: list === 'archived', isDeleted: list === 'trashed' };
  return {
    id: note.id as NoteId,
    local: { ...NO_FIELDS, title, text, ...flags, conflictOf, isPinned, color, labels: labelsIn(labels) },
    remote: null,
    extra: {},
    created: createdAt * 1000,
    pending: pending || refused !== null ? { sequence: 1, revision: 1, attempts: [], refused } : null,
  };
}

/**
 * The state of a device, as a flat map that can be compared with another: for the key of each note and each
 * draft its content as JSON.
 */
import type { Draft, DraftKey } from '#shared/note/draft.ts';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import { mapFields } from '#shared/note/note-fields.ts';

export type State = ReadonlyMap<string, string>;

export interface HeldNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
}

export function noteKey(id: NoteId): string {
  return `note ${id}`;
}

export function draftKey(key: DraftKey): string {
  return key.place === 'edit' ? `draft of ${key.id}` : `draft ${key.place}`;
}

/** The fields as JSON in a fixed order, so that equal fields are equal text. */
export function noteValue(fields: NoteFields): string {
  return JSON.stringify(mapFields<NoteFields>((name) => fields[name]));
}

export function draftValue(draft: Draft): string {
  const { title, text } = draft.content;
  const base = draft.place === 'edit' ? [draft.base.title, draft.base.text] : null;
  return JSON.stringify({ title, text, base });
}

export function stateOf(notes: readonly HeldNote[], drafts: readonly Draft[]): State {
  return new Map([
    ...notes.map(({ id, fields }) => [noteKey(id), noteValue(fields)] as const),
    ...drafts.map((draft) => [draftKey(draft), draftValue(draft)] as const),
  ]);
}

/** Removed notes that still have a draft. */
export function draftsWithoutNote(state: State): string[] {
  const prefix = draftKey({ place: 'edit', id: '' as NoteId });
  return [...state.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length) as NoteId)
    .filter((id) => !state.has(noteKey(id)));
}

/** A sentence for each difference. */
export function differences(expected: State, found: State, where: string): string[] {
  const keys = new Set([...expected.keys(), ...found.keys()]);
  return [...keys]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${where}: ${key} is ${short(found.get(key))}, not ${short(expected.get(key))}`);
}

function short(value: string | undefined): string {
  if (value === undefined) return 'absent';
  return value.length > 200 ? `${value.slice(0, 200)}… (${value.length})` : value;
}

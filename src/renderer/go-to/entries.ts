/** The entries that the box offers for the typed letters. Pure. */
import { ALL_COMMANDS, type Command } from '#shared/ipc/commands.ts';
import type { ListName } from '#shared/note/note.ts';
import { fold } from '#shared/text/search.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { labelsLike } from '../search/find-label.ts';

export type Entry =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'note'; readonly row: NoteRow; readonly list: ListName };

export interface FoundNote {
  readonly row: NoteRow;
  readonly list: ListName;
}

const MOST_LABELS = 5;

/** @param canActOnNotes whether a note is focused, or notes are selected */
export function entriesFor(
  typed: string,
  {
    canActOnNotes,
    labels,
    notes,
  }: {
    readonly canActOnNotes: boolean;
    readonly labels: readonly string[];
    readonly notes: readonly FoundNote[];
  },
): readonly Entry[] {
  const offered = ALL_COMMANDS.filter(
    ({ offer }) => offer === 'always' || (offer === 'on notes' && canActOnNotes),
  );
  const commands = offered.filter(({ name }) => isMeant(name, typed));
  const named = typed.trim() === '' ? [] : labelsLike(labels, typed.trim()).slice(0, MOST_LABELS);
  return [
    ...commands.map((command) => ({ kind: 'command' as const, command })),
    ...named.map((name) => ({ kind: 'label' as const, name })),
    ...notes.map(({ row, list }) => ({ kind: 'note' as const, row, list })),
  ];
}

/** Whether each typed word begins a word of the name, in any order, or the typed letters are its initials. */
export function isMeant(name: string, typed: string): boolean {
  const words = wordsOf(name);
  const typedWords = wordsOf(typed);
  const initials = words.map((word) => word.slice(0, 1)).join('');
  return (
    typedWords.every((begun) => words.some((word) => word.startsWith(begun))) ||
    (typedWords.length === 1 && initials.startsWith(typedWords[0] ?? ''))
  );
}

function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

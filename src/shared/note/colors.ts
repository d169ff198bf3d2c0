import type { NoteFields } from './note.ts';

/** Colours of notes, by the names that Google Keep uses, in the order in which they are offered. */
export const COLORS = [
  'RED',
  'ORANGE',
  'YELLOW',
  'GREEN',
  'TEAL',
  'BLUE',
  'CERULEAN',
  'PURPLE',
  'PINK',
  'BROWN',
  'GRAY',
] as const;
export type Color = (typeof COLORS)[number];

/** The stored colour of a note whose colour the user has removed. */
export const NO_COLOR = 'DEFAULT';

/** The colour that is shown; null for none, and for a colour that only another client knows. */
export function colorOf(stored: NoteFields['color']): Color | null {
  return COLORS.find((color) => color === stored) ?? null;
}

/**
 * Realistic notes as somebody has marked them: each tenth is pinned up to 5,000, and three of four have up to
 * three of 200 labels.
 */
import type { NoteFields } from '#shared/note/note.ts';
import { createRandom } from '#tests/fuzz/random.ts';
import { manyRealisticNotes, type RealisticNote } from '#tests/support/realistic-notes.ts';

/** The most pinned notes. Only active notes are pinned. */
export const PINS = 5_000;
const LABELS = 200;
export const LABEL_NAMES: readonly string[] = Array.from({ length: LABELS }, (_, label) =>
  label % 3 === 0 ? `Two words ${label}` : `Label${label}`,
);

export type MarkedNote = RealisticNote & Pick<NoteFields, 'isPinned' | 'labels'>;

/** @param most the most notes that are pinned */
export function manyMarkedNotes(count: number, most = PINS): MarkedNote[] {
  const random = createRandom(7);
  let pins = 0;
  return manyRealisticNotes(count).map((note) => {
    const isPinned = pins < most && !note.isArchived && !note.isDeleted && random.oneIn(10) ? true : null;
    if (isPinned === true) pins += 1;
    // A few labels are on many notes, and most on few.
    const labels = Array.from({ length: random.integer(0, 3) }, () =>
      LABEL_NAMES.at(Math.floor(LABELS * (random.integer(0, 999) / 1_000) ** 3)),
    ).filter((name) => name !== undefined);
    return { ...note, isPinned, labels: labels.length === 0 ? null : [...new Set(labels)] };
  });
}

/** Pin, colour and labels of a draft of a new note: JSON as `Marks` of `#shared/marks.ts` has it, null where it has none. */
export const draftMarks = 'ALTER TABLE drafts ADD COLUMN marks TEXT;';

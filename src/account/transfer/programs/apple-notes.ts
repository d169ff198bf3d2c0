/** The database of Apple Notes. Its own exports are Markdown. */
import { refuse } from './program.ts';

export const appleNotes = refuse(
  'This is the database of Apple Notes, which Inkling does not read. In Notes select the notes, choose File › Export as › Markdown (macOS 26 or later), and import that folder.',
  (read) =>
    read.type === 'other' &&
    read.beginning.startsWith('SQLite format 3\0') &&
    (/ZICCLOUDSYNCINGOBJECT|ZICNOTEDATA/.test(read.beginning) || /NoteStore\.sqlite$/i.test(read.file.name)),
);

/** Evernote's exports (ENEX) and the database of its older versions. */
import { refuse } from './program.ts';

export const evernote = refuse(
  'This is an Evernote export, which Inkling does not read. Joplin does: there choose File › Import › ENEX as Markdown, then File › Export all › MD + Front Matter, and import that folder.',
  (read) =>
    (read.type === 'other' && /<(?:!DOCTYPE )?en-export\b/.test(read.beginning.replaceAll('\0', ''))) ||
    /\.(?:enex|enb|exb)$/i.test(read.file.name),
);

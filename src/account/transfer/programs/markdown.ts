/** Markdown and plain text of any program, and the exports of Inkling, which are Markdown. */
import { entryOfText } from '../notes/markdown-note.ts';
import { leftOut } from '../sources/outcome.ts';
import type { CreateProgram } from './program.ts';

const OTHER_PAGE = leftOut('A web page. Inkling reads only those of Google Keep.');

export const createMarkdown: CreateProgram = (uid) => ({
  read(read) {
    if (read.type === 'html') return OTHER_PAGE;
    return read.type === 'text' ? { kind: 'notes', entries: [entryOfText(read.text, read.file, uid)] } : null;
  },
});

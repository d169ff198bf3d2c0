/** All programs that are recognised. The first one that knows a file has it. */
import type { Uid } from '#shared/note/note.ts';
import { appleNotes } from './apple-notes.ts';
import { evernote } from './evernote.ts';
import { createGoogleKeep } from './google-keep.ts';
import { joplin } from './joplin.ts';
import { createMarkdown } from './markdown.ts';
import { notesnookBackup } from './notesnook.ts';
import type { Program } from './program.ts';
import { createSimplenote } from './simplenote.ts';
import { createStandardNotes } from './standard-notes.ts';
import { createTextBundle } from './textbundle.ts';

export function createPrograms(uid: Uid): readonly Program[] {
  return [
    createGoogleKeep,
    createSimplenote,
    createStandardNotes,
    createTextBundle,
    joplin,
    evernote,
    appleNotes,
    notesnookBackup,
    // Takes any text, so it is the last one.
    createMarkdown,
  ].map((create) => create(uid));
}

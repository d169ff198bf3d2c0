/** All programs that are recognised. The first one that knows a file has it. */
import type { Uid } from '#shared/note/note.ts';
import { createGoogleKeep } from './google-keep.ts';
import { createMarkdown } from './markdown.ts';
import type { Program } from './program.ts';
import { createRefused } from './refused.ts';
import { createSimplenote } from './simplenote.ts';
import { createTextBundle } from './textbundle.ts';

export function createPrograms(uid: Uid): readonly Program[] {
  return [
    createGoogleKeep,
    createSimplenote,
    createRefused,
    createTextBundle,
    // Takes any text, so it is the last one.
    createMarkdown,
  ].map((create) => create(uid));
}

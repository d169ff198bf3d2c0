/** Puts the words of a note on the clipboard as plain text: the title, an empty line, the text. */
import type { NoteContent } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { showNotice, showFailure } from '../../toast/notices.ts';

/** @param done what the toast says when the words are on the clipboard */
export function copyWords({ title, text }: NoteContent, done: string): void {
  const words = [title, text].filter((part) => part !== '').join('\n\n');
  call('app:copy-text', words).then(() => showNotice({ text: done }), showFailure);
}

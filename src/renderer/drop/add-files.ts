/** Makes notes of dropped files, with one toast for all of them, whose Undo moves them to the trash. */
import { countOf } from '#shared/count.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note.ts';
import { messageOf } from '#shared/error.ts';
import { call } from '../bridge/client.ts';
import { callOrShowFailure, showNotice } from '../toast/notices.ts';
import { type FileFacts, noteOfFile, type Refusal, refusalSentence, refuseUnread } from './dropped-file.ts';

export interface DroppedFile extends FileFacts {
  readonly read: () => Promise<ArrayBuffer>;
}

/** As many notes as one Undo can move. More files are to be imported instead. */
const MOST_FILES = 1000;

/** The files of a drop. The drop can be read only while it is being handled, its files later as well. */
export function droppedFiles({ items }: DataTransfer): DroppedFile[] {
  return [...items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) return [];
    const isFolder = item.webkitGetAsEntry()?.isDirectory === true;
    const { name, type, size } = file;
    return [{ name, type, size, isFolder, read: () => file.arrayBuffer() }];
  });
}

/** @param uid the account that the files were dropped for (S14) */
export async function addFiles(uid: Uid, files: readonly DroppedFile[]): Promise<void> {
  if (files.length > MOST_FILES) {
    showNotice({ text: `At most ${countOf(MOST_FILES, 'file')} can be dropped at once.`, failure: true });
    return;
  }
  const added: NoteId[] = [];
  const refused: (readonly [string, Refusal])[] = [];
  try {
    for (const file of files) {
      const content = await readNote(file);
      if (typeof content === 'string') refused.push([file.name, content]);
      else added.push(await call('notes:add', uid, content, null));
    }
  } catch (error) {
    showNotice({ text: messageOf(error), failure: true });
  }
  if (added.length > 0) {
    const undo = (): void => callOrShowFailure('notes:move', uid, added, 'trash');
    showNotice({ text: textOf(added.length), textOf, count: added.length, undo });
  }
  if (refused.length > 0) showNotice({ text: refusalSentence(refused), failure: true });
}

function textOf(count: number): string {
  return count === 1 ? 'Note added' : `${countOf(count, 'note')} added`;
}

/** The note that a file becomes, or why it becomes none. */
export async function readNote(file: DroppedFile): Promise<NoteContent | Refusal> {
  const { name, read } = file;
  const refusal = refuseUnread(file);
  if (refusal !== null) return refusal;
  try {
    return noteOfFile(name, new Uint8Array(await read()));
  } catch {
    return 'it could not be read.';
  }
}

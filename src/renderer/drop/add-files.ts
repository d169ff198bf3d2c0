/**
 * Makes notes of dropped text files, with a single toast whose Undo moves them to the trash. Archives,
 * folders and files of other programs are imported.
 */
import { countOf } from '#shared/base/count.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note/note.ts';
import { messageOf } from '#shared/base/error.ts';
import { call, importDropped } from '../bridge/client.ts';
import { changeStep } from '../notes/actions/change-notes.ts';
import { sessionAtom, uidOf } from '../state/session.ts';
import { store } from '../state/store.ts';
import { showNotice } from '../toast/notices.ts';
import { showUndoable } from '../toast/undo.ts';
import {
  type FileFacts,
  isForImport,
  noteOfFile,
  type Refusal,
  refusalSentence,
  refuseUnread,
} from './dropped-file.ts';

export interface DroppedFile extends FileFacts {
  readonly file: File;
}

/** As many notes as one Undo can move; more files are imported. */
const MOST_FILES = 1000;

/** The files of a drop. A drop can be read only during its event, its files also later. */
export function droppedFiles({ items }: DataTransfer): DroppedFile[] {
  return [...items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) return [];
    const isFolder = item.webkitGetAsEntry()?.isDirectory === true;
    const { name, type, size } = file;
    return [{ name, type, size, isFolder, file }];
  });
}

/**
 * Makes notes of text files, or imports all files if any of them needs an import.
 * @param uid the account that the files were dropped for (S14)
 */
export async function addOrImport(uid: Uid, files: readonly DroppedFile[]): Promise<void> {
  if (files.length <= MOST_FILES && !files.some(isForImport)) {
    await addFiles(uid, files);
    return;
  }
  try {
    await importDropped(
      uid,
      files.map(({ file }) => file),
    );
  } catch (error) {
    showNotice({ text: messageOf(error), failure: true });
  }
}

async function addFiles(uid: Uid, files: readonly DroppedFile[]): Promise<void> {
  const added: NoteId[] = [];
  const refused: (readonly [string, Refusal])[] = [];
  let failure: string | null = null;
  try {
    for (const file of files) {
      const content = await readNote(file);
      if (typeof content === 'string') refused.push([file.name, content]);
      else added.push(await call('notes:add', uid, content, null));
    }
  } catch (error) {
    failure = messageOf(error);
  }
  // S10: another account must not see the names of these files.
  if (uidOf(store.get(sessionAtom)) !== uid) return;
  if (failure !== null) showNotice({ text: failure, failure: true });
  if (added.length > 0) {
    const count = added.length;
    const step = changeStep(uid, [{ ids: added, from: { isDeleted: false }, to: { isDeleted: true } }]);
    showUndoable({ text: textOf(count), textOf, count }, { name: 'Adding', count, step });
  }
  if (refused.length > 0) showNotice({ text: refusalSentence(refused), failure: true });
}

function textOf(count: number): string {
  return count === 1 ? 'Note added' : `${countOf(count, 'note')} added`;
}

export async function readNote(dropped: DroppedFile): Promise<NoteContent | Refusal> {
  const refusal = refuseUnread(dropped);
  if (refusal !== null) return refusal;
  try {
    return noteOfFile(dropped.name, new Uint8Array(await dropped.file.arrayBuffer()));
  } catch {
    return 'it could not be read.';
  }
}

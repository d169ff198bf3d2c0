/**
 * The dialog in which a note is edited, or only read if it is in the trash (spec §2), with the dialogs that open over
 * it: earlier versions, the comparison of a conflict copy, and the question before the note is deleted forever.
 */
import { Dialog, DialogSurface, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, type RefObject, useEffect, useRef, useState } from 'react';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { focusTopDialog } from '../../components/focus-guard.ts';
import { listen } from '../../bridge/client.ts';
import { useAccount } from '../../session/account.ts';
import { ink } from '../../theme/theme.ts';
import { useTint } from '../../theme/tints.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DeleteForeverDialog } from '../actions/delete-forever-dialog.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { EditForm } from './edit-form.tsx';
import { editingAtom } from '../state/editing.ts';
import {
  discard,
  forgetOpened,
  isReadOnly,
  isUnsaved,
  leaveAndAct,
  loadNote,
  type OpenedNote,
  openedAtom,
  refreshMarks,
  restoreVersion,
  saveAndStay,
  settleConflict,
} from './editor.ts';
import { useNoteActions } from '../actions/use-note-actions.tsx';
import { useNoteInHistory } from './use-note-in-history.ts';

const useStyles = makeStyles({
  sheet: {
    display: 'flex',
    flexDirection: 'column',
    width: '640px',
    maxHeight: 'calc(100vh - 64px)',
    padding: '0',
    boxShadow: ink.shadowUp,
    '@media screen and (max-width: 480px)': { padding: '0' },
  },
});

export function EditDialog(): JSX.Element {
  const surface = useDialogStyles().surface;
  const { sheet } = useStyles();
  const uid = useAccount();
  const editing = useAtomValue(editingAtom);
  const opened = useAtomValue(openedAtom);
  const shown = editing !== null && opened?.id === editing.id ? opened : null;
  const tint = useTint(shown?.shownMarks.color ?? null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (editing !== null) return loadNote(uid, editing);
    forgetOpened();
    return undefined;
  }, [uid, editing]);
  const isOpen = shown !== null;
  useEffect(() => (isOpen ? listen('notes:changed', () => void refreshMarks()) : undefined), [isOpen]);
  useNoteInHistory(uid);
  const number = shown?.number;
  // Runs after the dialog's own effect, which gives the focus to its first field.
  useEffect(() => {
    if (number !== undefined) putCaretAtEnd(textRef.current);
  }, [number]);
  return (
    <Dialog open={isOpen} onOpenChange={(_event, data) => !data.open && void discard('typed now')}>
      <DialogSurface
        className={mergeClasses(surface, ...tint, sheet)}
        aria-label={shown?.list === 'trashed' ? 'Note in the trash' : 'Edit note'}
      >
        {shown !== null && <Inside note={shown} textRef={textRef} compares={editing?.compare === true} />}
      </DialogSurface>
    </Dialog>
  );
}

/** The dialogs that can open over the sheet. */
type InnerDialog = 'history' | 'conflict' | 'question';

interface InsideProps {
  readonly note: OpenedNote;
  readonly textRef: RefObject<HTMLTextAreaElement | null>;
  /** Whether the dialog opens with the comparison of the conflict copy. */
  readonly compares: boolean;
}

function Inside({ note, textRef, compares }: InsideProps): JSX.Element {
  const actions = useNoteActions();
  const [inner, setInner] = useState<InnerDialog | null>(null);
  const comparesFirst = compares && note.conflictOf !== null;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only after the sheet has opened, because it takes the focus from what opens together with it
    if (comparesFirst) setInner('conflict');
  }, [comparesFirst]);
  /** Had the focus before, and gets it back. */
  const opener = useRef<Element | null>(null);
  const showInner = (what: InnerDialog): void => {
    opener.current = document.activeElement;
    setInner(what);
  };
  const closeInner = (): void => {
    setInner(null);
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
      else textRef.current?.focus();
      focusTopDialog();
    });
  };
  return (
    <>
      <EditForm
        key={note.number}
        note={note}
        textRef={textRef}
        onMove={(transition) => void leaveAndAct((id) => actions.move(id, transition, note.list))}
        onDeleteForever={() => showInner('question')}
        onShowHistory={() => showInner('history')}
        // The typed words are saved first, because the comparison shows what is saved.
        onCompare={() => void saveAndStay().then(() => showInner('conflict'))}
      />
      <EarlierVersions
        id={note.id}
        open={inner === 'history'}
        unsaved={isUnsaved(note)}
        onClose={closeInner}
        onRestore={isReadOnly(note) ? null : (content) => void restoreVersion(content)}
      />
      <ConflictDialog
        id={note.id}
        open={inner === 'conflict'}
        onClose={closeInner}
        onChoose={(conflict, choice) => void settleConflict(conflict, choice)}
      />
      <DeleteForeverDialog
        open={inner === 'question'}
        what={{ title: note.base.title, excerpt: note.base.text }}
        onAnswer={(confirmed) => {
          if (confirmed) void leaveAndAct(actions.deleteForever);
          else closeInner();
        }}
      />
    </>
  );
}

/** Typing goes on at the end of the text, which is shown together with the caret. */
function putCaretAtEnd(text: HTMLTextAreaElement | null): void {
  // Another dialog may be open over the sheet; it keeps the focus.
  if (text?.closest('[role=dialog]') !== [...document.querySelectorAll('[role=dialog]')].at(-1)) return;
  text?.focus({ preventScroll: true });
  text?.setSelectionRange(text.value.length, text.value.length);
  text?.scrollTo({ top: text.scrollHeight });
}

/**
 * The dialog that edits a note, or only shows it if it is in the trash (spec §2). The list of earlier
 * versions is at its side. Over it open the comparison of a conflict copy, and the question before the note
 * is deleted forever.
 */
import { Dialog, DialogSurface, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import {
  type JSX,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { LESS_ABOVE_TOAST, useDialogStyles } from '../../components/dialog-styles.ts';
import { focusTopDialog } from '../../components/focus-guard.ts';
import { listen } from '../../bridge/client.ts';
import { useAccount } from '../../session/account.ts';
import { tokens } from '../../theme/theme.ts';
import { useTint } from '../../theme/tints.ts';
import { ConflictDialog } from '../conflict/conflict-dialog.tsx';
import { DeleteForeverDialog } from '../actions/delete-forever-dialog.tsx';
import { EarlierVersion } from '../history/earlier-version.tsx';
import { useSheetWithListStyles } from '../history/sheet-with-list.ts';
import { useEarlierVersions } from '../history/use-earlier-versions.ts';
import { VersionList } from '../history/version-list.tsx';
import { EditForm } from './edit-form.tsx';
import { SheetMotion } from './sheet-motion.ts';
import { editingAtom } from '../state/editing.ts';
import {
  closedAtom,
  discard,
  forgetClosed,
  forgetOpened,
  isReadOnly,
  isUnsavedAtom,
  leaveAndAct,
  loadNote,
  refreshMarks,
  restoreVersion,
  saveAndStay,
  settleConflict,
  type Sheet,
  sheetAtom,
} from './editor.ts';
import { useNoteActions } from '../actions/use-note-actions.tsx';
import { useNoteInHistory } from './use-note-in-history.ts';

const useStyles = makeStyles({
  sheet: {
    display: 'flex',
    flexDirection: 'column',
    width: '640px',
    maxHeight: `calc(100vh - 64px - ${LESS_ABOVE_TOAST})`,
    padding: '0',
    boxShadow: tokens.shadow16,
    '@media screen and (max-width: 480px)': { padding: '0' },
  },
  /** Holds the form, which fills it even if the sheet is taller than its words. */
  form: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '0',
    minWidth: '0',
    '& > form': { flexGrow: 1 },
  },
  hidden: { display: 'none' },
  contents: { display: 'contents' },
});

export function EditDialog(): JSX.Element {
  const surface = useDialogStyles().surface;
  const { sheet, contents } = useStyles();
  const uid = useAccount();
  const editing = useAtomValue(editingAtom);
  const opened = useAtomValue(sheetAtom);
  const shown = editing !== null && opened?.id === editing.id ? opened : null;
  /** The note of a closed sheet, which is seen until it is back in its card. */
  const closed = useAtomValue(closedAtom);
  const seen = shown ?? opened ?? closed;
  const tint = useTint(seen?.shownMarks.color ?? null);
  const surfaceRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (editing !== null) return loadNote(uid, editing);
    forgetOpened();
    return undefined;
  }, [uid, editing]);
  const isOpen = shown !== null;
  useLayoutEffect(() => {
    const active = document.activeElement;
    // The next key belongs to the page.
    if (!isOpen && active instanceof HTMLElement && surfaceRef.current?.contains(active)) active.blur();
  }, [isOpen]);
  useEffect(() => (isOpen ? listen('notes:changed', () => void refreshMarks()) : undefined), [isOpen]);
  useNoteInHistory(uid);
  const number = shown?.number;
  // Runs after the dialog's own effect, which focuses its first field.
  useEffect(() => {
    if (number !== undefined) putCaretAtEnd(textRef.current);
  }, [number]);
  const [beside, setBeside] = useState<Beside | null>(null);
  const isBeside = beside !== null && beside.number === seen?.number;
  const inner = isBeside && (isOpen || beside.what === 'history') ? beside.what : null;
  const withList = useSheetWithListStyles().sheet;
  /** Had the focus before, and gets it back. */
  const opener = useRef<Element | null>(null);
  const showInner = (what: Inner): void => {
    // Must be in the dialog: the comparison may have been opened from a card in the page behind.
    opener.current = document.activeElement?.closest('[role=dialog]') ? document.activeElement : null;
    if (number !== undefined) setBeside({ number, what });
  };
  const closeInner = (): void => {
    setBeside(null);
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
      else textRef.current?.focus();
      focusTopDialog();
    });
  };
  const sheetName = seen?.list === 'trashed' ? 'Note in the trash' : 'Edit note';
  return (
    <Dialog
      open={isOpen}
      surfaceMotion={{
        children: (_motion, props) => <SheetMotion {...props} noteId={seen?.id ?? ''} />,
        onMotionFinish: (_event, { direction }) => direction === 'exit' && forgetClosed(),
      }}
      onOpenChange={(_event, data) => {
        if (data.open) return;
        // One step back, from the earlier versions to the note.
        if (inner === 'history') closeInner();
        else void discard('typed now');
      }}
    >
      <DialogSurface
        ref={(element: HTMLDivElement | null) => {
          surfaceRef.current = element;
        }}
        className={mergeClasses(surface, ...tint, sheet, inner === 'history' && withList)}
        aria-label={inner === 'history' ? 'Earlier versions' : sheetName}
      >
        {seen !== null && (
          <div className={contents} inert={!isOpen}>
            <Inside
              note={seen}
              textRef={textRef}
              compares={editing?.compare === true}
              inner={inner}
              onShow={showInner}
              onClose={closeInner}
            />
          </div>
        )}
      </DialogSurface>
    </Dialog>
  );
}

/** A panel beside the sheet, or a dialog over it. */
type Inner = 'history' | 'conflict' | 'question';

interface Beside {
  readonly what: Inner;
  /** The opening that it belongs to (`Opened.number`). */
  readonly number: number;
}

interface InsideProps {
  readonly note: Sheet;
  readonly textRef: RefObject<HTMLTextAreaElement | null>;
  readonly compares: boolean;
  readonly inner: Inner | null;
  readonly onShow: (what: Inner) => void;
  readonly onClose: () => void;
}

function Inside({ note, textRef, compares, inner, onShow, onClose }: InsideProps): JSX.Element {
  const styles = useStyles();
  const actions = useNoteActions();
  // Typed words are saved first, because the comparison shows and settles saved words only.
  const compare = (): void => void saveAndStay().then(() => onShow('conflict'));
  const comparesFirst = compares && note.conflictOf !== null;
  const compareFirst = useEffectEvent(compare);
  useEffect(() => {
    // After the sheet has opened, because it would take the focus from a dialog that opens together with it.
    if (comparesFirst) compareFirst();
  }, [comparesFirst]);
  const versions = useEarlierVersions(note.id, inner === 'history');
  const unsaved = useAtomValue(isUnsavedAtom);
  const backToNow = (): void => {
    // Synchronously, because the next key already belongs to the note.
    flushSync(() => versions.choose('now'));
    textRef.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {/* Stays mounted while an earlier version is shown in its place, so that the fields keep their state.
       */}
      <div className={mergeClasses(styles.form, versions.shown !== null && styles.hidden)}>
        <EditForm
          key={note.number}
          note={note}
          textRef={textRef}
          onMove={(transition) => void leaveAndAct((id) => actions.change(id, transition))}
          onDeleteForever={() => onShow('question')}
          showsHistory={inner === 'history'}
          onHistory={() => (inner === 'history' ? onClose() : onShow('history'))}
          onCompare={compare}
        />
      </div>
      {versions.shown !== null && (
        <EarlierVersion
          {...versions}
          shown={versions.shown}
          unsaved={unsaved}
          onBack={backToNow}
          onRestore={isReadOnly(note) ? null : (content) => void restoreVersion(content)}
        />
      )}
      {inner === 'history' && <VersionList {...versions} unsaved={unsaved} onClose={onClose} />}
      <ConflictDialog
        id={note.id}
        open={inner === 'conflict'}
        onClose={onClose}
        onDecide={(conflict, decision) => void settleConflict(conflict, decision)}
      />
      <DeleteForeverDialog
        open={inner === 'question'}
        what={{ title: note.base.title, excerpt: note.base.text }}
        onAnswer={(confirmed) => {
          if (confirmed) void leaveAndAct(actions.deleteForever);
          else onClose();
        }}
      />
    </>
  );
}

function putCaretAtEnd(text: HTMLTextAreaElement | null): void {
  // Another dialog over the sheet keeps the focus.
  if (text?.closest('[role=dialog]') !== [...document.querySelectorAll('[role=dialog]')].at(-1)) return;
  text?.focus({ preventScroll: true });
  text?.setSelectionRange(text.value.length, text.value.length);
  text?.scrollTo({ top: text.scrollHeight });
}

/** The notes that the cloud refuses, with the reasons. The user can open one, or try them all again. */
import { Button, DialogActions, DialogContent, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type JSX, useCallback } from 'react';
import { assertNever } from '#shared/base/assert-never.ts';
import { nameOfNote, type NoteId } from '#shared/note/note.ts';
import type { RefusedNote, SyncState } from '#shared/ipc/sync-state.ts';
import { REFUSALS } from '#shared/base/reasons.ts';
import { call } from '../../bridge/client.ts';
import { type AnswerState, useAnswer } from '../../bridge/use-answer.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { giveFocusBack } from '../../components/focus-guard.ts';
import { editingAtom } from '../state/editing.ts';
import { useAccount } from '../../session/account.ts';
import { tokens } from '../../theme/theme.ts';
import { refusedOpenerAtom, syncAtom } from '../../sync/state.ts';
import { callOrShowFailure } from '../../toast/notices.ts';

const useStyles = makeStyles({
  intro: { margin: `0 0 ${tokens.spacingVerticalM}`, color: tokens.colorNeutralForeground2 },
  list: {
    margin: '0 -12px',
    padding: '0',
    listStyleType: 'none',
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
  },
  content: { maxHeight: 'min(440px, 56vh)', minHeight: '96px', paddingBottom: tokens.spacingVerticalS },
  actions: { paddingTop: tokens.spacingVerticalS },
  row: {
    display: 'block',
    width: '100%',
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalM}`,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
  },
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  reason: { display: 'block', color: tokens.colorNeutralForeground2 },
});

export function RefusedDialog(): JSX.Element {
  const [opener, setOpener] = useAtom(refusedOpenerAtom);
  const close = (): void => {
    setOpener(null);
    giveFocusBack(opener);
  };
  return (
    <DialogFrame open={opener !== null} title="Notes that could not be synced" onClose={close}>
      <Inside onLeave={() => setOpener(null)} />
    </DialogFrame>
  );
}

/** @param props.onLeave closes the dialog without returning the focus */
function Inside({ onLeave }: { readonly onLeave: () => void }): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const uid = useAccount();
  const edit = useSetAtom(editingAtom);
  const sync = useAtomValue(syncAtom);
  const count = sync?.refused ?? 0;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new count needs a new request, because a refusal changes no view
  const notes = useAnswer(useCallback(() => call('sync:refused'), [count]));
  const open = (id: NoteId): void => {
    onLeave();
    edit({ id });
  };
  const listed = notes.value !== null && notes.value.length > 0;
  return (
    <>
      <DialogContent className={mergeClasses(dialog.scroller, styles.content)}>
        <p className={styles.intro}>
          <output>{introduction(notes, sync)}</output>
        </p>
        {listed && (
          <ul className={styles.list}>
            {notes.value.map((note) => (
              <RefusedRow key={note.id} note={note} onOpen={() => open(note.id)} />
            ))}
          </ul>
        )}
      </DialogContent>
      <DialogActions className={styles.actions}>
        <Button
          appearance="primary"
          className={dialog.button}
          disabledFocusable={!listed}
          onClick={() => callOrShowFailure('sync:retry', uid)}
        >
          Try again
        </Button>
      </DialogActions>
    </>
  );
}

function introduction(
  { value, failure }: AnswerState<readonly RefusedNote[]>,
  sync: SyncState | null,
): string {
  if (failure !== null) return failure;
  if (value === null || sync === null) return '';
  if (value.length === 1) return 'It is safe on this device. All other notes keep syncing.';
  if (value.length > 1) return 'They are safe on this device. All other notes keep syncing.';
  switch (sync.phase) {
    case 'opening':
    case 'closed':
    case 'offline':
    case 'session-expired':
    case 'off':
      return 'Inkling tries again as soon as it reaches the cloud.';
    case 'cloud-refuses':
      return 'Inkling tries again once the cloud accepts changes.';
    case 'connecting':
    case 'live':
      return sync.pending > 0 ? 'Trying again…' : 'All notes are synced now.';
    default:
      return assertNever(sync.phase);
  }
}

interface RefusedRowProps {
  readonly note: RefusedNote;
  readonly onOpen: () => void;
}

function RefusedRow({ note, onOpen }: RefusedRowProps): JSX.Element {
  const styles = useStyles();
  return (
    <li>
      <Button appearance="subtle" className={styles.row} onClick={onOpen}>
        <span className={styles.name} dir="auto">
          {nameOf(note)}
        </span>
        <span className={styles.reason}>{REFUSALS[note.reason]}</span>
      </Button>
    </li>
  );
}

/** How many UTF-16 units of a name are shown, because a refused note may have a megabyte. */
const NAME_SHOWN = 200;

function nameOf({ title, excerpt }: RefusedNote): string {
  const line = nameOfNote(title, excerpt);
  return line === '' ? 'Empty note' : line.slice(0, NAME_SHOWN);
}

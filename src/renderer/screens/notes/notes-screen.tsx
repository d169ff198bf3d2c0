/**
 * The notes home (spec §2): the creation box, and below it the spinner while notes load, then the notes, or
 * why they cannot be read.
 */
import { makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { NoteList } from '../../notes/list/note-list.tsx';
import { useView } from '../../notes/state/use-view.ts';
import { syncAtom } from '../../sync/state.ts';
import { shownSyncAtom } from '../../sync/shown-sync.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { CreationBox } from './creation-box.tsx';
import { useHasLocalNotes, useLoading } from './loading.ts';
import { MoveIn } from './move-in.tsx';

// One element, because the list is drawn anew only when an answer arrives.
const MOVE_IN = <MoveIn />;

const useStyles = makeStyles({
  spinner: { padding: '32px 0' },
  // In the gap between the creation box and the notes, which stay in their places when it goes.
  aboveNotes: { height: '16px', margin: '-22px 0 6px', padding: '0', [ON_NARROW]: { margin: '-16px 0 0' } },
});

export function NotesScreen(): JSX.Element {
  const styles = useStyles();
  const loading = useLoading(useAtomValue(syncAtom));
  const { content, failure } = useView('active');
  const hasLocalNotes = useHasLocalNotes(content?.rows ?? null);
  const opening = useAtomValue(shownSyncAtom)?.phase === 'opening' && content === null;
  const hasRows = content !== null && content.rows.length > 0;
  const waiting = failure === null && (opening || loading === 'waiting' || loading === 'settling');
  // Notes that are on this device never wait, neither for the sync state nor for the cloud.
  const shown = failure !== null || loading === 'done' || (hasRows && (hasLocalNotes || !waiting));
  return (
    <>
      <CreationBox />
      {waiting && (
        <Spinner
          className={mergeClasses(styles.spinner, shown && styles.aboveNotes)}
          size={shown ? 'extra-tiny' : 'small'}
          aria-label="Loading notes"
        />
      )}
      {shown && <NoteList list="active" whenEmpty={MOVE_IN} />}
    </>
  );
}

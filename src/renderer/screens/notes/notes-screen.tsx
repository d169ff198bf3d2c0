/**
 * The notes home (spec §2): the creation box and below it the notes, a spinner while they load, or the reason
 * why they cannot be read.
 */
import { makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, lazy, Suspense } from 'react';
import { NoteList } from '../../notes/list/note-list.tsx';
import { useView } from '../../notes/state/use-view.ts';
import { syncAtom } from '../../sync/state.ts';
import { shownSyncAtom } from '../../sync/shown-sync.ts';
import { transferAtom } from '../../transfer/state.ts';
import { progressWords } from '../../transfer/words.ts';
import { useColumnStyles } from '../../theme/column.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { CreationBox } from './creation-box.tsx';
import { useHasLocalNotes, useLoading } from './loading.ts';
import { tokens } from '../../theme/theme.ts';

/** Loaded after the first screen, because it stands below everything else on it. */
const MoveIn = lazy(async () => ({ default: (await import('./move-in.tsx')).MoveIn }));

// A constant element, because the list renders only when its props change.
const MOVE_IN = (
  <Suspense fallback={null}>
    <MoveIn />
  </Suspense>
);

const useStyles = makeStyles({
  importing: {
    fontSize: '12px',
    lineHeight: '16px',
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  spinner: { padding: `${tokens.spacingVerticalXXXL} 0` },
  // In the gap between the creation box and the notes, which do not move when it disappears.
  aboveNotes: { height: '16px', margin: '-22px 0 6px', padding: '0', [ON_NARROW]: { margin: '-16px 0 0' } },
});

export function NotesScreen(): JSX.Element {
  const styles = useStyles();
  const columns = useColumnStyles();
  const loading = useLoading(useAtomValue(syncAtom));
  const { content, failure } = useView('active');
  const hasLocalNotes = useHasLocalNotes(content?.rows ?? null);
  const opening = useAtomValue(shownSyncAtom)?.phase === 'opening' && content === null;
  const hasRows = content !== null && content.rows.length > 0;
  const transfer = useAtomValue(transferAtom);
  const importing = transfer?.status === 'running' && transfer.kind === 'import';
  const waiting = failure === null && (opening || loading === 'waiting' || loading === 'settling');
  // Notes on this device are shown at once, without waiting for the sync state or the cloud.
  const shown = failure !== null || loading === 'done' || (hasRows && (hasLocalNotes || !waiting));
  return (
    <>
      <CreationBox />
      {importing && (
        // The drawer's foot says the same to screen readers.
        <p className={mergeClasses(columns.column, styles.aboveNotes, styles.importing)} aria-hidden>
          {progressWords(transfer)}
        </p>
      )}
      {waiting && (
        <Spinner
          className={mergeClasses(columns.column, styles.spinner, shown && styles.aboveNotes)}
          size={shown ? 'extra-tiny' : 'small'}
          aria-label="Loading notes"
        />
      )}
      {shown && <NoteList list="active" whenEmpty={MOVE_IN} />}
    </>
  );
}

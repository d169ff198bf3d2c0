/** The notes home (spec §2): the creation box, and below it the spinner while notes load, then the notes. */
import { makeStyles, Spinner } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { viewAtom } from '../../notes/views.ts';
import { NoteList } from '../../notes/note-list.tsx';
import { syncAtom } from '../../sync/state.ts';
import { CreationBox } from './creation-box.tsx';
import { useLoading } from './loading.ts';

const useStyles = makeStyles({ spinner: { padding: '32px 0' } });

export function NotesScreen(): JSX.Element {
  const styles = useStyles();
  const loading = useLoading(useAtomValue(syncAtom));
  // A note that was typed before anything arrived is never hidden behind the spinner.
  const typedHere = useAtomValue(viewAtom('active')).content?.rows.some((row) => row.pending) === true;
  const waiting = loading === 'waiting' || loading === 'settling';
  return (
    <>
      <CreationBox />
      {waiting && <Spinner className={styles.spinner} size="small" aria-label="Loading notes" />}
      {(loading === 'done' || (waiting && typedHere)) && <NoteList list="active" />}
    </>
  );
}

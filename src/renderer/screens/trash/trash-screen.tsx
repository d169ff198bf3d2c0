/** The trash (spec §2): notes can be restored or deleted forever, not edited. */
import { Button } from '@fluentui/react-components';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { useAtomValue, useSetAtom } from 'jotai';
import type { JSX } from 'react';
import { isBlank } from '#shared/search.ts';
import { NoteList } from '../../notes/note-list.tsx';
import { toDeleteAtom } from '../../notes/to-delete.ts';
import { viewAtom } from '../../notes/views.ts';
import { allOf } from '../../selection/selection.ts';
import { useEntryStyles } from './entry-styles.ts';
import { RemovedNotes } from './removed-notes.tsx';

export function TrashScreen(): JSX.Element {
  const styles = useEntryStyles();
  return (
    <>
      <div className={styles.row}>
        <EmptyTrash />
        <RemovedNotes />
      </div>
      <NoteList list="trashed" />
    </>
  );
}

/** Deletes everything in the trash, after one question. Not under a query: somebody would take it for what deletes the hits. */
function EmptyTrash(): JSX.Element | null {
  const styles = useEntryStyles();
  const { content } = useAtomValue(viewAtom('trashed'));
  const ask = useSetAtom(toDeleteAtom);
  if (content === null || content.total === 0 || !isBlank(content.query)) return null;
  const { query } = content;
  return (
    <Button
      appearance="subtle"
      className={styles.entry}
      icon={<DeleteDismissRegular />}
      aria-haspopup="dialog"
      onClick={() => ask({ selection: allOf({ list: 'trashed', query }) })}
    >
      Empty trash now
    </Button>
  );
}

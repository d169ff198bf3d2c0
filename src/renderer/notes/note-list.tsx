/** One list under the shared query: its cards, or what stands in for them where there are none (spec §2). */
import { makeStyles } from '@fluentui/react-components';
import { Search32Light } from '@fluentui/react-icons/svg/search';
import { useSetAtom } from 'jotai';
import { type JSX, memo, useMemo, useState } from 'react';
import { countOf } from '#shared/count.ts';
import type { ListName, NoteId } from '#shared/note.ts';
import { isBlank } from '#shared/search.ts';
import { TEXTS } from '#shared/spec.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { CardCommandsProvider } from './card-commands.ts';
import { CardGrid } from './card-grid.tsx';
import { DeleteForeverDialog } from './delete-forever-dialog.tsx';
import { editingAtom } from './editing.ts';
import { LIST_INFO } from './lists.ts';
import { Unreadable } from './unreadable.tsx';
import { useNoteActions } from './use-note-actions.tsx';
import { useView } from './use-view.ts';
import type { ViewContent } from './view-window.ts';

const useStyles = makeStyles({ root: { position: 'relative' } });

export function NoteList({ list }: { readonly list: ListName }): JSX.Element {
  const styles = useStyles();
  const { content, failure } = useView(list);
  const actions = useNoteActions();
  const edit = useSetAtom(editingAtom);
  const [toDelete, setToDelete] = useState<NoteId | null>(null);
  const commands = useMemo(
    () => ({
      open: (id: NoteId) => edit({ id }),
      move: (id: NoteId, transition: Parameters<typeof actions.move>[1]) =>
        actions.move(id, transition, list),
      deleteForever: setToDelete,
    }),
    [actions, edit, list],
  );
  return (
    <CardCommandsProvider value={commands}>
      <div className={styles.root}>
        <VisuallyHidden as="output">{announcement(content)}</VisuallyHidden>
        {failure !== null && <Unreadable reason={failure} />}
        {failure === null && content !== null && <Content list={list} content={content} />}
      </div>
      <DeleteForeverDialog
        open={toDelete !== null}
        onAnswer={(confirmed) => {
          if (confirmed && toDelete !== null) actions.deleteForever(toDelete);
          setToDelete(null);
        }}
      />
    </CardCommandsProvider>
  );
}

interface ContentProps {
  readonly list: ListName;
  readonly content: ViewContent;
}

/** Not drawn again with each key in the search box, but when there is an answer. */
const Content = memo(function Content({ list, content }: ContentProps): JSX.Element | null {
  const { emptyIcon, emptyText } = LIST_INFO[list];
  if (content.total > 0) return <CardGrid list={list} content={content} />;
  if (isBlank(content.query)) return <EmptyState icon={emptyIcon} text={emptyText} />;
  // None is found so far, and the rest is still being searched.
  if (content.atLeast === true) return null;
  return <EmptyState icon={Search32Light} text={TEXTS.noMatch} />;
});

function announcement(content: ViewContent | null): string {
  // What is still being counted is not announced twice.
  if (content === null || isBlank(content.query) || content.atLeast === true) return '';
  return content.total === 0 ? 'No notes found' : `${countOf(content.total, 'note')} found`;
}

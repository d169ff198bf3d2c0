/** A list under the shared search: its cards, or a message if there are none (spec §2). */
import { makeStyles } from '@fluentui/react-components';
import { Search32Light } from '@fluentui/react-icons/svg/search';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import { useAtomValue, useSetAtom } from 'jotai';
import { Fragment, type JSX, lazy, memo, type ReactNode, Suspense, useMemo } from 'react';
import { countOf } from '#shared/base/count.ts';
import type { ListName, NoteId } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { isEmptySearch, type NoteRow } from '#shared/note/view.ts';
import { isBlank } from '#shared/text/search.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { visuallyHidden } from '../../components/visually-hidden.tsx';
import { searchAtom } from '../../search/query.ts';
import { tokens } from '../../theme/theme.ts';
import { CardCommandsProvider } from '../card/card-commands.ts';
import { CardGrid } from './card-grid.tsx';
import { editingAtom } from '../state/editing.ts';
import { LIST_INFO } from '../state/lists.ts';
import { toDeleteAtom } from '../state/to-delete.ts';
import { useFirstResult } from './use-first-result.ts';
import { hasAnswer, useIsLate } from './use-is-late.ts';
import { useNoteActions } from '../actions/use-note-actions.tsx';
import { useView } from '../state/use-view.ts';
import type { ViewContent } from '../state/view-window.ts';

// Loaded after the first screen: two are needed only after a search, the third one hardly ever.
const NearHits = lazy(async () => ({ default: (await import('./near-hits.tsx')).NearHits }));
const HitsElsewhere = lazy(async () => ({
  default: (await import('./hits-elsewhere.tsx')).HitsElsewhere,
}));
const Unreadable = lazy(async () => ({ default: (await import('./unreadable.tsx')).Unreadable }));

const useStyles = makeStyles({
  root: { position: 'relative' },
  found: {
    display: 'block',
    // A fixed height, because the line is empty while notes are being counted.
    height: '20px',
    margin: `0 0 ${tokens.spacingVerticalMNudge}`,
    fontSize: '13px',
    lineHeight: '20px',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground3,
  },
  hidden: visuallyHidden,
  // Pale, but with enough contrast for all text. Inert, because the answer may put another card under the
  // pointer at any moment.
  earlier: {
    '--colorNeutralForeground1': tokens.colorNeutralForeground2,
    '--colorBrandForegroundLink': tokens.colorNeutralForeground2,
    '--colorHitBackground': 'transparent',
    '--colorNeutralCardBackground': tokens.colorNeutralBackground2,
    '--shadow4': 'none',
    pointerEvents: 'none',
  },
});

const SEARCHING = 'Searching…';

interface NoteListProps {
  readonly list: ListName;
  /** Shown below the message of an empty list. */
  readonly whenEmpty?: ReactNode;
}

export function NoteList({ list, whenEmpty }: NoteListProps): JSX.Element {
  const styles = useStyles();
  const { content, failure } = useView(list);
  const search = useAtomValue(searchAtom);
  const isLate = useIsLate(failure === null ? content : null, search);
  useFirstResult(list, content);
  const actions = useNoteActions();
  const edit = useSetAtom(editingAtom);
  const askToDelete = useSetAtom(toDeleteAtom);
  const commands = useMemo(
    () => ({
      open: (id: NoteId) => edit({ id }),
      change: actions.change,
      deleteForever: (note: NoteRow) => askToDelete({ note }),
    }),
    [actions, askToDelete, edit],
  );
  return (
    <CardCommandsProvider value={commands}>
      <div className={styles.root}>
        <output className={isLate || showsHits(content) ? styles.found : styles.hidden}>
          {isLate ? SEARCHING : announcement(content)}
        </output>
        {failure !== null && (
          <Suspense fallback={null}>
            <Unreadable reason={failure} />
          </Suspense>
        )}
        {/* Cards of the previous search stay until the answer arrives. */}
        <div className={isLate ? styles.earlier : undefined} aria-busy={isLate}>
          {failure === null && content !== null && (
            <Content list={list} content={content} whenEmpty={whenEmpty} />
          )}
        </div>
        {content !== null && !isEmptySearch(search) && hasAnswer(content, search) && (
          <Fragment key={JSON.stringify(search)}>
            <Suspense fallback={null}>
              {offersNearHits(content) && (
                <NearHits
                  key={String(hasFewHits(content))}
                  list={list}
                  search={search}
                  hasFewHits={hasFewHits(content)}
                  isAlone={content.total === 0}
                />
              )}
              <HitsElsewhere list={list} search={search} isAlone={content.total === 0} />
            </Suspense>
          </Fragment>
        )}
      </div>
    </CardCommandsProvider>
  );
}

interface ContentProps extends NoteListProps {
  readonly content: ViewContent;
}

/** Renders when an answer arrives, not with each key in the search box. */
const Content = memo(function Content({ list, content, whenEmpty }: ContentProps): JSX.Element | null {
  const { emptyIcon, emptyText } = LIST_INFO[list];
  if (content.total > 0) return <CardGrid list={list} content={content} />;
  if (isEmptySearch(content)) {
    return (
      <EmptyState icon={emptyIcon} text={emptyText}>
        {whenEmpty}
      </EmptyState>
    );
  }
  // No hits so far, and the search is not finished.
  if (content.atLeast === true) return null;
  if (isBlank(content.query))
    return <EmptyState icon={TagRegular} text={noLabelledText(list, content.labels)} />;
  return <EmptyState icon={Search32Light} text={TEXTS.noMatch} />;
});

const KIND: Readonly<Record<ListName, string>> = { active: '', archived: 'archived ', trashed: 'deleted ' };

/** The message when no note has all of these labels. */
function noLabelledText(list: ListName, labels: readonly string[]): string {
  const names = labels.map((name) => `“${name}”`).join(' and ');
  return `No ${KIND[list]}notes labelled ${names}`;
}

/** With more hits than this, the query was hardly mistyped, and near matches would be far down. */
const FEW_HITS = 2;

function hasFewHits({ total }: ViewContent): boolean {
  return total <= FEW_HITS;
}

function offersNearHits(content: ViewContent): boolean {
  // More may be found of a few.
  return !isBlank(content.query) && !(hasFewHits(content) && content.atLeast === true);
}

/** Without hits, the list itself says so. */
function showsHits(content: ViewContent | null): boolean {
  return content !== null && !isEmptySearch(content) && content.total > 0;
}

function announcement(content: ViewContent | null): string {
  // Announces only the final number, not those while hits are being counted.
  if (content === null || isEmptySearch(content) || content.atLeast === true) return '';
  return content.total === 0 ? 'No notes found' : `${countOf(content.total, 'note')} found`;
}

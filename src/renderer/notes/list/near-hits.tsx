/**
 * Notes that nearly match the query, below a list with few or no hits, grouped by how they match. They are
 * not hits of the search (spec §5), so they are rows instead of cards. A row opens its note.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtom, useSetAtom } from 'jotai';
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { countOf } from '#shared/base/count.ts';
import type { Range } from '#shared/text/hit-ranges.ts';
import type { NearPage } from '#shared/ipc/bulk.ts';
import { type NearKind, type NearNote, nearRanges } from '#shared/note/near.ts';
import type { ListName } from '#shared/note/note.ts';
import type { Search, View } from '#shared/note/view.ts';
import { call } from '../../bridge/client.ts';
import { visuallyHidden } from '../../components/visually-hidden.tsx';
import { awaitedResultAtom, isAwaitedIn } from '../../search/query.ts';
import { focusRing } from '../../theme/focus.ts';
import { ON_FORCED_COLORS } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { editingAtom } from '../state/editing.ts';
import { MOST_COUNTED } from './count-hits.ts';
import { useAfterPause } from './use-after-pause.ts';

const KINDS: readonly NearKind[] = ['accents', 'words'];
/** How many notes of each kind are listed. */
const MOST_LISTED = 12;

const useStyles = makeStyles({
  root: { maxWidth: '640px', margin: '28px auto 4px' },
  alone: { marginTop: tokens.spacingVerticalS },
  hidden: visuallyHidden,
  caption: {
    margin: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalXXS} ${tokens.spacingVerticalS}`,
    fontSize: '13px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground3,
  },
  rows: { display: 'grid', gap: tokens.spacingVerticalS, margin: '0', padding: '0', listStyleType: 'none' },
  row: {
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralCardBackground,
    color: tokens.colorNeutralForeground2,
    textAlign: 'start',
    fontFamily: 'inherit',
    fontSize: '14px',
    lineHeight: '20px',
    cursor: 'pointer',
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1}` },
    ...focusRing,
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  title: {
    display: 'block',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  hit: {
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorHitBackground,
    color: tokens.colorNeutralForeground1,
  },
  more: {
    margin: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXS} 0`,
    fontSize: '13px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground3,
  },
});

interface Near {
  readonly notes: readonly NearNote[];
  /** Whether there may be more. */
  readonly isMore: boolean;
}

interface NearHitsProps {
  readonly list: ListName;
  readonly search: Search;
  /** Whether the list itself has no hits. */
  readonly isAlone: boolean;
}

/** Must be mounted anew for another search. */
export function NearHits({ list, search, isAlone }: NearHitsProps): JSX.Element | null {
  const styles = useStyles();
  const rootRef = useRef<HTMLElement>(null);
  const [awaited, setAwaited] = useAtom(awaitedResultAtom);
  const [near, setNear] = useState<Near | null>(null);
  useAfterPause(async (signal) => {
    const found = await findNear({ list, ...search }, signal);
    if (!signal.aborted) setNear(found);
  });
  useEffect(() => {
    if (near === null || !isAlone || !isAwaitedIn(awaited, { list, ...search })) return;
    setAwaited(null);
    rootRef.current?.querySelector('button')?.focus();
  }, [near, isAlone, awaited, list, search, setAwaited]);

  const groups = KINDS.map((kind) => ({
    kind,
    notes: near?.notes.filter((note) => note.kind === kind) ?? [],
  }));
  const shownGroups = groups.filter(({ notes }) => notes.length > 0);
  if (near === null || shownGroups.length === 0) return null;
  const { query } = search;
  const hasOneWord = !/\S\s+\S/u.test(query);
  const captions = shownGroups.map(({ kind, notes }) =>
    captionOf(kind, notes.length, near.isMore, hasOneWord),
  );
  return (
    <section
      ref={rootRef}
      data-near
      aria-label="Near matches"
      className={mergeClasses(styles.root, isAlone && styles.alone)}
    >
      <output className={styles.hidden}>{captions.join(', ')}</output>
      {shownGroups.map(({ kind, notes }, index) => (
        <div key={kind}>
          <h2 className={styles.caption}>{captions[index]}</h2>
          <ul className={styles.rows}>
            {notes.slice(0, MOST_LISTED).map((note) => (
              <li key={note.id}>
                <NearRow note={note} query={query} />
              </li>
            ))}
          </ul>
          {notes.length > MOST_LISTED && <p className={styles.more}>The first {MOST_LISTED} are listed.</p>}
        </div>
      ))}
    </section>
  );
}

function NearRow({ note, query }: { readonly note: NearNote; readonly query: string }): JSX.Element {
  const styles = useStyles();
  const edit = useSetAtom(editingAtom);
  const { id, kind, title, excerpt } = note;
  return (
    <button
      type="button"
      dir="auto"
      data-near-note={id}
      className={styles.row}
      onClick={() => edit({ id })}
      onKeyDown={stepThroughRows}
    >
      {title !== '' && (
        <span className={styles.title}>
          <Marked text={title} ranges={nearRanges(title, query, kind)} />
        </span>
      )}
      {excerpt !== '' && (
        <span className={styles.text}>
          <Marked text={excerpt} ranges={nearRanges(excerpt, query, kind)} />
        </span>
      )}
    </button>
  );
}

function Marked({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }): JSX.Element {
  const styles = useStyles();
  const ends = [0, ...ranges.map(({ end }) => end)];
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark className={styles.hit}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

/** Requests one slice of the list at a time, so that the account can do other work in between. */
async function findNear(view: View, signal: AbortSignal): Promise<Near> {
  const notes: NearNote[] = [];
  let below: NearPage['below'] = null;
  do {
    const page: NearPage = await call('notes:near', {
      ...view,
      below,
      limit: MOST_COUNTED - notes.length,
    });
    notes.push(...page.notes);
    ({ below } = page);
  } while (below !== null && notes.length < MOST_COUNTED && !signal.aborted);
  return { notes, isMore: below !== null };
}

function countText(count: number, isMore: boolean): string {
  return isMore ? `${count}+ notes` : countOf(count, 'note');
}

function captionOf(kind: NearKind, count: number, isMore: boolean, hasOneWord: boolean): string {
  const what = kind === 'accents' ? 'other accents' : hasOneWord ? 'this word' : 'all these words';
  return `${countText(count, isMore)} with ${what}`;
}

/** Arrows move the focus between the rows, as between cards. */
function stepThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const { currentTarget } = event;
  const buttons = [...(currentTarget.closest('[data-near]')?.querySelectorAll('button') ?? [])];
  buttons[buttons.findIndex((button) => button === currentTarget) + step]?.focus();
}

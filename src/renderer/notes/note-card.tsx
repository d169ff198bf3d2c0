/** One note as a card: its title and text, clipped with a fade where long, its age, and what can be done to it. */
import { makeStyles, mergeClasses, Tooltip } from '@fluentui/react-components';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { useAtomValue } from 'jotai';
import { type JSX, memo, type MouseEvent, type RefCallback, useCallback, useId, useState } from 'react';
import type { ListName } from '#shared/note.ts';
import type { NoteRow } from '#shared/view.ts';
import { IconButton } from '../components/icon-button.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { nowAtom } from '../state/clock.ts';
import { reasonOf } from '../sync/reason.ts';
import { ON_FORCED_COLORS, ON_HOVER, ON_REDUCED_MOTION } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { formatAge, formatMoment } from './age.ts';
import { useCardCommands } from './card-commands.ts';
import { LIST_INFO } from './lists.ts';
import { NoteText } from './note-text.tsx';

/** More than the card's three lines of title can hold. */
const TITLE_SHOWN = 400;
const WAITING = 'Waiting to sync';
const CONFLICT =
  'Another device changed the same words. This is your version; theirs is in the note beside it.';

const fadeOut = (height: number): string => `linear-gradient(#000 calc(100% - ${height}px), transparent)`;

const useStyles = makeStyles({
  card: {
    boxSizing: 'border-box',
    padding: '16px 16px 8px',
    border: `1px solid ${ink.line}`,
    borderRadius: '14px',
    backgroundColor: ink.card,
    transitionProperty: 'box-shadow, border-color',
    transitionDuration: '160ms',
    ':hover': { boxShadow: ink.shadowUp, border: `1px solid ${ink.controlLine}` },
    ':focus-visible': { outline: `2px solid ${ink.focus}`, outlineOffset: '2px' },
    // The row of actions is there for a pointer on the card, for keyboard focus inside of it, and without hover.
    [ON_HOVER]: {
      '& [data-actions]': { opacity: 0 },
      ':hover [data-actions]': { opacity: 1 },
      ':focus [data-actions]': { opacity: 1 },
      ':focus-within [data-actions]': { opacity: 1 },
    },
  },
  fresh: {
    animationName: { from: { opacity: 0 } },
    animationDuration: '180ms',
    [ON_REDUCED_MOTION]: { animationName: 'none' },
  },
  // Not Fluent's left: a title or a line written from right to left starts at the right.
  clip: { overflow: 'hidden', textAlign: 'start' },
  title: {
    margin: '0 0 6px',
    maxHeight: '63px',
    '&[data-clipped]': { maskImage: fadeOut(26) },
    fontSize: '15.5px',
    lineHeight: '21px',
    fontWeight: 640,
    letterSpacing: '-0.1px',
    color: ink.strong,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  text: {
    margin: '0',
    maxHeight: '252px',
    '&[data-clipped]': { maskImage: fadeOut(44) },
    lineHeight: '21px',
    color: ink.body,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    // Each line by its own direction.
    unicodeBidi: 'plaintext',
    tabSize: 4,
  },
  foot: { display: 'flex', alignItems: 'center', minHeight: '32px', marginTop: '8px', color: ink.quiet },
  when: { fontSize: '12px', lineHeight: '16px', fontVariantNumeric: 'tabular-nums' },
  badge: {
    width: 'fit-content',
    margin: '0 0 8px',
    padding: '1px 7px',
    borderRadius: '6px',
    backgroundColor: ink.hit,
    color: ink.strong,
    fontSize: '11px',
    lineHeight: '16px',
    fontWeight: 550,
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  refused: { marginLeft: '10px', fontSize: '12px', lineHeight: '16px', fontWeight: 550, color: ink.warn },
  waiting: {
    width: '6px',
    height: '6px',
    marginLeft: '8px',
    borderRadius: '50%',
    boxShadow: `inset 0 0 0 1.5px ${ink.busy}`,
    [ON_FORCED_COLORS]: { border: '1px solid CanvasText' },
  },
  actions: {
    display: 'flex',
    gap: '2px',
    marginLeft: 'auto',
    marginRight: '-8px',
    transitionProperty: 'opacity',
    transitionDuration: '120ms',
  },
});

interface NoteCardProps {
  readonly row: NoteRow;
  readonly list: ListName;
  readonly query: string;
  readonly index: number;
  /** How many cards the list has; null while they are counted. */
  readonly total: number | null;
  /** Whether the card appears because the list changed, and so fades in. */
  readonly fresh: boolean;
}

/** The frame is cheap and follows the card's place; what is inside is drawn again only when the note changes. */
export function NoteCard(props: NoteCardProps): JSX.Element {
  const { row, list, query } = props;
  const styles = useStyles();
  const commands = useCardCommands();
  const nameId = useId();
  const [fresh] = useState(props.fresh);
  const openByClick = (event: MouseEvent<HTMLElement>): void => {
    const onControl = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (!onControl && document.getSelection()?.isCollapsed !== false) commands.open(row.id);
  };
  return (
    // A click on the card is a convenience for pointers; the keyboard has Enter (the grid's) and the edit button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Edit and Enter do the same
    <article
      tabIndex={-1}
      data-note-id={row.id}
      aria-labelledby={nameId}
      aria-posinset={props.index + 1}
      aria-setsize={props.total ?? -1}
      className={mergeClasses(styles.card, fresh && styles.fresh)}
      onClick={LIST_INFO[list].editable ? openByClick : undefined}
    >
      <Inside row={row} list={list} query={query} nameId={nameId} />
    </article>
  );
}

interface InsideProps {
  readonly row: NoteRow;
  readonly list: ListName;
  readonly query: string;
  /** Id of the element that names the card. */
  readonly nameId: string;
}

const Inside = memo(function Inside({ row, list, query, nameId }: InsideProps): JSX.Element {
  const styles = useStyles();
  const titleRef = useClip<HTMLHeadingElement>();
  const textRef = useClip<HTMLParagraphElement>();
  const hasTitle = row.title !== '';
  const hasText = row.excerpt !== '';
  return (
    <>
      {row.conflictCopy && <ConflictBadge />}
      {hasTitle && (
        <h2 id={nameId} ref={titleRef} dir="auto" className={mergeClasses(styles.clip, styles.title)}>
          <NoteText text={row.title.slice(0, TITLE_SHOWN)} query={query} />
        </h2>
      )}
      {hasText && (
        <p
          id={hasTitle ? undefined : nameId}
          ref={textRef}
          dir="auto"
          className={mergeClasses(styles.clip, styles.text)}
        >
          {/* With narrow letters a card may have room for more than the excerpt. */}
          <NoteText text={row.clipped ? `${row.excerpt}…` : row.excerpt} query={query} />
        </p>
      )}
      <div className={styles.foot}>
        <Age createdAt={row.createdAt} />
        <SyncMark row={row} />
        <div className={styles.actions} data-actions>
          <CardActions row={row} list={list} />
        </div>
      </div>
    </>
  );
});

function ConflictBadge(): JSX.Element {
  const styles = useStyles();
  return (
    <Tooltip content={CONFLICT} relationship="description">
      <p className={styles.badge}>Conflict copy</p>
    </Tooltip>
  );
}

function CardActions({
  row: { id },
  list,
}: {
  readonly row: NoteRow;
  readonly list: ListName;
}): JSX.Element[] {
  const commands = useCardCommands();
  const { editable, moves } = LIST_INFO[list];
  const actions = [
    ...(editable ? [{ name: 'Edit', icon: EditRegular, act: () => commands.open(id) }] : []),
    ...moves.map(({ transition, name, icon }) => ({ name, icon, act: () => commands.move(id, transition) })),
    ...(list === 'trashed'
      ? [{ name: 'Delete forever', icon: DeleteDismissRegular, act: () => commands.deleteForever(id) }]
      : []),
  ];
  return actions.map(({ name, icon: Icon, act }) => (
    <IconButton key={name} small name={name} icon={<Icon />} onClick={act} />
  ));
}

/** A hollow dot while a change waits; words where the cloud refuses the note, with the reason as its tooltip. */
function SyncMark({ row }: { readonly row: NoteRow }): JSX.Element | null {
  const styles = useStyles();
  if (row.refused !== null) {
    return (
      <span className={styles.refused} title={`${reasonOf(row.refused)}\n${row.refused}`}>
        Not synced
      </span>
    );
  }
  if (!row.pending) return null;
  return (
    <span className={styles.waiting} title={WAITING}>
      <VisuallyHidden>{WAITING}</VisuallyHidden>
    </span>
  );
}

function Age({ createdAt }: { readonly createdAt: number }): JSX.Element {
  const styles = useStyles();
  const now = useAtomValue(nowAtom);
  return (
    <time
      className={styles.when}
      dateTime={Number.isFinite(createdAt) ? new Date(createdAt).toISOString() : undefined}
      title={formatMoment(createdAt)}
    >
      {formatAge(createdAt, now)}
    </time>
  );
}

/** Marks an element whose content is taller than it may be, for the fade; CSS alone cannot know. */
function useClip<E extends HTMLElement>(): RefCallback<E> {
  return useCallback((element: E) => {
    const mark = (): void => {
      element.toggleAttribute('data-clipped', element.scrollHeight > element.clientHeight + 1);
    };
    // It also answers at once, and whenever the columns get wider or narrower.
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}

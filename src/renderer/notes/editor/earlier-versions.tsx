/**
 * The earlier versions of the open note: a list beside the sheet with a slider through time, and in the sheet's place the words of the
 * version that is chosen, with what they changed in those before them. Words that were left without saving are among them.
 */
import { Button, makeStyles, Slider, Tab, TabList } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons/svg/copy';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { useAtomValue } from 'jotai';
import { type JSX, useCallback, useEffect, useRef, useState } from 'react';
import type { ComparedVersion, DifferencePart, EarlierPage, EarlierRow, Written } from '#shared/history.ts';
import type { NoteContent, NoteId } from '#shared/note.ts';
import { call } from '../../bridge/client.ts';
import { PAGE, readPages } from '../../bridge/read-pages.ts';
import { useAnswer } from '../../bridge/use-answer.ts';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { isFocusOnBody } from '../../components/focus-guard.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { formatMoment, formatShortMoment } from '../../state/age.ts';
import { nowAtom } from '../../state/clock.ts';
import { focusRingInside } from '../../theme/focus.ts';
import { ink } from '../../theme/theme.ts';
import { copyWords } from '../actions/copy-words.ts';
import { ComparedWords, Differences } from '../history/differences.tsx';
import { tabOf, useChosen, useCompared } from '../history/versions.ts';

/** From here on the list stands below the sheet. */
const ON_SMALL = '@media (width < 720px)';

const useStyles = makeStyles({
  version: { display: 'flex', flexDirection: 'column', minHeight: '0', minWidth: '0' },
  words: {
    flexGrow: 1,
    overflowY: 'auto',
    padding: '24px 28px 12px',
    ...focusRingInside,
    [ON_SMALL]: { padding: '20px 20px 8px' },
  },
  message: { margin: '0 0 8px', lineHeight: '20px', color: ink.body },
  foot: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px',
    padding: '10px 20px 16px 28px',
    [ON_SMALL]: { padding: '8px 16px 12px 20px' },
  },
  facts: {
    flex: '1 1 160px',
    fontSize: '12px',
    lineHeight: '16px',
    color: ink.quiet,
    fontVariantNumeric: 'tabular-nums',
    // The buttons have a row of their own.
    [ON_SMALL]: { flexBasis: '100%' },
  },
  panel: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '0',
    minWidth: '0',
    borderLeft: `1px solid ${ink.line}`,
    [ON_SMALL]: { borderLeft: '0', borderTop: `1px solid ${ink.line}` },
  },
  head: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: '10px 10px 0 20px',
    [ON_SMALL]: { paddingTop: '4px' },
  },
  heading: { margin: '0', fontSize: '13px', lineHeight: '20px', fontWeight: 550, color: ink.body },
  slider: { flexShrink: 0, margin: '0 12px', minWidth: '0' },
  list: { flexGrow: 1, overflowY: 'auto', padding: '4px 8px 12px' },
  entry: {
    maxWidth: '100%',
    padding: '8px 12px',
    borderRadius: '10px',
    justifyContent: 'flex-start',
    '& .fui-Tab__content': { display: 'block', minWidth: '0', textAlign: 'start', fontWeight: 400 },
  },
  time: { display: 'flex', flexWrap: 'wrap', gap: '0 8px', alignItems: 'baseline', lineHeight: '20px' },
  name: { color: ink.strong, fontWeight: 520, fontVariantNumeric: 'tabular-nums' },
  detail: { fontSize: '12px', lineHeight: '16px', color: ink.quiet },
  change: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: '12px',
    lineHeight: '18px',
    color: ink.body,
    '& *': { whiteSpace: 'nowrap' },
  },
  more: { display: 'block', margin: '8px auto 4px' },
  none: { margin: '8px 20px', lineHeight: '20px', color: ink.body },
});

/** The styles of the sheet while the list is at its side. */
export const useSheetWithListStyles = makeStyles({
  sheet: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 280px',
    gridTemplateRows: 'minmax(0, 1fr)',
    width: '920px',
    // The same for each version, so that nothing jumps while one goes through time.
    height: 'min(600px, 100vh - 64px)',
    [ON_SMALL]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'minmax(0, 3fr) minmax(0, 2fr)',
      height: 'calc(100vh - 64px)',
    },
  },
});

/** A version, or the note as it is now, which is the sheet itself. */
type Moment = number | 'now';

export interface EarlierVersionsState {
  /** Null until the first answer. */
  readonly page: EarlierPage | null;
  readonly failure: string | null;
  /** The version in the sheet's place; null while the sheet is there. */
  readonly shown: EarlierRow | null;
  readonly compared: ComparedVersion | null;
  /** Why the words of the version cannot be shown, or null. */
  readonly comparisonFailure: string | null;
  readonly choose: (moment: Moment) => void;
  readonly showMore: () => void;
}

/** @param isOpen whether the versions are shown; each time the latest one is chosen first */
export function useEarlierVersions(id: NoteId | null, isOpen: boolean): EarlierVersionsState {
  const [wanted, setWanted] = useState(PAGE);
  const [isNow, setIsNow] = useState(false);
  const [chosenId, setChosenId] = useState<NoteId | null>(null);
  const shownId = isOpen ? id : null;
  const { value, failure } = useAnswer(useCallback(() => readVersions(shownId, wanted), [shownId, wanted]));
  const page = shownId !== null && value?.id === shownId ? value.page : null;
  const [chosen, choose] = useChosen(page?.rows ?? []);
  // What was chosen before is not what is chosen when the list is opened again.
  if (chosenId !== shownId) {
    setChosenId(shownId);
    setIsNow(false);
    setWanted(PAGE);
    choose(0, 0);
  }
  const shown = isNow ? null : chosen;
  const compared = useCompared(shownId, shown?.version ?? null);
  return {
    page,
    failure: shownId === null ? null : failure,
    shown,
    compared: compared.value,
    comparisonFailure: shown === null ? null : compared.failure,
    choose(moment) {
      setIsNow(moment === 'now');
      if (moment !== 'now') choose(moment);
    },
    showMore: () => setWanted(wanted + PAGE),
  };
}

async function readVersions(
  id: NoteId | null,
  wanted: number,
): Promise<{ id: NoteId; page: EarlierPage } | null> {
  if (id === null) return null;
  let present: EarlierPage['present'] = { written: null, change: [] };
  const ask = async (offset: number, limit: number): Promise<EarlierPage> => {
    const page = await call('history:versions', id, offset, limit);
    ({ present } = page);
    return page;
  };
  const { total, rows } = await readPages(ask, wanted);
  return { id, page: { total, present, rows } };
}

interface VersionProps extends Pick<EarlierVersionsState, 'compared' | 'comparisonFailure' | 'choose'> {
  readonly shown: EarlierRow;
  /** Whether words were typed that the note does not hold yet. */
  readonly unsaved: boolean;
  /** Null if the note is read-only. */
  readonly onRestore: ((content: NoteContent) => void) | null;
}

/** The words of a version, in the sheet's place. */
export function EarlierVersion(props: VersionProps): JSX.Element {
  const { shown, compared, comparisonFailure, choose, unsaved, onRestore } = props;
  const styles = useStyles();
  const { button } = useDialogStyles();
  const now = useAtomValue(nowAtom);
  const label = labelOf(shown, now);
  const content = compared?.content ?? null;
  const tab = tabOf(shown.version);
  return (
    <div className={styles.version}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <div key={tab} role="tabpanel" aria-labelledby={tab} tabIndex={0} className={styles.words}>
        {comparisonFailure !== null && <p className={styles.message}>{comparisonFailure}</p>}
        {compared !== null && <ComparedWords inSheet title={compared.title} text={compared.text} />}
      </div>
      <div className={styles.foot}>
        <span className={styles.facts} title={label.title}>
          {unsaved && onRestore !== null ? UNSAVED : sentenceOf(label)}
        </span>
        <IconButton
          name="Copy"
          icon={<CopyRegular />}
          disabled={content === null}
          onClick={() => content !== null && copyWords(content, 'Version copied')}
        />
        <Button className={button} onClick={() => choose('now')}>
          Back to now
        </Button>
        {onRestore !== null && (
          <Button
            appearance="primary"
            className={button}
            disabledFocusable={content === null}
            onClick={() => content !== null && onRestore(content)}
          >
            Restore
          </Button>
        )}
      </div>
    </div>
  );
}

interface VersionListProps extends Omit<EarlierVersionsState, 'compared' | 'comparisonFailure'> {
  readonly unsaved: boolean;
  readonly onClose: () => void;
}

/** The list beside the sheet. */
export function VersionList(props: VersionListProps): JSX.Element {
  const { page, failure, shown, choose, showMore, unsaved, onClose } = props;
  const styles = useStyles();
  const now = useAtomValue(nowAtom);
  const closeRef = useRef<HTMLButtonElement | null>(null);
  const rows = page?.rows ?? [];
  const isEmpty = rows.length === 0;
  useFocusInList(page !== null, isEmpty, shown?.version ?? 'now', closeRef);
  const place = shown === null ? -1 : rows.findIndex(({ version }) => version === shown.version);
  const present = presentLabel(page?.present.written ?? null, unsaved, now);
  const showMoreRows = (): void => {
    showMore();
    // The button may go; the new rows follow the last row.
    const last = rows.at(-1);
    if (last !== undefined) document.getElementById(tabOf(last.version))?.focus();
  };
  return (
    <aside className={styles.panel} aria-label="Earlier versions">
      <div className={styles.head}>
        <h2 className={styles.heading}>Earlier versions</h2>
        <IconButton
          ref={(element) => {
            closeRef.current = element;
          }}
          name="Close"
          small
          tooltip={false}
          icon={<DismissRegular />}
          onClick={onClose}
        />
      </div>
      {failure !== null && (
        <p role="alert" className={styles.none}>
          {failure}
        </p>
      )}
      {isEmpty && page !== null && <p className={styles.none}>{NONE}</p>}
      {!isEmpty && (
        <>
          <Slider
            size="small"
            className={styles.slider}
            aria-label="Time"
            aria-valuetext={sentenceOf(shown === null ? present : labelOf(shown, now))}
            min={0}
            max={rows.length}
            value={rows.length - 1 - place}
            onChange={(_event, { value }) => choose(rows[rows.length - 1 - value]?.version ?? 'now')}
          />
          <div className={styles.list}>
            <TabList
              vertical
              appearance="subtle"
              reserveSelectedTabSpace={false}
              aria-label="Earlier versions"
              selectedValue={shown?.version ?? 'now'}
              onTabSelect={(_event, { value }) => choose(value === 'now' ? 'now' : Number(value))}
            >
              <Entry moment="now" {...present} change={page?.present.change ?? []} />
              {rows.map((row) => (
                <Entry key={row.version} moment={row.version} {...labelOf(row, now)} change={row.change} />
              ))}
            </TabList>
            {(page?.total ?? 0) > rows.length && (
              <Button className={styles.more} onClick={showMoreRows}>
                Show more
              </Button>
            )}
          </div>
        </>
      )}
    </aside>
  );
}

/**
 * The list has the focus once its rows are there, with the keys of the one that is chosen. If all of them go, the button above them has
 * it, unless something else got it.
 */
function useFocusInList(
  isThere: boolean,
  isEmpty: boolean,
  chosen: Moment,
  closeRef: { readonly current: HTMLElement | null },
): void {
  const first = useRef(chosen);
  useEffect(() => {
    first.current = chosen;
  });
  useEffect(() => {
    if (!isThere) return;
    if (!isEmpty) document.getElementById(tabOf(first.current))?.focus();
    else if (isFocusOnBody()) closeRef.current?.focus();
  }, [isThere, isEmpty, closeRef]);
}

interface EntryLabel {
  readonly name: string;
  readonly detail: string;
  /** The moment in full. */
  readonly title: string | undefined;
}

interface EntryProps extends EntryLabel {
  readonly moment: Moment;
  readonly change: readonly DifferencePart[];
}

function Entry({ moment, name, detail, title, change }: EntryProps): JSX.Element {
  const styles = useStyles();
  return (
    <Tab id={tabOf(moment)} value={moment} className={styles.entry}>
      <span className={styles.time} title={title}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
      {change.length > 0 && (
        <span dir="auto" className={styles.change}>
          <Differences parts={change} />
        </span>
      )}
    </Tab>
  );
}

function labelOf({ written, replacedAt, isUnsaved }: EarlierRow, now: number): EntryLabel {
  if (isUnsaved)
    return {
      name: 'Not saved',
      detail: `Left ${formatShortMoment(replacedAt, now)}`,
      title: formatMoment(replacedAt),
    };
  return written === null
    ? { name: `Until ${formatShortMoment(replacedAt, now)}`, detail: '', title: formatMoment(replacedAt) }
    : writtenLabel(written, now);
}

function presentLabel(written: Written | null, unsaved: boolean, now: number): EntryLabel {
  if (unsaved || written === null)
    return { name: 'Now', detail: unsaved ? 'with unsaved words' : '', title: undefined };
  const { name, detail, title } = writtenLabel(written, now);
  return { name: 'Now', detail: `${name} ${detail}`, title };
}

function sentenceOf({ name, detail }: EntryLabel): string {
  if (detail === '') return name;
  return detail.startsWith('Left') ? `${name}, left${detail.slice('Left'.length)}` : `${name} ${detail}`;
}

function writtenLabel({ at, by }: Written, now: number): EntryLabel {
  return { name: formatShortMoment(at, now), detail: `on ${by}`, title: formatMoment(at) };
}

const NONE =
  'No earlier versions yet. When you change this note, the words it had before stay on this device for 30 days.';
const UNSAVED = 'What you have typed is saved first, as an earlier version.';

/** The list of a note's earlier versions beside its sheet, with a time slider. */
import { Button, makeStyles, Slider, Tab, TabList } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { useAtomValue } from 'jotai';
import { type JSX, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { DifferencePart } from '#shared/note/history.ts';
import { isFocusOnBody } from '../../components/focus-guard.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { isTextField } from '../../keyboard/shortcuts.ts';
import { nowAtom } from '../../state/clock.ts';
import { tokens } from '../../theme/theme.ts';
import { Differences } from './differences.tsx';
import { ON_LIST_BELOW } from './sheet-with-list.ts';
import type { EarlierVersionsState, Moment } from './use-earlier-versions.ts';
import { type EntryLabel, labelOf, presentLabel, sentenceOf } from './version-labels.ts';
import { versionLook } from './version-look.ts';
import { tabOf } from './versions.ts';

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '0',
    minWidth: '0',
    borderLeft: `1px solid ${tokens.colorCardStroke}`,
    [ON_LIST_BELOW]: { borderLeft: '0', borderTop: `1px solid ${tokens.colorCardStroke}` },
  },
  head: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalMNudge} 0 ${tokens.spacingHorizontalXL}`,
    [ON_LIST_BELOW]: { paddingTop: tokens.spacingVerticalXS },
  },
  heading: {
    margin: '0',
    fontSize: '13px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground2,
  },
  slider: { flexShrink: 0, margin: `0 ${tokens.spacingHorizontalM}`, minWidth: '0' },
  list: {
    flexGrow: 1,
    overflowY: 'auto',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalM}`,
  },
  entry: versionLook,
  time: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `0 ${tokens.spacingHorizontalS}`,
    alignItems: 'baseline',
    lineHeight: '20px',
  },
  name: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightMedium,
    fontVariantNumeric: 'tabular-nums',
  },
  detail: { fontSize: '12px', lineHeight: '16px', color: tokens.colorNeutralForeground3 },
  change: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: '12px',
    lineHeight: '18px',
    color: tokens.colorNeutralForeground2,
    '& *': { whiteSpace: 'nowrap' },
  },
  more: { display: 'block', margin: '8px auto 4px' },
  none: {
    margin: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL}`,
    lineHeight: '20px',
    color: tokens.colorNeutralForeground2,
  },
});

interface VersionListProps extends Omit<EarlierVersionsState, 'compared' | 'comparisonFailure'> {
  readonly unsaved: boolean;
  readonly onClose: () => void;
}

export function VersionList(props: VersionListProps): JSX.Element {
  const { page, failure, shown, choose, showMore, unsaved, onClose } = props;
  const styles = useStyles();
  const now = useAtomValue(nowAtom);
  const closeRef = useRef<HTMLButtonElement | null>(null);
  const rows = page?.rows ?? [];
  const isEmpty = rows.length === 0;
  const shownVersion = shown?.version ?? 'now';
  useEffect(() => {
    // The slider may choose a version far down in the list.
    document.getElementById(tabOf(shownVersion))?.scrollIntoView({ block: 'nearest' });
  }, [shownVersion]);
  useFocusInList(page !== null, isEmpty, shownVersion, choose, closeRef);
  const place = shown === null ? -1 : rows.findIndex(({ version }) => version === shown.version);
  const present = presentLabel(page?.present.written ?? null, unsaved, now);
  const showMoreRows = (): void => {
    showMore();
    // The button may disappear; the new rows follow the last one.
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
              selectedValue={shownVersion}
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
 * Focuses the chosen row, and with it the list's keys, as soon as the rows are loaded, unless the sheet
 * itself is chosen. If the user is typing in the sheet by then, the sheet becomes the choice. If all rows
 * disappear, the close button above gets the focus, unless something else has it.
 */
function useFocusInList(
  isThere: boolean,
  isEmpty: boolean,
  chosen: Moment,
  choose: (moment: Moment) => void,
  closeRef: { readonly current: HTMLElement | null },
): void {
  const focusChosen = useEffectEvent(() => {
    if (isTextField(document.activeElement)) choose('now');
    else if (chosen !== 'now') document.getElementById(tabOf(chosen))?.focus();
  });
  // Before the paint: a field that is hidden then loses the focus.
  useLayoutEffect(() => {
    if (!isThere) return;
    if (!isEmpty) focusChosen();
    else if (isFocusOnBody()) closeRef.current?.focus();
  }, [isThere, isEmpty, closeRef]);
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

const NONE =
  'No earlier versions yet. When you change this note, its earlier words stay on this device for 30 days.';

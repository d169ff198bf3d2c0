/**
 * The content of the dialog of removed notes: the notes on one side, the words of the chosen one on the
 * other, and the actions below.
 */
import { Button, DialogContent, makeStyles, Tab, TabList } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useCallback, useEffect, useState } from 'react';
import type { ComparedVersion } from '#shared/note/history.ts';
import type { RemovedRow } from '#shared/note/view.ts';
import { PAGE, readPages } from '../../bridge/read-pages.ts';
import { type AnswerState, useAnswer } from '../../bridge/use-answer.ts';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { focusTopDialog } from '../../components/focus-guard.ts';
import { copyWords } from '../../notes/actions/copy-words.ts';
import { ComparedWords, comparedPaper } from '../../notes/history/differences.tsx';
import type { EntryLabel } from '../../notes/history/version-labels.ts';
import { versionLook } from '../../notes/history/version-look.ts';
import { tabOf, useChosen, useCompared } from '../../notes/history/versions.ts';
import { formatAge, formatMoment } from '../../state/age.ts';
import { nowAtom } from '../../state/clock.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { readRemoved, REMOVED_TITLE } from './removed.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '236px minmax(0, 1fr)',
    gap: tokens.spacingVerticalXL,
    height: 'min(480px, 100vh - 220px)',
    [ON_NARROW]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'minmax(0, 2fr) minmax(0, 3fr)',
      gap: tokens.spacingHorizontalM,
      height: 'calc(100vh - 190px)',
    },
  },
  content: {
    overflow: 'hidden',
    maxHeight: 'none',
    margin: '0 -4px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
  },
  side: { display: 'flex', flexDirection: 'column', minHeight: '0' },
  list: { overflowY: 'auto', margin: '0 -4px', padding: tokens.spacingVerticalXS },
  entry: versionLook,
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightMedium,
    fontVariantNumeric: 'tabular-nums',
  },
  detail: { display: 'block', fontSize: '12px', lineHeight: '16px', color: tokens.colorNeutralForeground3 },
  more: { display: 'block', margin: '8px auto 4px' },
  words: { ...comparedPaper, minWidth: '0' },
  message: { margin: `0 0 ${tokens.spacingVerticalS}`, color: tokens.colorNeutralForeground2 },
  foot: {
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
  },
  legend: {
    flex: '1 1 260px',
    fontSize: '12px',
    lineHeight: '16px',
    color: tokens.colorNeutralForeground3,
    textWrap: 'balance',
  },
});

interface RemovedListProps {
  readonly onDelete: (row: RemovedRow) => void;
  readonly onRestore: (row: RemovedRow) => void;
}

export function RemovedList({ onDelete, onRestore }: RemovedListProps): JSX.Element {
  const styles = useStyles();
  const { button } = useDialogStyles();
  const [wanted, setWanted] = useState(PAGE);
  const page = useAnswer(useCallback(() => readPages(readRemoved, wanted), [wanted]));
  const rows = page.value?.rows ?? [];
  const [chosen, choose] = useChosen(rows);
  const compared = useCompared(null, chosen?.version ?? null);
  const empty = chosen === null;
  useEffect(() => {
    if (empty) focusTopDialog();
  }, [empty]);
  if (chosen === null) {
    return (
      <DialogContent>
        <p className={styles.message}>{page.failure ?? (page.value === null ? '' : 'Nothing left here.')}</p>
      </DialogContent>
    );
  }
  const showMore = (): void => {
    setWanted(wanted + PAGE);
    // The button may disappear; the new rows follow the last one.
    const last = rows.at(-1);
    if (last !== undefined) document.getElementById(tabOf(last.version))?.focus();
  };
  const content = compared.value?.content ?? null;
  return (
    <>
      <DialogContent className={styles.content}>
        <div className={styles.columns}>
          <div className={styles.side}>
            {page.failure !== null && (
              <p role="alert" className={styles.message}>
                {page.failure}
              </p>
            )}
            <div className={styles.list}>
              <Entries rows={rows} chosen={chosen} onChoose={choose} />
              {(page.value?.total ?? 0) > rows.length && (
                <Button className={styles.more} onClick={showMore}>
                  Show more
                </Button>
              )}
            </div>
          </div>
          <Words tab={tabOf(chosen.version)} {...compared} />
        </div>
      </DialogContent>
      <div className={styles.foot}>
        <span className={styles.legend}>{LEGEND}</span>
        <Button
          className={button}
          disabledFocusable={content === null}
          onClick={() => content !== null && copyWords(content, 'Note copied')}
        >
          Copy
        </Button>
        <Button
          className={button}
          disabledFocusable={content === null}
          onClick={() => content !== null && onDelete(chosen)}
        >
          Delete forever
        </Button>
        <Button
          appearance="primary"
          className={button}
          disabledFocusable={content === null}
          onClick={() => content !== null && onRestore(chosen)}
        >
          Restore
        </Button>
      </div>
    </>
  );
}

const LEGEND =
  'Notes deleted forever on another device, and words never saved, stay on this device for 30 days.';

interface EntriesProps {
  readonly rows: readonly RemovedRow[];
  readonly chosen: RemovedRow;
  readonly onChoose: (version: number) => void;
}

function Entries({ rows, chosen, onChoose }: EntriesProps): JSX.Element {
  const styles = useStyles();
  const now = useAtomValue(nowAtom);
  return (
    <TabList
      vertical
      appearance="subtle"
      aria-label={REMOVED_TITLE}
      selectedValue={chosen.version}
      onTabSelect={(_event, { value }) => onChoose(Number(value))}
    >
      {rows.map((row) => {
        const { name, detail, title } = labelOf(row, now);
        return (
          <Tab key={row.version} id={tabOf(row.version)} value={row.version} className={styles.entry}>
            <span dir="auto" className={styles.name}>
              {name}
            </span>
            <span className={styles.detail} title={title}>
              {detail}
            </span>
          </Tab>
        );
      })}
    </TabList>
  );
}

function labelOf({ title, excerpt, removedAt, isUnsaved }: RemovedRow, now: number): EntryLabel {
  const age = ageInSentence(removedAt, now);
  return {
    name: title === '' ? excerpt : title,
    detail: isUnsaved ? `Not saved, deleted ${age}` : `Removed ${age}`,
    title: formatMoment(removedAt),
  };
}

function ageInSentence(removedAt: number, now: number): string {
  const age = formatAge(removedAt, now);
  if (age === 'now') return 'just now';
  return /(?:min|h)$/.test(age) ? `${age} ago` : age.replace('Yesterday', 'yesterday');
}

function Words({
  tab,
  value,
  failure,
}: AnswerState<ComparedVersion> & { readonly tab: string }): JSX.Element {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard
    <div key={tab} role="tabpanel" aria-labelledby={tab} tabIndex={0} className={styles.words}>
      {failure !== null && <p className={styles.message}>{failure}</p>}
      {value !== null && <ComparedWords title={value.title} text={value.text} />}
    </div>
  );
}

/**
 * A dialog with notes that are gone, whose words this device's history has (S12): on one side what there is, on the other the words
 * of the entry that is chosen, and below what can be done with it.
 */
import { Button, DialogContent, makeStyles, Tab, TabList } from '@fluentui/react-components';
import { type JSX, useCallback, useEffect, useState } from 'react';
import type { ComparedVersion } from '#shared/history.ts';
import type { NoteContent } from '#shared/note.ts';
import { PAGE, readPages } from '../../bridge/read-pages.ts';
import { type AnswerState, useAnswer } from '../../bridge/use-answer.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { focusTopDialog } from '../../components/focus-guard.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { ink } from '../../theme/theme.ts';
import { copyWords } from '../actions/copy-words.ts';
import { ComparedWords, comparedPaper } from './differences.tsx';
import type { EntryLabel } from './version-labels.ts';
import { versionLook } from './version-look.ts';
import { tabOf, useChosen, useCompared, type Versioned } from './versions.ts';

const useStyles = makeStyles({
  surface: { width: '820px' },
  columns: {
    display: 'grid',
    gridTemplateColumns: '236px minmax(0, 1fr)',
    gap: '20px',
    height: 'min(480px, 100vh - 220px)',
    [ON_NARROW]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'minmax(0, 2fr) minmax(0, 3fr)',
      gap: '12px',
      height: 'calc(100vh - 190px)',
    },
  },
  content: { overflow: 'hidden', maxHeight: 'none', margin: '0 -4px', padding: '0 4px' },
  side: { display: 'flex', flexDirection: 'column', minHeight: '0' },
  list: { overflowY: 'auto', margin: '0 -4px', padding: '4px' },
  entry: versionLook,
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: ink.strong,
    fontWeight: 520,
    fontVariantNumeric: 'tabular-nums',
  },
  detail: { display: 'block', fontSize: '12px', lineHeight: '16px', color: ink.quiet },
  more: { display: 'block', margin: '8px auto 4px' },
  words: { ...comparedPaper, minWidth: '0' },
  message: { margin: '0 0 8px', color: ink.body },
  foot: {
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px',
  },
  legend: {
    flex: '1 1 260px',
    fontSize: '12px',
    lineHeight: '16px',
    color: ink.quiet,
    textWrap: 'balance',
  },
});

export interface HistoryAction<Row> {
  readonly name: string;
  readonly appearance?: 'primary';
  readonly onAct: (row: Row, content: NoteContent) => void;
}

interface HistoryListProps<Row> {
  readonly title: string;
  /** Requests at most `limit` rows, beginning at `offset`; must be stable. */
  readonly read: (offset: number, limit: number) => Promise<{ total: number; rows: readonly Row[] }>;
  readonly labelOf: (row: Row) => EntryLabel;
  /** What is said if there is none. */
  readonly none: string;
  readonly legend: string;
  readonly copied: string;
  /** What can be done besides copying. */
  readonly actions: readonly HistoryAction<Row>[];
}

interface HistoryDialogProps<Row> extends HistoryListProps<Row> {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function HistoryDialog<Row extends Versioned>({
  open,
  onClose,
  ...list
}: HistoryDialogProps<Row>): JSX.Element {
  const { surface } = useStyles();
  return (
    <DialogFrame open={open} title={list.title} className={surface} onClose={onClose}>
      <HistoryList {...list} />
    </DialogFrame>
  );
}

function HistoryList<Row extends Versioned>(props: HistoryListProps<Row>): JSX.Element {
  const { read, none, legend, copied, actions } = props;
  const styles = useStyles();
  const { button } = useDialogStyles();
  const [wanted, setWanted] = useState(PAGE);
  const page = useAnswer(useCallback(() => readPages(read, wanted), [read, wanted]));
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
        <p className={styles.message}>{page.failure ?? (page.value === null ? '' : none)}</p>
      </DialogContent>
    );
  }
  const showMore = (): void => {
    setWanted(wanted + PAGE);
    // The button may go; the new rows follow the last row.
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
              <Entries {...props} rows={rows} chosen={chosen} onChoose={choose} />
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
        <span className={styles.legend}>{legend}</span>
        <Button
          className={button}
          disabledFocusable={content === null}
          onClick={() => content !== null && copyWords(content, copied)}
        >
          Copy
        </Button>
        {actions.map(({ name, onAct, ...appearance }) => (
          <Button
            key={name}
            {...appearance}
            className={button}
            disabledFocusable={content === null}
            onClick={() => content !== null && onAct(chosen, content)}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}

interface EntriesProps<Row> extends Pick<HistoryListProps<Row>, 'title' | 'labelOf'> {
  readonly rows: readonly Row[];
  readonly chosen: Row;
  readonly onChoose: (version: number) => void;
}

function Entries<Row extends Versioned>(props: EntriesProps<Row>): JSX.Element {
  const { title, labelOf, rows, chosen, onChoose } = props;
  const styles = useStyles();
  return (
    <TabList
      vertical
      appearance="subtle"
      aria-label={title}
      selectedValue={chosen.version}
      onTabSelect={(_event, { value }) => onChoose(Number(value))}
    >
      {rows.map((row) => {
        const { name, detail, title: moment } = labelOf(row);
        return (
          <Tab key={row.version} id={tabOf(row.version)} value={row.version} className={styles.entry}>
            <span dir="auto" className={styles.name}>
              {name}
            </span>
            <span className={styles.detail} title={moment}>
              {detail}
            </span>
          </Tab>
        );
      })}
    </TabList>
  );
}

function Words({
  tab,
  value,
  failure,
}: AnswerState<ComparedVersion> & { readonly tab: string }): JSX.Element {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <div key={tab} role="tabpanel" aria-labelledby={tab} tabIndex={0} className={styles.words}>
      {failure !== null && <p className={styles.message}>{failure}</p>}
      {value !== null && <ComparedWords title={value.title} text={value.text} />}
    </div>
  );
}

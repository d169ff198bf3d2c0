/**
 * The earlier versions of a note, over the edit dialog: when other words replaced each one, on which device it was
 * replaced, and what restoring it would add and remove.
 */
import { DialogContent, makeStyles, Tab, TabList } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useCallback, useEffect, useState } from 'react';
import type { ComparedVersion, EarlierRow } from '#shared/history.ts';
import type { NoteContent, NoteId } from '#shared/note.ts';
import { Button } from '../../components/button.tsx';
import { call } from '../../bridge/client.ts';
import { PAGE, readPages } from '../../bridge/read-pages.ts';
import { type AnswerState, useAnswer } from '../../bridge/use-answer.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { focusTopDialog } from '../../components/focus-guard.ts';
import { nowAtom } from '../../state/clock.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { ink } from '../../theme/theme.ts';
import { formatMoment, formatShortMoment } from '../../state/age.ts';
import { copyWords } from '../actions/copy-words.ts';
import { ComparedWords, comparedPaper } from './differences.tsx';

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
  version: {
    padding: '8px 12px',
    borderRadius: '10px',
    justifyContent: 'flex-start',
    '& .fui-Tab__content': { display: 'block', textAlign: 'start', fontWeight: 400 },
  },
  when: { display: 'block', color: ink.strong, fontWeight: 520, fontVariantNumeric: 'tabular-nums' },
  where: { display: 'block', fontSize: '12px', lineHeight: '16px', color: ink.quiet },
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

interface EarlierVersionsProps {
  readonly id: NoteId;
  readonly open: boolean;
  /** Whether words were typed that the note does not hold yet. */
  readonly unsaved: boolean;
  readonly onClose: () => void;
  /** Null if the note is read-only. */
  readonly onRestore: ((content: NoteContent) => void) | null;
}

export function EarlierVersions({ open, onClose, ...inside }: EarlierVersionsProps): JSX.Element {
  const { surface } = useStyles();
  return (
    <DialogFrame open={open} title="Earlier versions" className={surface} onClose={onClose}>
      <Inside {...inside} />
    </DialogFrame>
  );
}

type InsideProps = Omit<EarlierVersionsProps, 'open' | 'onClose'>;

function Inside({ id, unsaved, onRestore }: InsideProps): JSX.Element {
  const styles = useStyles();
  const [wanted, setWanted] = useState(PAGE);
  const [picked, setPicked] = useState<number | null>(null);
  const page = useAnswer(useCallback(() => readVersions(id, wanted), [id, wanted]));
  const rows = page.value?.rows ?? [];
  // If the picked version has gone meanwhile, the latest takes its place.
  const chosen = rows.find(({ version }) => version === picked) ?? rows[0] ?? null;
  // The version that is being read stays chosen when a later one arrives.
  if (chosen !== null && chosen.version !== picked) setPicked(chosen.version);
  const compared = useCompared(id, chosen?.version ?? null);
  const empty = chosen === null;
  useEffect(() => {
    if (empty) focusTopDialog();
  }, [empty]);
  if (chosen === null) {
    return (
      <DialogContent>
        <p className={styles.message}>{page.failure ?? (page.value === null ? '' : NONE)}</p>
      </DialogContent>
    );
  }
  const showMore = (): void => {
    setWanted(wanted + PAGE);
    // The button may go; the new rows follow the last row.
    const last = rows.at(-1);
    if (last !== undefined) document.getElementById(tabOf(last))?.focus();
  };
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
              <Versions rows={rows} chosen={chosen} onPick={setPicked} />
              {(page.value?.total ?? 0) > rows.length && (
                <Button className={styles.more} onClick={showMore}>
                  Show more
                </Button>
              )}
            </div>
          </div>
          <Words row={chosen} compared={compared.value} failure={compared.failure} />
        </div>
      </DialogContent>
      <div className={styles.foot}>
        <span className={styles.legend}>
          {onRestore === null ? LEGEND_READ : LEGEND}
          {unsaved && ` ${UNSAVED}`}
        </span>
        <Actions content={compared.value?.content ?? null} onRestore={onRestore} />
      </div>
    </>
  );
}

const NONE =
  'No earlier versions yet. When you change this note, the words it had before stay on this device for 30 days.';
const LEGEND_READ = 'Highlighted words were replaced by the crossed-out ones.';
const LEGEND = 'Restoring adds the highlighted words and removes the crossed-out ones.';
const UNSAVED =
  'The note is shown as it was last saved. What you have typed since is saved first, as an earlier version.';

interface VersionsProps {
  readonly rows: readonly EarlierRow[];
  readonly chosen: EarlierRow;
  readonly onPick: (version: number) => void;
}

function Versions({ rows, chosen, onPick }: VersionsProps): JSX.Element {
  const styles = useStyles();
  const now = useAtomValue(nowAtom);
  return (
    <TabList
      vertical
      appearance="subtle"
      aria-label="Earlier versions"
      selectedValue={chosen.version}
      onTabSelect={(_event, { value }) => onPick(Number(value))}
    >
      {rows.map((row) => (
        <Tab key={row.version} id={tabOf(row)} value={row.version} className={styles.version}>
          <span className={styles.when} title={formatMoment(row.replacedAt)}>
            Replaced {formatShortMoment(row.replacedAt, now)}
          </span>
          <span className={styles.where}>on {row.by}</span>
        </Tab>
      ))}
    </TabList>
  );
}

interface WordsProps {
  readonly row: EarlierRow;
  readonly compared: ComparedVersion | null;
  readonly failure: string | null;
}

function Words({ row, compared, failure }: WordsProps): JSX.Element {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <div key={row.version} role="tabpanel" aria-labelledby={tabOf(row)} tabIndex={0} className={styles.words}>
      {failure !== null && <p className={styles.message}>{failure}</p>}
      {compared !== null && <ComparedWords title={compared.title} text={compared.text} />}
    </div>
  );
}

interface ActionsProps {
  /** The words of the version that is shown; null until they are loaded. */
  readonly content: NoteContent | null;
  readonly onRestore: EarlierVersionsProps['onRestore'];
}

function Actions({ content, onRestore }: ActionsProps): JSX.Element {
  const { button } = useDialogStyles();
  return (
    <>
      <Button
        className={button}
        inactive={content === null}
        onClick={() => content !== null && copyWords(content, 'Version copied')}
      >
        Copy
      </Button>
      {onRestore !== null && (
        <Button
          look="primary"
          className={button}
          inactive={content === null}
          onClick={() => content !== null && onRestore(content)}
        >
          Restore
        </Button>
      )}
    </>
  );
}

/** What is shown, and what the buttons act on: always of this version, never of the one chosen before. */
function useCompared(id: NoteId, version: number | null): AnswerState<ComparedVersion> {
  const { value, failure } = useAnswer(useCallback(() => compare(id, version), [id, version]));
  return { value: value?.version === version ? value.compared : null, failure };
}

async function compare(id: NoteId, version: number | null) {
  const compared = version === null ? null : await call('history:compare', id, version);
  return { version, compared };
}

function readVersions(id: NoteId, wanted: number) {
  return readPages((offset, limit) => call('history:versions', id, offset, limit), wanted);
}

function tabOf({ version }: EarlierRow): string {
  return `version-${version}`;
}

/**
 * What a note held before, over the edit dialog: when other words took the place of these, where those were written, and what
 * restoring would bring back and take away.
 */
import { Button, DialogContent, makeStyles, Tab, TabList } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useCallback, useState } from 'react';
import { messageOf } from '#shared/error.ts';
import type { ComparedVersion, EarlierPage, EarlierRow } from '#shared/history.ts';
import type { NoteContent, NoteId } from '#shared/note.ts';
import { call } from '../bridge/client.ts';
import { useAnswer } from '../bridge/use-answer.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { nowAtom } from '../state/clock.ts';
import { ON_NARROW } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { useNotify } from '../toast/use-notify.tsx';
import { formatMoment, formatShortMoment } from './age.ts';
import { Differences } from './differences.tsx';

/** How many versions are listed at first, and with each "Show more". */
const PAGE = 50;

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
  words: {
    overflowY: 'auto',
    minWidth: '0',
    padding: '14px 16px',
    border: `1px solid ${ink.line}`,
    borderRadius: '12px',
    backgroundColor: ink.paper,
  },
  title: { margin: '0 0 8px', fontSize: '15px', lineHeight: '20px', fontWeight: 640, color: ink.strong },
  text: { margin: '0', fontSize: '14px', lineHeight: '21px', color: ink.strong },
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
  readonly onClose: () => void;
  readonly onRestore: (content: NoteContent) => void;
}

export function EarlierVersions({ id, open, onClose, onRestore }: EarlierVersionsProps): JSX.Element {
  const { surface } = useStyles();
  return (
    <DialogFrame open={open} title="Earlier versions" className={surface} onClose={onClose}>
      <Inside id={id} onRestore={onRestore} />
    </DialogFrame>
  );
}

function Inside({ id, onRestore }: Pick<EarlierVersionsProps, 'id' | 'onRestore'>): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const [wanted, setWanted] = useState(PAGE);
  const now = useAtomValue(nowAtom);
  const [picked, setPicked] = useState<number | null>(null);
  const page = useAnswer(useCallback(() => readVersions(id, wanted), [id, wanted]));
  const rows = page.value?.rows ?? [];
  // One that has gone meanwhile is followed by the latest.
  const chosen = rows.find(({ version }) => version === picked) ?? rows[0];
  if (chosen === undefined) {
    return (
      <DialogContent>
        <p className={styles.message}>{page.failure ?? (page.value === null ? '' : NONE)}</p>
      </DialogContent>
    );
  }
  return (
    <>
      <DialogContent className={styles.content}>
        <div className={styles.columns}>
          <div className={styles.list}>
            <TabList
              vertical
              appearance="subtle"
              aria-label="Earlier versions"
              selectedValue={chosen.version}
              onTabSelect={(_event, { value }) => setPicked(Number(value))}
            >
              {rows.map((row) => (
                <Tab key={row.version} id={tabOf(row)} value={row.version} className={styles.version}>
                  <span className={styles.when} title={formatMoment(row.replacedAt)}>
                    Until {formatShortMoment(row.replacedAt, now)}
                  </span>
                  <span className={styles.where}>Changed on {row.by}</span>
                </Tab>
              ))}
            </TabList>
            {(page.value?.total ?? 0) > rows.length && (
              <Button className={styles.more} onClick={() => setWanted(rows.length + PAGE)}>
                Show more
              </Button>
            )}
          </div>
          <Version key={chosen.version} id={id} row={chosen} />
        </div>
      </DialogContent>
      <div className={styles.foot}>
        <span className={styles.legend}>
          Restore brings back what is marked and takes out what is struck.
        </span>
        <Actions id={id} row={chosen} buttonClass={dialog.button} onRestore={onRestore} />
      </div>
    </>
  );
}

const NONE = 'There are none. What you change from now on is kept here for 30 days.';

function Version({ id, row }: { readonly id: NoteId; readonly row: EarlierRow }): JSX.Element {
  const styles = useStyles();
  const compared = useCompared(id, row.version);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <div role="tabpanel" aria-labelledby={tabOf(row)} tabIndex={0} className={styles.words}>
      {compared.failure !== null && <p className={styles.message}>{compared.failure}</p>}
      {compared.value !== null && (
        <>
          {compared.value.title.length > 0 && (
            <p className={styles.title}>
              <Differences parts={compared.value.title} />
            </p>
          )}
          <p className={styles.text}>
            <Differences parts={compared.value.text} />
          </p>
        </>
      )}
    </div>
  );
}

interface ActionsProps {
  readonly id: NoteId;
  readonly row: EarlierRow;
  readonly buttonClass: string;
  readonly onRestore: (content: NoteContent) => void;
}

function Actions({ id, row, buttonClass, onRestore }: ActionsProps): JSX.Element {
  const notify = useNotify();
  const fail = (error: unknown): void => notify({ text: messageOf(error), failure: true });
  const withContent = (use: (content: NoteContent) => void): void => {
    call('history:compare', id, row.version).then(({ content }) => use(content), fail);
  };
  const copy = ({ title, text }: NoteContent): void => {
    const words = [title, text].filter((part) => part !== '').join('\n\n');
    call('app:copy-text', words).then(() => notify({ text: 'Version copied' }), fail);
  };
  return (
    <>
      <Button className={buttonClass} onClick={() => withContent(copy)}>
        Copy
      </Button>
      <Button appearance="primary" className={buttonClass} onClick={() => withContent(onRestore)}>
        Restore
      </Button>
    </>
  );
}

function useCompared(id: NoteId, version: number) {
  return useAnswer<ComparedVersion>(useCallback(() => call('history:compare', id, version), [id, version]));
}

/** @param wanted how many rows at the most */
async function readVersions(id: NoteId, wanted: number): Promise<EarlierPage> {
  const first = await call('history:versions', id, 0, PAGE);
  const rows = [...first.rows];
  while (rows.length < Math.min(wanted, first.total)) {
    const next = await call('history:versions', id, rows.length, PAGE);
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return { total: first.total, rows };
}

function tabOf({ version }: EarlierRow): string {
  return `version-${version}`;
}

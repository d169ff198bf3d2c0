/**
 * The report of an import: how many notes, pins, labels and pictures came, and, folded, what could not come
 * and why. It opens at the end of an import, over whatever is on the screen.
 */
import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import { useAtom, useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { countOf, formatCount } from '#shared/base/count.ts';
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { tokens } from '../theme/theme.ts';
import { ON_NARROW } from '../theme/media.ts';
import { callOrShowFailure } from '../toast/notices.ts';
import { importSheetAtom } from './import-sheet-state.ts';
import { type ReportSection, reportSections } from './report-sections.ts';
import { transferAtom } from './state.ts';
import { importHeading, sheetWords } from './words.ts';

const useStyles = makeStyles({
  content: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    paddingTop: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalS,
  },
  words: { margin: '0', lineHeight: '20px', color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  heading: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  numbers: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, 1fr)',
    gap: tokens.spacingVerticalS,
    margin: '0',
    [ON_NARROW]: { gridTemplateColumns: 'repeat(2, 1fr)' },
  },
  number: {
    display: 'flex',
    flexDirection: 'column-reverse',
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  count: {
    margin: '0',
    fontSize: '22px',
    lineHeight: '28px',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.3px',
    color: tokens.colorNeutralForeground1,
    fontVariantNumeric: 'tabular-nums',
  },
  what: { fontSize: '13px', lineHeight: '18px', color: tokens.colorNeutralForeground3 },
  sections: { margin: '0 -12px' },
  // In line with the words of the heading, beside its mark.
  list: {
    margin: '0',
    padding: '0 0 8px 26px',
    listStyleType: 'none',
    display: 'grid',
    gap: tokens.spacingVerticalMNudge,
  },
  item: { fontSize: '13px', lineHeight: '18px', overflowWrap: 'anywhere' },
  reason: { display: 'block', color: tokens.colorNeutralForeground2 },
  file: { display: 'block', color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightMedium },
  files: { display: 'block', color: tokens.colorNeutralForeground3 },
});

interface ImportSheetProps {
  /** Shows the notes, when the sheet has closed. */
  readonly onShowNotes: () => void;
}

export function ImportSheet({ onShowNotes }: ImportSheetProps): JSX.Element | null {
  const state = useAtomValue(transferAtom);
  const [isOpen, setOpen] = useAtom(importSheetAtom);
  if (!isOpen || state?.status !== 'imported') return null;
  const close = (): void => setOpen(false);
  return (
    <Sheet
      result={state.result}
      onClose={close}
      onShowNotes={() => {
        close();
        onShowNotes();
      }}
    />
  );
}

interface SheetProps extends ImportSheetProps {
  readonly result: ImportResult;
  readonly onClose: () => void;
}

function Sheet({ result, onClose, onShowNotes }: SheetProps): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const { added, pictures } = result;
  const words = sheetWords(result);
  const isNew = added > 0 || (pictures?.copied ?? 0) > 0;
  return (
    <DialogFrame open title="Import finished" onClose={onClose}>
      <DialogContent className={mergeClasses(dialog.scroller, styles.content)}>
        {isNew ? (
          <Numbers {...result} />
        ) : (
          <p className={mergeClasses(styles.words, styles.heading)}>{importHeading(result)}</p>
        )}
        {words !== '' && <p className={styles.words}>{words}</p>}
        <Sections sections={reportSections(result)} />
      </DialogContent>
      <DialogActions>
        <Button className={dialog.button} onClick={() => callOrShowFailure('transfer:save-report')}>
          Save report…
        </Button>
        <Button appearance="primary" className={dialog.button} onClick={added > 0 ? onShowNotes : onClose}>
          {added > 0 ? 'Show them' : 'Close'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

function Numbers({ added, pinned, labels, pictures }: ImportResult): JSX.Element {
  const styles = useStyles();
  const numbers = [
    { what: 'Notes', count: added },
    { what: 'Pinned', count: pinned },
    { what: 'Labels', count: labels },
    { what: 'Pictures', count: pictures?.copied ?? 0 },
  ];
  return (
    <dl className={styles.numbers}>
      {numbers.map(({ what, count }) => (
        <div key={what} className={styles.number}>
          <dt className={styles.what}>{what}</dt>
          <dd className={styles.count}>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sections({ sections }: { readonly sections: readonly ReportSection[] }): JSX.Element | null {
  const styles = useStyles();
  if (sections.length === 0) return null;
  return (
    <Accordion multiple collapsible className={styles.sections}>
      {sections.map(({ heading, items }) => (
        <AccordionItem key={heading} value={heading}>
          <AccordionHeader>{heading}</AccordionHeader>
          <AccordionPanel>
            <ul aria-label={heading} className={styles.list}>
              {items.map(({ name, reason, files, more }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- notes of one title may have lost the same, and the list never changes
                <li key={`${index} ${name}`} className={styles.item}>
                  {name !== '' && (
                    <span className={styles.file} dir="auto">
                      {name}
                    </span>
                  )}
                  <span className={styles.reason}>{reason}</span>
                  {files.map((file, place) => (
                    // oxlint-disable-next-line react/no-array-index-key -- archives may have two files of one name
                    <span key={`${place} ${file}`} className={styles.files} dir="auto">
                      {file}
                    </span>
                  ))}
                  {more > 0 && <span className={styles.files}>{countOf(more, 'other')}</span>}
                </li>
              ))}
            </ul>
          </AccordionPanel>
        </AccordionItem>
      ))}
    </Accordion>
  );
}

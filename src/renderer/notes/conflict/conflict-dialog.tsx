/**
 * Compares a conflict copy with the note that it could not be merged into, over the edit dialog and side by
 * side. The user can choose a side for each difference, or one whole version.
 */
import { Button, DialogContent, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useCallback, useId, useState } from 'react';
import type { Conflict, SideWritten } from '#shared/note/conflict.ts';
import { applyChoices, type Choice } from '#shared/text/hunks.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { call } from '../../bridge/client.ts';
import { useAnswer } from '../../bridge/use-answer.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { formatMoment, formatShortMoment } from '../../state/age.ts';
import { nowAtom } from '../../state/clock.ts';
import { tokens } from '../../theme/theme.ts';
import { Difference, Same } from './difference.tsx';
import { type Side, type SideNames, sideNames, SIDES, USUAL_NAMES, usePairStyles } from './sides.ts';

const useStyles = makeStyles({
  surface: { width: '820px' },
  content: {
    maxHeight: 'none',
    margin: '0 -12px',
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
  },
  intro: { margin: `0 0 ${tokens.spacingVerticalM}`, color: tokens.colorNeutralForeground2 },
  heads: { paddingBottom: tokens.spacingVerticalS },
  side: {
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground1,
  },
  written: {
    display: 'block',
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  result: {
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    overflowWrap: 'anywhere',
  },
  resultName: {
    margin: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalXS}`,
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground3,
  },
  resultTitle: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: '15px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  resultText: {
    margin: '0',
    fontSize: '14px',
    lineHeight: '21px',
    color: tokens.colorNeutralForeground1,
    whiteSpace: 'pre-wrap',
    unicodeBidi: 'plaintext',
  },
  foot: {
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
  },
});

interface ConflictDialogProps {
  readonly id: NoteId;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Settles the shown conflict. Null if the other note is gone; the copy then becomes an ordinary note. */
  readonly onDecide: (conflict: Conflict | null, decision: Choice | NoteContent) => void;
}

export function ConflictDialog({ open, onClose, ...inside }: ConflictDialogProps): JSX.Element {
  const { surface } = useStyles();
  return (
    <DialogFrame open={open} title="Compare both versions" className={surface} onClose={onClose}>
      <Inside {...inside} />
    </DialogFrame>
  );
}

function Inside({ id, onDecide }: Omit<ConflictDialogProps, 'open' | 'onClose'>): JSX.Element {
  const { value: conflict, failure } = useAnswer(useCallback(() => call('conflict:compare', id), [id]));
  if (failure !== null) return <MissingOriginal reason={failure} onKeep={() => onDecide(null, 'both')} />;
  if (conflict === null) return <Foot names={USUAL_NAMES} onDecide={null} />;
  // Choices belong to the shown differences; new ones start over.
  const key = JSON.stringify([conflict.mine, conflict.theirs]);
  return <Comparison key={key} conflict={conflict} onDecide={(decision) => onDecide(conflict, decision)} />;
}

interface ComparisonProps {
  readonly conflict: Conflict;
  readonly onDecide: (decision: Choice | NoteContent) => void;
}

function Comparison({ conflict, onDecide }: ComparisonProps): JSX.Element {
  const styles = useStyles();
  const { pair } = usePairStyles();
  const { mine, theirs, title, text, written } = conflict;
  const names = sideNames(written);
  const [titleSide, setTitleSide] = useState<Side>('mine');
  // Both at first, so that nothing is dropped unless the user chooses so.
  const [choices, setChoices] = useState<readonly Choice[]>(() => text.map(() => 'both'));
  const hasTitles = mine.title !== theirs.title;
  const titles = hasTitles ? 1 : 0;
  const total = titles + countHunks(text);
  const merged = {
    title: titleSide === 'mine' ? mine.title : theirs.title,
    text: applyChoices(text, choices),
  };
  return (
    <>
      <DialogContent className={styles.content}>
        <p className={styles.intro}>
          Two devices changed the same words. Choose a side for each difference, or keep one version.
        </p>
        <div className={mergeClasses(pair, styles.heads)}>
          {SIDES.map((side) => (
            <div key={side} className={styles.side}>
              {names[side]}
              <WrittenAt at={written[side].at} />
            </div>
          ))}
        </div>
        {hasTitles ? (
          <Difference
            name={`Difference 1 of ${total}, the title`}
            sides={names}
            parts={title}
            choice={titleSide}
            choices={SIDES}
            onChoose={(choice) => setTitleSide(choice === 'theirs' ? 'theirs' : 'mine')}
          />
        ) : (
          mine.title !== '' && <Same lines={[mine.title]} />
        )}
        {text.map((stretch, index) => {
          const place = `${index}`;
          if (stretch.kind === 'same') return <Same key={place} lines={stretch.lines} />;
          const number = titles + countHunks(text.slice(0, index + 1));
          return (
            <Difference
              key={place}
              name={`Difference ${number} of ${total}`}
              sides={names}
              parts={stretch.parts}
              choice={choices[index] ?? 'both'}
              choices={[...SIDES, 'both']}
              onChoose={(choice) => setChoices(choices.with(index, choice))}
            />
          );
        })}
        <Result {...merged} />
      </DialogContent>
      <Foot names={names} onDecide={onDecide} merged={merged} />
    </>
  );
}

function countHunks(stretches: Conflict['text']): number {
  return stretches.filter(({ kind }) => kind === 'hunk').length;
}

function WrittenAt({ at }: Pick<SideWritten, 'at'>): JSX.Element | null {
  const styles = useStyles();
  const now = useAtomValue(nowAtom);
  if (at === null) return null;
  return (
    <span className={styles.written} title={formatMoment(at)}>
      {formatShortMoment(at, now)}
    </span>
  );
}

/** The words that `Save` would store. */
function Result({ title, text }: NoteContent): JSX.Element {
  const styles = useStyles();
  const nameId = useId();
  return (
    <section aria-labelledby={nameId}>
      <h3 id={nameId} className={styles.resultName}>
        Will be saved
      </h3>
      <div className={styles.result}>
        {title !== '' && (
          <p dir="auto" className={styles.resultTitle}>
            {title}
          </p>
        )}
        <p className={styles.resultText}>{text}</p>
      </div>
    </section>
  );
}

const WHOLE: readonly Choice[] = ['both', 'theirs', 'mine'];

function choiceName(choice: Choice, names: SideNames): string {
  return choice === 'both' ? 'Keep as two notes' : `Keep ${names[choice].toLowerCase()}’s`;
}

interface FootProps {
  readonly names: SideNames;
  readonly onDecide: ((decision: Choice | NoteContent) => void) | null;
  readonly merged?: NoteContent;
}

function Foot({ names, onDecide, merged }: FootProps): JSX.Element {
  const styles = useStyles();
  const { button } = useDialogStyles();
  return (
    <div className={styles.foot}>
      {WHOLE.map((choice) => (
        <Button
          key={choice}
          className={button}
          disabledFocusable={onDecide === null}
          onClick={() => onDecide?.(choice)}
        >
          {choiceName(choice, names)}
        </Button>
      ))}
      <Button
        appearance="primary"
        className={button}
        disabledFocusable={onDecide === null}
        onClick={() => merged !== undefined && onDecide?.(merged)}
      >
        {TEXTS.save}
      </Button>
    </div>
  );
}

/** Shown if the other note is in the trash or deleted. */
function MissingOriginal({
  reason,
  onKeep,
}: {
  readonly reason: string;
  readonly onKeep: () => void;
}): JSX.Element {
  const styles = useStyles();
  const { button } = useDialogStyles();
  return (
    <>
      <DialogContent>
        <p className={styles.intro}>{reason}</p>
      </DialogContent>
      <div className={styles.foot}>
        <Button className={button} onClick={onKeep}>
          Keep this note
        </Button>
      </div>
    </>
  );
}

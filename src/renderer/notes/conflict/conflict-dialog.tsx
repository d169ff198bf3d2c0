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
import { type Side, SIDES, usePairStyles } from './sides.ts';

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
  if (failure !== null) return <MissingOriginal reason={failure} onKeepMine={() => onDecide(null, 'both')} />;
  if (conflict === null) return <Foot onDecide={null} />;
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
          Two devices changed the same words. Take each difference from either side, or keep a version whole.
        </p>
        <div className={mergeClasses(pair, styles.heads)}>
          {SIDES.map(([side, name]) => (
            <div key={side} className={styles.side}>
              {name}
              <WrittenAt {...written[side]} />
            </div>
          ))}
        </div>
        {hasTitles ? (
          <Difference
            name={`Difference 1 of ${total}, the title`}
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
              parts={stretch.parts}
              choice={choices[index] ?? 'both'}
              choices={[...SIDES, ['both', 'Both']]}
              onChoose={(choice) => setChoices(choices.with(index, choice))}
            />
          );
        })}
        <Result {...merged} />
      </DialogContent>
      <Foot onDecide={onDecide} merged={merged} />
    </>
  );
}

function countHunks(stretches: Conflict['text']): number {
  return stretches.filter(({ kind }) => kind === 'hunk').length;
}

function WrittenAt({ at, by }: SideWritten): JSX.Element | null {
  const styles = useStyles();
  const now = useAtomValue(nowAtom);
  const words = [by === null ? [] : [`on ${by}`], at === null ? [] : [formatShortMoment(at, now)]].flat();
  if (words.length === 0) return null;
  return (
    <span className={styles.written} title={at === null ? undefined : formatMoment(at)}>
      {words.join(', ')}
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

const WHOLE: readonly (readonly [choice: Choice, words: string])[] = [
  ['both', 'Keep both'],
  ['theirs', 'Keep theirs'],
  ['mine', 'Keep mine'],
];

interface FootProps {
  readonly onDecide: ((decision: Choice | NoteContent) => void) | null;
  readonly merged?: NoteContent;
}

function Foot({ onDecide, merged }: FootProps): JSX.Element {
  const styles = useStyles();
  const { button } = useDialogStyles();
  return (
    <div className={styles.foot}>
      {WHOLE.map(([choice, words]) => (
        <Button
          key={choice}
          className={button}
          disabledFocusable={onDecide === null}
          onClick={() => onDecide?.(choice)}
        >
          {words}
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
  onKeepMine,
}: {
  readonly reason: string;
  readonly onKeepMine: () => void;
}): JSX.Element {
  const styles = useStyles();
  const { button } = useDialogStyles();
  return (
    <>
      <DialogContent>
        <p className={styles.intro}>{reason}</p>
      </DialogContent>
      <div className={styles.foot}>
        <Button className={button} onClick={onKeepMine}>
          Keep mine
        </Button>
      </div>
    </>
  );
}

/**
 * A conflict copy and the note that it could not be merged into, side by side over the edit dialog, and the choice
 * between them.
 */
import { Button, DialogContent, makeStyles } from '@fluentui/react-components';
import { type JSX, useCallback, useId } from 'react';
import type { Choice, Conflict } from '#shared/conflict.ts';
import type { DifferencePart } from '#shared/history.ts';
import type { NoteId } from '#shared/note.ts';
import { call } from '../../bridge/client.ts';
import { useAnswer } from '../../bridge/use-answer.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { focusRingInside } from '../../theme/focus.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { ink } from '../../theme/theme.ts';
import { ComparedWords, comparedPaper } from '../history/differences.tsx';

const useStyles = makeStyles({
  surface: { width: '820px' },
  content: {
    overflow: 'hidden',
    maxHeight: 'none',
    margin: '0 -4px',
    padding: '0 4px',
    // Both as one column, which scrolls as a whole.
    [ON_NARROW]: { overflowY: 'auto', maxHeight: 'calc(100vh - 190px)' },
  },
  intro: { margin: '0 0 12px', color: ink.body },
  versions: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '16px',
    height: 'min(400px, 100vh - 260px)',
    [ON_NARROW]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '12px',
      height: 'auto',
    },
  },
  version: { display: 'flex', flexDirection: 'column', minHeight: '0' },
  name: { margin: '0 0 4px', fontSize: '12px', lineHeight: '16px', fontWeight: 550, color: ink.quiet },
  words: {
    flexGrow: 1,
    ...comparedPaper,
    [ON_NARROW]: { overflowY: 'visible' },
    ...focusRingInside,
  },
  foot: { gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px' },
});

interface ConflictDialogProps {
  /** The conflict copy. */
  readonly id: NoteId;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Settles the conflict that was shown. Null if the other note has gone: the copy then becomes an ordinary note. */
  readonly onChoose: (conflict: Conflict | null, choice: Choice) => void;
}

export function ConflictDialog({ open, onClose, ...inside }: ConflictDialogProps): JSX.Element {
  const { surface } = useStyles();
  return (
    <DialogFrame open={open} title="Compare both versions" className={surface} onClose={onClose}>
      <Inside {...inside} />
    </DialogFrame>
  );
}

type InsideProps = Omit<ConflictDialogProps, 'open' | 'onClose'>;

function Inside({ id, onChoose }: InsideProps): JSX.Element {
  const styles = useStyles();
  const { value: conflict, failure } = useAnswer(useCallback(() => call('conflict:compare', id), [id]));
  if (failure !== null) return <MissingOriginal reason={failure} onKeepMine={() => onChoose(null, 'both')} />;
  return (
    <>
      <DialogContent className={styles.content}>
        <p className={styles.intro}>Two devices changed the same words. What differs is highlighted.</p>
        <div className={styles.versions}>
          <Version name="Mine" side="then" conflict={conflict} />
          <Version name="Theirs" side="now" conflict={conflict} />
        </div>
      </DialogContent>
      <div className={styles.foot}>
        {CHOICES.map(([choice, words]) => (
          <ChoiceButton
            key={choice}
            words={words}
            onChoose={conflict === null ? null : () => onChoose(conflict, choice)}
          />
        ))}
      </div>
    </>
  );
}

const CHOICES: readonly (readonly [choice: Choice, words: string])[] = [
  ['both', 'Keep both'],
  ['theirs', 'Keep theirs'],
  ['mine', 'Keep mine'],
];

/** `onChoose` is null until there is something to choose. */
function ChoiceButton({
  words,
  onChoose,
}: {
  readonly words: string;
  readonly onChoose: (() => void) | null;
}): JSX.Element {
  const { button } = useDialogStyles();
  return (
    <Button className={button} disabledFocusable={onChoose === null} onClick={() => onChoose?.()}>
      {words}
    </Button>
  );
}

/** Shown if the other note is in the trash, or gone. */
function MissingOriginal({
  reason,
  onKeepMine,
}: {
  readonly reason: string;
  readonly onKeepMine: () => void;
}): JSX.Element {
  const styles = useStyles();
  return (
    <>
      <DialogContent>
        <p className={styles.intro}>{reason}</p>
      </DialogContent>
      <div className={styles.foot}>
        <ChoiceButton words="Keep mine" onChoose={onKeepMine} />
      </div>
    </>
  );
}

interface VersionProps {
  readonly name: string;
  /** The name of the parts that only this version has. */
  readonly side: 'then' | 'now';
  readonly conflict: Conflict | null;
}

function Version({ name, side, conflict }: VersionProps): JSX.Element {
  const styles = useStyles();
  const nameId = useId();
  return (
    <div className={styles.version}>
      <h3 id={nameId} className={styles.name}>
        {name}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <section aria-labelledby={nameId} tabIndex={0} className={styles.words}>
        {conflict !== null && (
          <ComparedWords title={sideOf(conflict.title, side)} text={sideOf(conflict.text, side)} />
        )}
      </section>
    </div>
  );
}

/** The parts of one side. Those that the other side does not have become `then`, which is highlighted. */
function sideOf(parts: readonly DifferencePart[], side: 'then' | 'now'): readonly DifferencePart[] {
  return parts.flatMap(({ in: place, text }): DifferencePart[] => {
    if (place === 'both') return [{ in: 'both', text }];
    return place === side ? [{ in: 'then', text }] : [];
  });
}

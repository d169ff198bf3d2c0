/**
 * A pop-up with the labels of one note, or of the selected ones: a field that finds or makes a label, and a box for
 * each label. A tick takes effect at once.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { CheckmarkFilled } from '@fluentui/react-icons/svg/checkmark';
import { SubtractFilled } from '@fluentui/react-icons/svg/subtract';
import { useAtomValue } from 'jotai';
import { type JSX, type KeyboardEvent, useRef, useState } from 'react';
import { cleanLabel, labelKey, MAX_LABEL, withLabels } from '#shared/labels.ts';
import { PopUp } from '../components/pop-up.tsx';
import { FIXED_LABELS_TEXT } from './label-texts.ts';
import { focusRingInside } from '../theme/focus.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { labelsAtom } from '../search/labels.ts';

const FIELD = 'Find or make a label';

/** Of the rows, in CSS pixels. Half a row shows that there are more. */
const MAX_HEIGHT = 264;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', width: '264px', padding: '8px' },
  field: {
    boxSizing: 'border-box',
    width: '100%',
    height: '36px',
    padding: '0 10px',
    border: `1px solid ${ink.controlLine}`,
    borderRadius: '8px',
    outline: 'none',
    backgroundColor: 'transparent',
    color: ink.strong,
    fontFamily: 'inherit',
    fontSize: '14px',
    '::placeholder': { color: ink.quiet, opacity: 1 },
    ':focus': { border: `1px solid ${ink.focus}`, boxShadow: `0 0 0 1px ${ink.focus}` },
  },
  rows: { maxHeight: `${MAX_HEIGHT}px`, marginTop: '6px', overflowY: 'auto' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    boxSizing: 'border-box',
    width: '100%',
    minHeight: '32px',
    padding: '4px 8px',
    border: '0',
    borderRadius: '8px',
    backgroundColor: 'transparent',
    color: ink.strong,
    textAlign: 'start',
    fontFamily: 'inherit',
    fontSize: '14px',
    lineHeight: '20px',
    cursor: 'pointer',
    ':hover': { backgroundColor: ink.hover },
    ...focusRingInside,
  },
  name: { minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  box: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    width: '16px',
    height: '16px',
    flexShrink: 0,
    border: `1px solid ${ink.quiet}`,
    borderRadius: '3px',
    fontSize: '12px',
  },
  ticked: {
    border: `1px solid ${ink.focus}`,
    backgroundColor: ink.focus,
    color: ink.card,
    [ON_FORCED_COLORS]: { forcedColorAdjust: 'none', backgroundColor: 'Highlight', color: 'HighlightText' },
  },
  icon: { fontSize: '16px', flexShrink: 0, color: ink.quiet },
  hint: { padding: '8px', color: ink.quiet, fontSize: '13px' },
  fixed: { margin: '0', outline: 'none', lineHeight: '19px' },
});

interface LabelPickerProps {
  readonly anchor: Element;
  /** The labels of each note that is meant and loaded. */
  readonly labelled: readonly (readonly string[])[];
  /** Whether `labelled` has all notes that are meant. */
  readonly isComplete: boolean;
  /** Whether they cannot be changed here. */
  readonly isFixed: boolean;
  readonly onAdd: (name: string) => void;
  readonly onRemove: (name: string) => void;
  readonly onClose: () => void;
}

export function LabelPicker(props: LabelPickerProps): JSX.Element {
  const { anchor, labelled, isComplete, isFixed, onAdd, onRemove, onClose } = props;
  const styles = useStyles();
  const rowsRef = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const all = withLabels(useAtomValue(labelsAtom), labelled.flat());
  const wanted = labelKey(typed);
  const found = all.filter((name) => labelKey(name).includes(wanted));
  const exact = all.find((name) => labelKey(name) === wanted);
  const clean = cleanLabel(typed);
  const stateOf = (name: string): boolean | 'mixed' => {
    const count = labelled.filter((labels) => labels.some((one) => labelKey(one) === labelKey(name))).length;
    if (count === 0) return false;
    return count === labelled.length && isComplete ? true : 'mixed';
  };
  const toggle = (name: string): void => {
    if (stateOf(name) === true) onRemove(name);
    else onAdd(name);
  };
  const make = (): void => {
    onAdd(clean);
    setTyped('');
    rowsRef.current?.parentElement?.querySelector('input')?.focus();
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && clean !== '') {
      event.preventDefault();
      if (exact === undefined) make();
      else toggle(exact);
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      rowsRef.current?.querySelector('button')?.focus();
    }
  };
  if (isFixed) {
    return (
      <PopUp name="Labels" anchor={anchor} className={styles.root} onClose={onClose}>
        <p data-first-focus tabIndex={-1} className={mergeClasses(styles.hint, styles.fixed)}>
          {FIXED_LABELS_TEXT}
        </p>
      </PopUp>
    );
  }
  return (
    <PopUp name="Labels" anchor={anchor} className={styles.root} onClose={onClose}>
      <input
        data-first-focus
        className={styles.field}
        placeholder={FIELD}
        aria-label={FIELD}
        dir="auto"
        maxLength={MAX_LABEL}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onFieldKey}
      />
      {/* As high as all labels, because nothing may move while fewer of them are found. */}
      <div ref={rowsRef} className={styles.rows} style={{ minHeight: Math.min(all.length * 32, MAX_HEIGHT) }}>
        {found.map((name) => (
          <Row key={labelKey(name)} name={name} state={stateOf(name)} onToggle={() => toggle(name)} />
        ))}
        {clean !== '' && exact === undefined && (
          <button type="button" className={styles.row} onClick={make} onKeyDown={stepThroughRows}>
            <AddRegular className={styles.icon} aria-hidden />
            <span className={styles.name}>
              Make “<bdi>{clean}</bdi>”
            </span>
          </button>
        )}
        {all.length === 0 && clean === '' && (
          <div className={styles.hint}>No labels yet. Type a name to make one.</div>
        )}
      </div>
    </PopUp>
  );
}

interface RowProps {
  readonly name: string;
  readonly state: boolean | 'mixed';
  readonly onToggle: () => void;
}

function Row({ name, state, onToggle }: RowProps): JSX.Element {
  const styles = useStyles();
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- so that arrows and Enter work in it as in the rest
      role="checkbox"
      aria-checked={state}
      className={styles.row}
      onClick={onToggle}
      onKeyDown={stepThroughRows}
    >
      <span className={mergeClasses(styles.box, state !== false && styles.ticked)} aria-hidden>
        {state === true && <CheckmarkFilled />}
        {state === 'mixed' && <SubtractFilled />}
      </span>
      <bdi className={styles.name}>{name}</bdi>
    </button>
  );
}

/** Moves the focus from row to row, and from the first row up into the field. */
function stepThroughRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const { nextElementSibling, previousElementSibling, parentElement } = event.currentTarget;
  const next = event.key === 'ArrowDown' ? nextElementSibling : previousElementSibling;
  if (next instanceof HTMLElement) next.focus();
  else if (event.key === 'ArrowUp') parentElement?.parentElement?.querySelector('input')?.focus();
}

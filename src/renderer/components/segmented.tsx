/** A choice among a few options that are all visible: radio buttons that look like one control. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, useId } from 'react';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    boxSizing: 'border-box',
    padding: '2px',
    borderRadius: '11px',
    border: `1px solid ${ink.controlLine}`,
    backgroundColor: ink.card,
  },
  option: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minWidth: '64px',
    height: '30px',
    padding: '0 12px',
    boxSizing: 'border-box',
    borderRadius: '8px',
    fontWeight: 520,
    whiteSpace: 'nowrap',
    color: ink.body,
    ':hover': { color: ink.strong },
    ':focus-within:has(:focus-visible)': { outline: `2px solid ${ink.focus}`, outlineOffset: '1px' },
  },
  chosen: {
    backgroundColor: ink.selected,
    color: ink.onSelected,
    fontWeight: 600,
    ':hover': { color: ink.onSelected },
    [ON_FORCED_COLORS]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  input: { position: 'absolute', inset: 0, margin: '0', opacity: 0, cursor: 'pointer' },
});

interface SegmentedProps<Value> {
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

export function Segmented<Value extends string | number | null>({
  options,
  value,
  onChoose,
  ...words
}: SegmentedProps<Value>): JSX.Element {
  const styles = useStyles();
  const name = useId();
  return (
    <div role="radiogroup" {...words} className={styles.root}>
      {options.map(([own, label]) => (
        <label key={label} className={mergeClasses(styles.option, own === value && styles.chosen)}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={own === value}
            onChange={() => onChoose(own)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

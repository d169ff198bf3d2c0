/** A choice among a few visible options: Fluent UI's radio buttons, styled as one control. */
import { makeStyles, mergeClasses, Radio, RadioGroup } from '@fluentui/react-components';
import type { JSX } from 'react';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    padding: tokens.spacingVerticalXXS,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralCardBackground,
  },
  option: {
    minWidth: '64px',
    height: '30px',
    justifyContent: 'center',
    borderRadius: `calc(${tokens.borderRadiusMedium} - 3px)`,
  },
  chosen: {
    backgroundColor: tokens.colorBrandBackground2,
    [ON_FORCED_COLORS]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  /** Covers the option. */
  input: {
    width: '100%',
    // Set where Fluent UI sets the label's colours.
    ':enabled:not(:checked)': { '& ~ .fui-Radio__label': { color: tokens.colorNeutralForeground2 } },
    ':enabled:checked': {
      '& ~ .fui-Radio__label': { color: tokens.colorBrandForeground2, fontWeight: tokens.fontWeightSemibold },
    },
  },
  indicator: { display: 'none' },
  label: {
    padding: `0 ${tokens.spacingHorizontalM}`,
    fontWeight: tokens.fontWeightMedium,
    whiteSpace: 'nowrap',
  },
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
  return (
    <RadioGroup layout="horizontal" {...words} className={styles.root} value={String(value)}>
      {options.map(([option, label]) => (
        <Radio
          key={label}
          className={mergeClasses(styles.option, option === value && styles.chosen)}
          input={{ className: styles.input }}
          indicator={{ className: styles.indicator }}
          label={{ className: styles.label, children: label }}
          value={String(option)}
          onChange={() => onChoose(option)}
        />
      ))}
    </RadioGroup>
  );
}

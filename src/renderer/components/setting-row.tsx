/** The layout of settings: named groups of rows, each with a name, a description and a control. */
import { Button, makeStyles, mergeClasses, Switch } from '@fluentui/react-components';
import { type JSX, type ReactNode, useId } from 'react';
import { ON_NARROW } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { SETTING_NAMES, type SettingId } from './setting-names.ts';

const useStyles = makeStyles({
  group: {
    margin: `0 0 ${tokens.spacingVerticalXXL}`,
    ':last-child': { marginBottom: tokens.spacingVerticalXS },
  },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.1px',
    color: tokens.colorNeutralForeground1,
  },
  rows: {
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    // Not clipped, because focus rings extend beyond their controls.
    '& > * + *': { borderTop: `1px solid ${tokens.colorCardStroke}` },
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalXL}`,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  stacked: { [ON_NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' } },
  name: { display: 'block', color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightMedium },
  about: {
    display: 'block',
    fontSize: '13px',
    lineHeight: '18px',
    color: tokens.colorNeutralForeground3,
    textWrap: 'pretty',
  },
  button: { height: '36px', minWidth: '0', whiteSpace: 'nowrap' },
  // Aligns the switch with the edge of the other controls.
  switch: { marginRight: '-8px' },
  below: { gridColumn: '1 / -1', justifySelf: 'stretch', minWidth: '0' },
});

interface GroupProps {
  readonly name: string;
  readonly children: ReactNode;
}

export function Group({ name, children }: GroupProps): JSX.Element {
  const styles = useStyles();
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h3 id={id} className={styles.heading}>
        {name}
      </h3>
      <div className={styles.rows}>{children}</div>
    </section>
  );
}

interface RowProps {
  readonly id: SettingId;
  /** Left out for the one in `SETTING_NAMES`. */
  readonly name?: string;
  readonly about: string;
  readonly control?: ReactNode;
  /** In a narrow window, a wide control goes below its description. */
  readonly wide?: boolean;
  /** Id of the control that a click on the description activates. */
  readonly labels?: string;
  readonly children?: ReactNode;
}

export function Row({
  id,
  name = SETTING_NAMES[id],
  about,
  control,
  wide = false,
  labels,
  children,
}: RowProps): JSX.Element {
  const styles = useStyles();
  const { 'aria-labelledby': nameId, 'aria-describedby': aboutId } = rowLabelProps(id);
  const Words = labels === undefined ? 'div' : 'label';
  return (
    <div data-setting={id} className={mergeClasses(styles.row, wide && styles.stacked)}>
      <Words htmlFor={labels}>
        <span id={nameId} className={styles.name}>
          {name}
        </span>
        <span id={aboutId} className={styles.about}>
          {about}
        </span>
      </Words>
      {control}
      {Boolean(children) && <div className={styles.below}>{children}</div>}
    </div>
  );
}

interface SwitchRowProps extends Pick<RowProps, 'id' | 'name' | 'about' | 'children'> {
  readonly disabled?: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SwitchRow({ disabled = false, checked, onChange, ...row }: SwitchRowProps): JSX.Element {
  const styles = useStyles();
  const id = useId();
  return (
    <Row
      {...row}
      labels={id}
      control={
        <Switch
          id={id}
          className={styles.switch}
          aria-label={row.name ?? SETTING_NAMES[row.id]}
          {...rowDescriptionProps(row.id)}
          disabled={disabled}
          checked={checked}
          onChange={(_event, { checked: next }) => onChange(next)}
        />
      }
    />
  );
}

interface RowButtonProps {
  readonly row: SettingId;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

export function RowButton({ row, disabled = false, onClick, children }: RowButtonProps): JSX.Element {
  const styles = useStyles();
  return (
    <Button
      className={styles.button}
      {...rowDescriptionProps(row)}
      disabledFocusable={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** Labels and describes a control by the words of its row. */
export function rowLabelProps(id: SettingId): { 'aria-labelledby': string; 'aria-describedby': string } {
  return { 'aria-labelledby': `setting-${id}`, 'aria-describedby': `setting-${id}-about` };
}

/** Describes a control that has its own label. */
export function rowDescriptionProps(id: SettingId): { 'aria-describedby': string } {
  return { 'aria-describedby': rowLabelProps(id)['aria-describedby'] };
}

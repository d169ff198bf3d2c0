/**
 * A pop-up with the labels of one note, or of the selected ones: a field that finds or makes a label, and a
 * checkbox per label. A tick applies at once.
 */
import { Button, Checkbox, Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { useAtomValue } from 'jotai';
import { type JSX, type KeyboardEvent, useRef, useState } from 'react';
import { cleanLabel, labelKey, MAX_LABEL, withLabels } from '#shared/note/labels.ts';
import { fieldLook } from '../components/field-look.ts';
import { PopUp } from '../components/pop-up.tsx';
import { VirtualList } from '../components/virtual-list.tsx';
import { FIXED_LABELS_TEXT } from './label-texts.ts';
import { tokens } from '../theme/theme.ts';
import { labelsAtom } from '../search/labels.ts';

const FIELD = 'Find or create a label';

/** In CSS pixels. */
const ROW_HEIGHT = 32;
/** The height of the visible rows, in CSS pixels. Half a row shows that there are more. */
const MAX_HEIGHT = 8.5 * ROW_HEIGHT;
/** The height of the rest, in CSS pixels. */
const AROUND_ROWS = 62;

const useStyles = makeStyles({
  // The pop-up is placed as if all labels matched, so that the field stays where it is while fewer do. What is
  // seen of it is as tall as its labels.
  root: {
    width: '264px',
    padding: '0',
    border: '0',
    backgroundColor: 'transparent',
    boxShadow: 'none',
    overflow: 'visible',
    pointerEvents: 'none',
  },
  paper: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    padding: tokens.spacingVerticalS,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    pointerEvents: 'auto',
  },
  field: {
    ...fieldLook,
    flexShrink: 0,
    width: '100%',
    height: '36px',
    borderRadius: tokens.borderRadiusMedium,
  },
  // Focus rings reach into its padding.
  rows: {
    maxHeight: `min(${MAX_HEIGHT}px, 100vh - ${AROUND_ROWS + 16}px)`,
    margin: '4px -4px 0',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXS}`,
    overflowY: 'auto',
  },
  row: {
    display: 'flex',
    width: '100%',
    maxWidth: 'none',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  // No higher than its row, or the rows could be scrolled by the difference.
  label: {
    margin: '0',
    paddingTop: tokens.spacingVerticalSNudge,
    paddingBottom: tokens.spacingVerticalSNudge,
  },
  // Beside its box, and truncated at its own end, in either direction of reading.
  name: {
    display: 'block',
    width: 'fit-content',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  make: {
    justifyContent: 'flex-start',
    padding: '5px 8px',
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
  },
  words: { flexGrow: 1, minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  hint: { padding: tokens.spacingVerticalS, color: tokens.colorNeutralForeground3, fontSize: '13px' },
  fixed: { margin: '0', outline: 'none', lineHeight: '19px' },
});

interface LabelPickerProps {
  readonly anchor: Element;
  /** The labels of each affected note that is loaded. */
  readonly labelled: readonly (readonly string[])[];
  /** Whether `labelled` covers all affected notes. */
  readonly isComplete: boolean;
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
    const count = labelled.filter((labels) =>
      labels.some((label) => labelKey(label) === labelKey(name)),
    ).length;
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
      rowsRef.current?.querySelector<HTMLElement>('input, button')?.focus();
    }
  };
  if (isFixed) {
    return (
      <PopUp name="Labels" anchor={anchor} className={styles.root} onClose={onClose}>
        <div className={styles.paper}>
          <p data-first-focus tabIndex={-1} className={mergeClasses(styles.hint, styles.fixed)}>
            {FIXED_LABELS_TEXT}
          </p>
        </div>
      </PopUp>
    );
  }
  return (
    <PopUp name="Labels" anchor={anchor} className={styles.root} onClose={onClose}>
      <div
        style={{
          minHeight: `min(${AROUND_ROWS + Math.min(all.length * ROW_HEIGHT, MAX_HEIGHT)}px, 100vh - 16px)`,
        }}
      >
        <div className={styles.paper}>
          <Input
            className={styles.field}
            placeholder={FIELD}
            aria-label={FIELD}
            dir="auto"
            maxLength={MAX_LABEL}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onFieldKey}
          />
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys that bubble from the controls inside */}
          <div ref={rowsRef} className={styles.rows} onKeyDown={onRowKey}>
            {found.length > 0 && (
              <VirtualList label="Labels" names={found} keyOf={labelKey} rowHeight={ROW_HEIGHT} shown={null}>
                {(name) => (
                  <Checkbox
                    className={styles.row}
                    checked={stateOf(name)}
                    label={{
                      className: mergeClasses(styles.words, styles.label),
                      children: <bdi className={styles.name}>{name}</bdi>,
                    }}
                    onChange={() => toggle(name)}
                  />
                )}
              </VirtualList>
            )}
            {clean !== '' && exact === undefined && (
              <Button
                appearance="subtle"
                className={mergeClasses(styles.row, styles.make)}
                icon={<AddRegular />}
                onClick={make}
              >
                <span className={styles.words}>
                  Create label “<bdi>{clean}</bdi>”
                </span>
              </Button>
            )}
            {all.length === 0 && clean === '' && (
              <div className={styles.hint}>No labels yet. Type a name to create one.</div>
            )}
          </div>
        </div>
      </div>
    </PopUp>
  );
}

/**
 * Moves the focus from the first row up to the field, and between the last row and the button below it. Enter
 * ticks a box, as Space does.
 */
function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget: rows } = event;
  // The list itself has already moved the focus.
  if (document.activeElement !== target) return;
  const controls = [...rows.querySelectorAll<HTMLElement>('input, button')];
  const at = controls.findIndex((control) => control === target);
  if (key === 'Enter') controls[at]?.click();
  else if (key === 'ArrowDown') controls[at + 1]?.focus();
  else if (key === 'ArrowUp') (controls[at - 1] ?? rows.parentElement?.querySelector('input'))?.focus();
  else return;
  event.preventDefault();
}

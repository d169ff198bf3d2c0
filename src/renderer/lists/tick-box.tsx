/** The box of a list's line. A click or Space ticks it. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkFilled } from '@fluentui/react-icons/svg/checkmark';
import type { JSX, MouseEvent } from 'react';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  // As high as a list's line and as wide as its indentation, so that the target is larger than the drawn box.
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    width: '24px',
    height: '24px',
    padding: '0',
    border: '0',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover > span': { border: `1px solid ${tokens.colorNeutralForeground1}` },
    ':focus-visible': { outline: 'none' },
    ':focus-visible > span': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    // In the trash, a click on the box opens the note, as a click beside it does.
    ':disabled': { pointerEvents: 'none' },
  },
  box: {
    display: 'inline-flex',
    boxSizing: 'border-box',
    width: '16px',
    height: '16px',
    alignItems: 'center',
    justifyContent: 'center',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusSmall,
    fontSize: '12px',
    color: 'transparent',
    [ON_FORCED_COLORS]: { border: '1px solid CanvasText' },
  },
  ticked: {
    border: `1px solid ${tokens.colorNeutralForeground3}`,
    backgroundColor: tokens.colorNeutralForeground3,
    color: tokens.colorNeutralCardBackground,
    [ON_FORCED_COLORS]: {
      forcedColorAdjust: 'none',
      border: '1px solid CanvasText',
      backgroundColor: 'CanvasText',
      color: 'Canvas',
    },
  },
});

interface TickBoxProps {
  /** The id of the element whose words name the box; null if there is none. */
  readonly wordsId: string | null;
  /** Names the box instead. It is hidden text, not a label: the label belongs to the field beside it. */
  readonly name?: string;
  readonly isTicked: boolean;
  readonly tabIndex: number;
  /** Null if the box is read-only. */
  readonly onTick: ((event: MouseEvent<HTMLButtonElement>) => void) | null;
}

export function TickBox({ wordsId, name, isTicked, tabIndex, onTick }: TickBoxProps): JSX.Element {
  const styles = useStyles();
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input would take the page's keys for typing
      role="checkbox"
      aria-checked={isTicked}
      aria-labelledby={wordsId ?? undefined}
      aria-label={wordsId === null && name === undefined ? 'Empty line' : undefined}
      disabled={onTick === null}
      tabIndex={tabIndex}
      data-box
      className={styles.root}
      onClick={onTick ?? undefined}
    >
      <span className={mergeClasses(styles.box, isTicked && styles.ticked)}>
        {isTicked && <CheckmarkFilled aria-hidden />}
      </span>
      {name !== undefined && (
        // It must not decide the direction of the line.
        <bdi>
          <VisuallyHidden>{name}</VisuallyHidden>
        </bdi>
      )}
    </button>
  );
}

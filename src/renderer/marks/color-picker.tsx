/** A pop-up with the colours that a note can have. One is chosen by a click or with arrows and Space, which closes it. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkFilled } from '@fluentui/react-icons/svg/checkmark';
import { ColorRegular } from '@fluentui/react-icons/svg/color';
import { type JSX, type KeyboardEvent, useState } from 'react';
import { type Color, COLORS, NO_COLOR } from '#shared/colors.ts';
import { PopUp } from '../components/pop-up.tsx';
import { focusRing } from '../theme/focus.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { TINTS, useTint } from '../theme/tints.ts';

const COLUMNS = 6;
const CHOICES = [null, ...COLORS] as const;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
  Home: -CHOICES.length,
  End: CHOICES.length,
};

const useStyles = makeStyles({
  group: {
    display: 'grid',
    gridTemplateColumns: `repeat(${COLUMNS}, 32px)`,
    gap: '6px',
    // With forced colours, only the names tell the swatches apart.
    [ON_FORCED_COLORS]: { gridTemplateColumns: `repeat(${COLUMNS}, 84px)` },
  },
  swatch: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    width: '32px',
    height: '32px',
    padding: '0',
    border: `1px solid color-mix(in srgb, ${ink.line} 70%, ${ink.strong})`,
    borderRadius: '50%',
    backgroundColor: ink.card,
    color: ink.strong,
    fontFamily: 'inherit',
    fontSize: '16px',
    cursor: 'pointer',
    ...focusRing,
    [ON_FORCED_COLORS]: {
      width: '100%',
      borderRadius: '6px',
      fontSize: '12px',
      '::after': { content: 'attr(aria-label)' },
    },
  },
  chosen: {
    border: `2px solid ${ink.focus}`,
    ':hover': { border: `2px solid ${ink.focus}` },
    [ON_FORCED_COLORS]: { border: '2px solid Highlight' },
  },
});

interface ColorPickerProps {
  readonly anchor: Element;
  /** Undefined if the notes have several colours. */
  readonly color: Color | null | undefined;
  readonly onChoose: (color: Color | typeof NO_COLOR) => void;
  readonly onClose: () => void;
}

export function ColorPicker({ anchor, color, onChoose, onClose }: ColorPickerProps): JSX.Element {
  const styles = useStyles();
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      CHOICES.findIndex((choice) => choice === color),
    ),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + step, 0), CHOICES.length - 1);
    setAt(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <PopUp name="Colour" anchor={anchor} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the one of them that Tab reaches has it */}
      <div role="radiogroup" aria-label="Colour" className={styles.group} onKeyDown={onKeyDown}>
        {CHOICES.map((choice, index) => (
          <Swatch
            key={choice}
            color={choice}
            isChosen={choice === color}
            isTabStop={index === at}
            onChoose={() => {
              onClose();
              onChoose(choice ?? NO_COLOR);
            }}
          />
        ))}
      </div>
    </PopUp>
  );
}

interface SwatchProps {
  readonly color: Color | null;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: () => void;
}

function Swatch({ color, isChosen, isTabStop, onChoose }: SwatchProps): JSX.Element {
  const styles = useStyles();
  const tint = useTint(color);
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- arrow keys choose at once in the browser's radio button
      role="radio"
      aria-checked={isChosen}
      aria-label={color === null ? 'No colour' : TINTS[color].name}
      // The page's own tooltip would stand behind the pop-up.
      title={color === null ? 'No colour' : TINTS[color].name}
      data-first-focus={isTabStop || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={mergeClasses(...tint, styles.swatch, isChosen && styles.chosen)}
      onClick={onChoose}
    >
      {isChosen ? <CheckmarkFilled aria-hidden /> : color === null && <ColorRegular aria-hidden />}
    </button>
  );
}

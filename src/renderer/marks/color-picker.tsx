/** A pop-up with the colours of a note. A click, or arrows and Space, choose one and close it. */
import {
  ColorSwatch,
  makeStyles,
  mergeClasses,
  SwatchPicker,
  useArrowNavigationGroup,
} from '@fluentui/react-components';
import { CheckmarkFilled } from '@fluentui/react-icons/svg/checkmark';
import { ColorRegular } from '@fluentui/react-icons/svg/color';
import type { JSX } from 'react';
import { type Color, COLORS, NO_COLOR } from '#shared/note/colors.ts';
import { PopUp } from '../components/pop-up.tsx';
import { focusRing } from '../theme/focus.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { TINTS } from '../theme/tints.ts';

const LINE = `1px solid color-mix(in srgb, ${tokens.colorCardStroke} 70%, ${tokens.colorNeutralForeground1})`;
const CHOICES = [NO_COLOR, ...COLORS] as const;

const useStyles = makeStyles({
  group: {
    display: 'grid',
    gridTemplateColumns: 'repeat(6, 32px)',
    gap: tokens.spacingVerticalSNudge,
    // In forced-colours mode, only the names tell the swatches apart.
    [ON_FORCED_COLORS]: { gridTemplateColumns: 'repeat(6, 84px)' },
  },
  swatch: {
    border: LINE,
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    ':hover': { border: LINE, boxShadow: `0 0 0 1px ${tokens.colorNeutralStroke1Hover}` },
    ...focusRing,
    [ON_FORCED_COLORS]: {
      width: '100%',
      borderRadius: tokens.borderRadiusSmall,
      fontSize: '12px',
      forcedColorAdjust: 'auto',
      '::after': { content: 'attr(aria-label)' },
    },
  },
  chosen: {
    border: `2px solid ${tokens.colorStrokeFocus2}`,
    boxShadow: 'none',
    ':hover': { border: `2px solid ${tokens.colorStrokeFocus2}`, boxShadow: 'none' },
    [ON_FORCED_COLORS]: { border: '2px solid Highlight', boxShadow: 'none' },
  },
  icon: { position: 'static', fontSize: '16px' },
});

interface ColorPickerProps {
  readonly anchor: Element;
  /** Undefined if the notes have different colours. */
  readonly color: Color | null | undefined;
  readonly onChoose: (color: Color | typeof NO_COLOR) => void;
  readonly onClose: () => void;
}

export function ColorPicker({ anchor, color, onChoose, onClose }: ColorPickerProps): JSX.Element {
  const styles = useStyles();
  const arrows = useArrowNavigationGroup({ axis: 'grid-linear', memorizeCurrent: true });
  const selected = color === null ? NO_COLOR : color;
  return (
    <PopUp name="Colour" anchor={anchor} onClose={onClose}>
      {/* Not the picker's own arrow keys, because these also move by column. */}
      <SwatchPicker
        aria-label="Colour"
        shape="circular"
        size="large"
        focusMode="tab"
        {...arrows}
        className={styles.group}
        selectedValue={selected ?? ''}
      >
        {CHOICES.map((choice) => {
          const isChosen = choice === selected;
          const [name, paper] =
            choice === NO_COLOR
              ? ['No colour', tokens.colorNeutralBackground1]
              : [TINTS[choice].name, `light-dark(${TINTS[choice].card.join(', ')})`];
          return (
            <ColorSwatch
              key={choice}
              color={paper}
              value={choice}
              aria-label={name}
              data-tooltip
              data-first-focus={isChosen || undefined}
              className={mergeClasses(styles.swatch, isChosen && styles.chosen)}
              icon={{
                className: styles.icon,
                children: isChosen ? <CheckmarkFilled /> : choice === NO_COLOR && <ColorRegular />,
              }}
              onClick={() => {
                onClose();
                onChoose(choice);
              }}
            />
          );
        })}
      </SwatchPicker>
    </PopUp>
  );
}

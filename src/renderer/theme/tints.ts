/**
 * The colours of notes: each a tint of the background with a border, in light and dark. Text keeps a contrast
 * of 4.5:1 on all of them. With forced colours no tint is drawn, and the name of the colour is shown instead.
 */
import { makeStyles } from '@fluentui/react-components';
import type { Color } from '#shared/note/colors.ts';
import { tokens } from './theme.ts';

type LightAndDark = readonly [light: string, dark: string];

interface Tint {
  /** The name that people see. */
  readonly name: string;
  readonly card: LightAndDark;
  readonly line: LightAndDark;
}

export const TINTS: Readonly<Record<Color, Tint>> = {
  RED: { name: 'Red', card: ['#ffe7e3', '#442927'], line: ['#f9ceca', '#5d3e3c'] },
  ORANGE: { name: 'Orange', card: ['#ffe7d0', '#452a18'], line: ['#feceaf', '#5f402a'] },
  YELLOW: { name: 'Yellow', card: ['#fef4ce', '#383119'], line: ['#ecdeac', '#4f482c'] },
  GREEN: { name: 'Green', card: ['#e1f6e1', '#253725'], line: ['#c7e3c7', '#394e39'] },
  TEAL: { name: 'Teal', card: ['#d6f8f2', '#173834'], line: ['#b7e5de', '#2a504b'] },
  BLUE: { name: 'Blue', card: ['#d9f4ff', '#1a3542'], line: ['#bce1f3', '#2e4c5b'] },
  CERULEAN: { name: 'Dark blue', card: ['#deebff', '#232f4f'], line: ['#c5d5ff', '#37456a'] },
  PURPLE: { name: 'Purple', card: ['#f5eaff', '#362c42'], line: ['#e1d3f5', '#4d425b'] },
  PINK: { name: 'Pink', card: ['#ffe6f3', '#412934'], line: ['#f4cedf', '#5a3e4b'] },
  BROWN: { name: 'Brown', card: ['#f3e9dc', '#342d23'], line: ['#e0d3c2', '#4b4237'] },
  GRAY: { name: 'Grey', card: ['#e8eaf0', '#36383b'], line: ['#d2d5dd', '#4d4e52'] },
};

/** Replaces the card's colours by the tint for an element and everything in it. */
const useStyles = makeStyles({
  any: {
    '--colorSubtleBackgroundHover': 'light-dark(rgba(40, 34, 20, 0.08), rgba(255, 255, 255, 0.09))',
    '--colorSubtleBackgroundPressed': 'light-dark(rgba(40, 34, 20, 0.13), rgba(255, 255, 255, 0.14))',
    ':hover': {
      border: `1px solid color-mix(in srgb, ${tokens.colorCardStroke} 80%, ${tokens.colorNeutralForeground1})`,
    },
  },
  RED: tint('RED'),
  ORANGE: tint('ORANGE'),
  YELLOW: tint('YELLOW'),
  GREEN: tint('GREEN'),
  TEAL: tint('TEAL'),
  BLUE: tint('BLUE'),
  CERULEAN: tint('CERULEAN'),
  PURPLE: tint('PURPLE'),
  PINK: tint('PINK'),
  BROWN: tint('BROWN'),
  GRAY: tint('GRAY'),
});

function tint(color: Color): Readonly<Record<'--colorNeutralCardBackground' | '--colorCardStroke', string>> {
  const { card, line } = TINTS[color];
  return {
    '--colorNeutralCardBackground': `light-dark(${card.join(', ')})`,
    '--colorCardStroke': `light-dark(${line.join(', ')})`,
  };
}

/** @returns class names for `mergeClasses`; none for no colour */
export function useTint(color: Color | null): readonly (string | undefined)[] {
  const styles = useStyles();
  return color === null ? [] : [styles.any, styles[color]];
}

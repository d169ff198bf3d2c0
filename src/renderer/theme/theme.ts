/**
 * The theme in light and dark: Fluent UI's, with our own colour ramp, surfaces and scales. One accent marks what
 * is selected, focused or primary. Except for the tints of notes, yellow is for search hits only, and red for
 * what loses something for good. Text keeps a contrast of 4.5:1 on every surface.
 */
import {
  type BrandVariants,
  createDarkTheme,
  createLightTheme,
  type Theme,
  themeToTokensObject,
} from '@fluentui/react-components';

const indigo: BrandVariants = {
  10: '#06061c',
  20: '#12123d',
  30: '#1c1c5c',
  40: '#252578',
  50: '#2d2d8c',
  60: '#36369a',
  70: '#4141aa',
  80: '#4b4bb8',
  90: '#5f5fc6',
  100: '#7373d3',
  110: '#8787de',
  120: '#9b9be8',
  130: '#a5a4f2',
  140: '#c6c5fb',
  150: '#dcdbfd',
  160: '#efeeff',
};

/** Tokens that Fluent UI does not have. */
interface OwnTokens {
  /** The border of what has the card's background, in the tint of its note. */
  readonly colorCardStroke: string;
  /** Behind what a search has found. */
  readonly colorHitBackground: string;
}

type InklingTheme = Theme & OwnTokens;

const shape: Partial<Theme> = {
  // The font comes with the app. What it lacks is looked for in all of these, for each size and weight, by
  // the browser's process.
  fontFamilyBase: '"Inter Variable", system-ui, sans-serif',
  // Marks in a text and boxes; controls; cards and pop-ups; dialogs.
  borderRadiusSmall: '3px',
  borderRadiusMedium: '10px',
  borderRadiusLarge: '14px',
  borderRadiusXLarge: '18px',
  fontWeightMedium: 530,
  fontWeightSemibold: 630,
  strokeWidthThick: '2px',
};

export const lightTheme: InklingTheme = {
  ...createLightTheme(indigo),
  ...shape,
  colorNeutralBackground1: '#fffefb',
  colorNeutralBackground1Hover: '#f4f1ea',
  colorNeutralBackground1Pressed: '#ece8de',
  colorNeutralBackground2: '#f7f5f0',
  colorNeutralForeground1: '#23222b',
  colorNeutralForeground1Hover: '#23222b',
  colorNeutralForeground1Pressed: '#23222b',
  colorNeutralForeground2: '#55525e',
  colorNeutralForeground2Hover: '#23222b',
  colorNeutralForeground2Pressed: '#23222b',
  colorNeutralForeground2BrandHover: '#23222b',
  colorNeutralForeground2BrandPressed: '#23222b',
  colorNeutralForeground3: '#6a6672',
  colorNeutralForeground4: '#6a6672',
  colorNeutralStroke1: '#d8d2c4',
  colorNeutralStroke1Hover: '#b9b2a2',
  colorNeutralStroke1Pressed: '#b9b2a2',
  colorNeutralStrokeDisabled: '#e6e1d6',
  colorNeutralBackgroundDisabled: 'transparent',
  colorNeutralStroke2: '#e6e1d6',
  colorNeutralStrokeAccessible: '#857f73',
  colorNeutralStrokeAccessibleHover: '#6a6558',
  colorSubtleBackgroundHover: '#ece8de',
  colorSubtleBackgroundPressed: '#e3ded2',
  colorBrandBackground: '#4b4bb8',
  colorBrandBackgroundHover: '#4141aa',
  colorBrandBackgroundPressed: '#36369a',
  colorStrokeFocus2: '#4b4bb8',
  colorBrandStroke2Contrast: '#d9d8f2',
  colorBackgroundOverlay: 'rgba(30, 26, 18, 0.38)',
  colorNeutralCardBackground: '#fffefb',
  colorBrandBackground2: '#e6e5f6',
  colorBrandForeground2: '#36369a',
  colorBrandForegroundLink: '#36369a',
  colorNeutralBackgroundInverted: '#2b2a35',
  colorNeutralForegroundInverted: '#f4f2ee',
  colorBrandForegroundInverted: '#c6c5fb',
  colorStatusSuccessForeground1: '#2d7a4f',
  colorStatusWarningForeground1: '#9a5b00',
  colorStatusDangerBackground3: '#a63a32',
  colorStatusDangerBackground3Hover: '#912f28',
  shadow4: '0 1px 2px rgba(40, 34, 20, 0.05), 0 2px 8px rgba(40, 34, 20, 0.05)',
  shadow16: '0 2px 4px rgba(40, 34, 20, 0.06), 0 10px 28px rgba(40, 34, 20, 0.12)',
  colorHitBackground: '#ffe9a8',
  colorCardStroke: '#e6e1d6',
};

export const darkTheme: InklingTheme = {
  ...createDarkTheme(indigo),
  ...shape,
  colorNeutralBackground1: '#25242c',
  colorNeutralBackground1Hover: '#2d2c36',
  colorNeutralBackground1Pressed: '#34323d',
  colorNeutralBackground2: '#1b1a20',
  colorNeutralForeground1: '#eceaf0',
  colorNeutralForeground1Hover: '#eceaf0',
  colorNeutralForeground1Pressed: '#eceaf0',
  colorNeutralForeground2: '#bcb8c5',
  colorNeutralForeground2Hover: '#eceaf0',
  colorNeutralForeground2Pressed: '#eceaf0',
  colorNeutralForeground2BrandHover: '#eceaf0',
  colorNeutralForeground2BrandPressed: '#eceaf0',
  colorNeutralForeground3: '#a5a1b0',
  colorNeutralForeground4: '#a5a1b0',
  colorNeutralStroke1: '#45424f',
  colorNeutralStroke1Hover: '#5b5768',
  colorNeutralStroke1Pressed: '#5b5768',
  colorNeutralStrokeDisabled: '#34323d',
  colorNeutralBackgroundDisabled: 'transparent',
  colorNeutralStroke2: '#34323d',
  colorNeutralStrokeAccessible: '#8b8797',
  colorNeutralStrokeAccessibleHover: '#a5a1b0',
  colorSubtleBackgroundHover: '#2e2c37',
  colorSubtleBackgroundPressed: '#383642',
  colorBrandBackground: '#a5a4f2',
  colorBrandBackgroundHover: '#b5b4f7',
  colorBrandBackgroundPressed: '#c6c5fb',
  colorNeutralForegroundOnBrand: '#1b1a20',
  colorBrandForeground1: '#c6c5fb',
  colorStrokeFocus2: '#a5a4f2',
  colorBrandStroke1: '#a5a4f2',
  colorBrandStroke2: '#45424f',
  colorBrandStroke2Contrast: '#45424f',
  colorBackgroundOverlay: 'rgba(0, 0, 0, 0.55)',
  colorNeutralCardBackground: '#25242c',
  colorBrandBackground2: '#33325a',
  colorBrandForeground2: '#c6c5fb',
  colorBrandForegroundLink: '#c6c5fb',
  colorNeutralBackgroundInverted: '#eceaf0',
  colorNeutralForegroundInverted: '#25242c',
  colorBrandForegroundInverted: '#36369a',
  colorStatusSuccessForeground1: '#7cc79b',
  colorStatusWarningForeground1: '#e5b062',
  colorStatusDangerBackground3: '#eb9c92',
  colorStatusDangerBackground3Hover: '#f2b1a9',
  shadow4: '0 1px 2px rgba(0, 0, 0, 0.3)',
  shadow16: '0 12px 32px rgba(0, 0, 0, 0.5)',
  colorHitBackground: '#5b4a12',
  colorCardStroke: '#34323d',
};

/** The theme's tokens as CSS variables, for `makeStyles`. */
export const tokens = themeToTokensObject(lightTheme);

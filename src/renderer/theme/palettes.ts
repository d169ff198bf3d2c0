/** The theme in light and dark: Fluent's, with our own colour ramp and surfaces. */
import {
  type BrandVariants,
  createDarkTheme,
  createLightTheme,
  type Theme,
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

/** Tokens that Fluent does not have. */
interface OwnTokens {
  readonly inkPaper: string;
  readonly inkCard: string;
  readonly inkHover: string;
  readonly inkSelected: string;
  readonly inkOnSelected: string;
  readonly inkHit: string;
  readonly inkLine: string;
  readonly inkLink: string;
  readonly inkFocus: string;
  readonly inkToast: string;
  readonly inkOnToast: string;
  readonly inkToastAction: string;
  readonly inkOk: string;
  readonly inkWarn: string;
  readonly inkBusy: string;
  readonly inkDanger: string;
  readonly inkDangerHover: string;
  readonly inkOnDanger: string;
  readonly inkScrim: string;
  readonly inkShadow: string;
  readonly inkShadowUp: string;
}

const shape: Partial<Theme> = {
  // The font comes with the app. What it lacks is looked for in all of these, for each size and weight, by
  // the browser's process.
  fontFamilyBase: '"Inter Variable", system-ui, sans-serif',
  borderRadiusSmall: '6px',
  borderRadiusMedium: '10px',
  borderRadiusLarge: '12px',
  borderRadiusXLarge: '18px',
  strokeWidthThick: '2px',
};

export const lightTheme: Theme & OwnTokens = {
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
  inkPaper: '#f7f5f0',
  inkCard: '#fffefb',
  inkHover: '#ece8de',
  inkSelected: '#e6e5f6',
  inkOnSelected: '#36369a',
  inkHit: '#ffe9a8',
  inkLine: '#e6e1d6',
  inkLink: '#36369a',
  inkFocus: '#4b4bb8',
  inkToast: '#2b2a35',
  inkOnToast: '#f4f2ee',
  inkToastAction: '#c6c5fb',
  inkOk: '#2d7a4f',
  inkWarn: '#9a5b00',
  inkBusy: '#857f73',
  inkDanger: '#a63a32',
  inkDangerHover: '#912f28',
  inkOnDanger: '#fffefb',
  inkScrim: 'rgba(30, 26, 18, 0.38)',
  inkShadow: '0 1px 2px rgba(40, 34, 20, 0.05), 0 2px 8px rgba(40, 34, 20, 0.05)',
  inkShadowUp: '0 2px 4px rgba(40, 34, 20, 0.06), 0 10px 28px rgba(40, 34, 20, 0.12)',
};

export const darkTheme: Theme & OwnTokens = {
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
  inkPaper: '#1b1a20',
  inkCard: '#25242c',
  inkHover: '#2e2c37',
  inkSelected: '#33325a',
  inkOnSelected: '#c6c5fb',
  inkHit: '#5b4a12',
  inkLine: '#34323d',
  inkLink: '#c6c5fb',
  inkFocus: '#a5a4f2',
  inkToast: '#eceaf0',
  inkOnToast: '#25242c',
  inkToastAction: '#36369a',
  inkOk: '#7cc79b',
  inkWarn: '#e5b062',
  inkBusy: '#8b8797',
  inkDanger: '#eb9c92',
  inkDangerHover: '#f2b1a9',
  inkOnDanger: '#1b1a20',
  inkScrim: 'rgba(0, 0, 0, 0.55)',
  inkShadow: '0 1px 2px rgba(0, 0, 0, 0.3)',
  inkShadowUp: '0 12px 32px rgba(0, 0, 0, 0.5)',
};

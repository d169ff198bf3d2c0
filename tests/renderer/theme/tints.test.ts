/** Computes WCAG's contrast of text on the tints of notes. */
import { describe, expect, test } from 'vitest';
import { COLORS } from '#shared/note/colors.ts';
import { darkTheme, lightTheme } from '#renderer/theme/theme.ts';
import { TINTS } from '#renderer/theme/tints.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const THEMES = [
  ['light', lightTheme, 0],
  ['dark', darkTheme, 1],
] as const;

describe.each(THEMES)('the %s theme', (name, theme, at) => {
  test.each(COLORS)(`in the ${name} theme all text on %s has a contrast of at least 4.5:1`, (color) => {
    const paper = TINTS[color].card[at];
    const inks = [
      theme.colorNeutralForeground1,
      theme.colorNeutralForeground2,
      theme.colorNeutralForeground3,
      theme.colorBrandForegroundLink,
      theme.colorStatusWarningForeground1,
    ];
    expect(inks.filter((text) => contrast(text, paper) < 4.5)).toEqual([]);
  });

  test.each(COLORS)(`in the ${name} theme the focus ring on %s has a contrast of at least 3:1`, (color) => {
    expect(contrast(theme.colorStrokeFocus2, TINTS[color].card[at])).toBeGreaterThanOrEqual(3);
  });
});

test('no two colours have one name or one tint', () => {
  const all = COLORS.map((color) => TINTS[color]);
  for (const values of [
    all.map(({ name }) => name),
    all.map(({ card }) => card[0]),
    all.map(({ card }) => card[1]),
  ])
    expect(new Set(values).size).toBe(COLORS.length);
});

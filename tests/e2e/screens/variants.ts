/**
 * The window sizes and settings in which the screens must work, and which of them a scene is shown in. They
 * are set in the running page, one after the other.
 *
 * - Light and dark: every scene, for its colours.
 * - Narrow (400): every scene that has another layout there, or exists only there.
 * - 360, and the default window at 200 %: one scene of each kind, for what no longer fits, such as a dialog
 *   that scrolls.
 * - Forced colours: one scene of each kind of control, for lines and marks that are drawn with colours alone.
 * - 1600 and 3840: screens with columns, and the centred page; the width of a dialog does not change.
 *
 * Colours do not depend on the width, nor the layout on the theme, so no two of them are combined, except
 * forced colours with dark, and dark with scenes that exist only in a narrow window.
 *
 * A check by axe takes several times as long as a screenshot. It checks everything in the light variant, only
 * the colours in the dark one, and all but the colours in the narrow one. The other variants change nothing
 * that axe checks.
 */
import type { Page } from '@playwright/test';

export interface Variant {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active';
  readonly axe: 'all' | 'colours' | 'all but colours' | 'nothing';
}

const light: Variant = { name: 'light', width: 1180, height: 800, axe: 'all' };
const dark: Variant = { name: 'dark', width: 1180, height: 800, colorScheme: 'dark', axe: 'colours' };
const narrow: Variant = { name: 'narrow', width: 400, height: 800, axe: 'all but colours' };
const smallest: Variant = { name: 'smallest', width: 360, height: 640, axe: 'nothing' };
/** At 200 % the window has half as many CSS pixels in each direction. */
const zoomed: Variant = { name: 'zoom-200', width: 590, height: 400, axe: 'nothing' };
const forced: Variant = {
  name: 'forced-colors',
  width: 1180,
  height: 800,
  forcedColors: 'active',
  axe: 'nothing',
};

/** The variant in which a scene starts. */
export const START = light;

export const THEMES: readonly Variant[] = [light, dark];
/** For scenes with another layout in a narrow window. */
export const PLAIN: readonly Variant[] = [light, dark, narrow];
/** For scenes that exist only in a narrow window. */
export const NARROW: readonly Variant[] = [
  { ...narrow, axe: 'all' },
  { ...narrow, name: 'narrow-dark', colorScheme: 'dark', axe: 'colours' },
];
export const FORCED: readonly Variant[] = [forced];
export const WIDE: readonly Variant[] = [{ name: 'wide', width: 1600, height: 1000, axe: 'nothing' }];
/** For one scene of each kind of overlay. */
export const OVERLAY: readonly Variant[] = [light, dark, narrow, smallest, zoomed, forced];
/** For one scene of each kind of screen. */
export const SCREEN: readonly Variant[] = [
  ...OVERLAY,
  { ...forced, name: 'forced-colors-dark', colorScheme: 'dark' },
  ...WIDE,
  { name: '4k', width: 3840, height: 2160, axe: 'nothing' },
];

export async function applyVariant(page: Page, variant: Variant): Promise<void> {
  const { colorScheme = 'light', forcedColors = 'none', width, height } = variant;
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
}

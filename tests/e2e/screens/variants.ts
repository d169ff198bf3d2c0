/**
 * The windows and settings that the screens have to stand, and which of them a scene is looked at in. They are set in the
 * running page, one after the other.
 *
 * - Light and dark: every scene, for its colours.
 * - Narrow (400): every scene that is laid out in another way there, or is there only there.
 * - 360, and the default window at 200 %: one scene of each kind, for what no longer fits, as a dialog that has to scroll.
 * - Forced colours: one scene of each kind of control, for lines and marks that are drawn with colours alone.
 * - 1600 and 3840: what has columns, and the page that is centred; a dialog is as wide as it always is.
 *
 * Colours do not change with the width, nor the layout with the theme, so that no two of them are taken together, but
 * for forced colours on dark and for what is there only in a narrow window.
 *
 * A look of axe takes several times as long as a picture. It looks at all there is where a scene is light, at the colours
 * alone where it is dark, and at all but the colours where it is narrow. The other variants change nothing that it knows of.
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
/** Half as many CSS pixels each way. */
const zoomed: Variant = { name: 'zoom-200', width: 590, height: 400, axe: 'nothing' };
const forced: Variant = {
  name: 'forced-colors',
  width: 1180,
  height: 800,
  forcedColors: 'active',
  axe: 'nothing',
};

/** How a scene is brought up. */
export const START = light;

export const THEMES: readonly Variant[] = [light, dark];
/** What is laid out in another way in a narrow window. */
export const PLAIN: readonly Variant[] = [light, dark, narrow];
/** What is there only in a narrow window. */
export const NARROW: readonly Variant[] = [
  { ...narrow, axe: 'all' },
  { ...narrow, name: 'narrow-dark', colorScheme: 'dark', axe: 'colours' },
];
export const FORCED: readonly Variant[] = [forced];
/** One of each kind of what opens over a screen. */
export const OVERLAY: readonly Variant[] = [light, dark, narrow, smallest, zoomed, forced];
/** One of each kind of screen. */
export const SCREEN: readonly Variant[] = [
  ...OVERLAY,
  { ...forced, name: 'forced-colors-dark', colorScheme: 'dark' },
  { name: 'wide', width: 1600, height: 1000, axe: 'nothing' },
  { name: '4k', width: 3840, height: 2160, axe: 'nothing' },
];

export async function applyVariant(page: Page, variant: Variant): Promise<void> {
  const { colorScheme = 'light', forcedColors = 'none', width, height } = variant;
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
}

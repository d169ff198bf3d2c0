/** The windows and settings that every screen has to stand. */
import type { Page } from '@playwright/test';

export interface Variant {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active';
}

const light: Variant = { name: 'light', width: 1180, height: 800 };
const dark: Variant = { name: 'dark', width: 1180, height: 800, colorScheme: 'dark' };
const narrow: Variant = { name: 'narrow', width: 400, height: 800 };
const narrowDark: Variant = { name: 'narrow-dark', width: 400, height: 800, colorScheme: 'dark' };
const wide: Variant = { name: 'wide', width: 1600, height: 1000 };
const wideDark: Variant = { name: 'wide-dark', width: 1600, height: 1000, colorScheme: 'dark' };

/** How a scene is brought up. */
export const START = light;

export const EVERYWHERE: readonly Variant[] = [light, dark, narrow, wide];
export const THEMES: readonly Variant[] = [light, dark];
export const NARROW: readonly Variant[] = [narrow, narrowDark];
/** For the dialogs that hold much; axe takes its time with them. */
export const LARGE: readonly Variant[] = [...NARROW, wide, wideDark];
/** For the screens that one sees most. */
export const EXTREMES: readonly Variant[] = [
  ...EVERYWHERE,
  narrowDark,
  { name: 'smallest', width: 360, height: 640 },
  { name: '4k', width: 3840, height: 2160 },
  // The default window at 200 %: half as many CSS pixels each way.
  { name: 'zoom-200', width: 590, height: 400 },
  { name: 'forced-colors', width: 1180, height: 800, forcedColors: 'active' },
  { name: 'forced-colors-dark', width: 1180, height: 800, forcedColors: 'active', colorScheme: 'dark' },
];

/** For what opens over a screen: a huge window shows nothing new of it. */
export const OVERLAYS = EXTREMES.filter(({ name }) => name !== '4k');

export async function applyVariant(page: Page, variant: Variant): Promise<void> {
  const { colorScheme = 'light', forcedColors = 'none', width, height } = variant;
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
}

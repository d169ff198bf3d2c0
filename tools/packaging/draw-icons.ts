/**
 * Draws the app's icons from `resources/logo.svg` into `resources/`, with an installed Chromium. Run it when
 * the logo has changed, check the images and commit them: `node tools/packaging/draw-icons.ts`.
 *
 * - `icon.png`: Windows and the app's own windows. `icon-mac.png`: the same with the margin that macOS' grid
 *   asks for.
 * - `icons/`: Linux, by size.
 * - `tray/trayTemplate.png`: macOS colours it itself. `tray/tray-light.png` is for light panels,
 *   `tray/tray-dark.png` for dark ones. Windows asks for the scale factors in their names; `-48` is for
 *   Linux, which has no factors.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '@inkling/electron-stand-in/chromium/find.ts';

const resources = path.resolve(import.meta.dirname, '../../resources');
const logo = readFileSync(path.join(resources, 'logo.svg'), 'utf8');

const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS_FACTORS = [1.25, 1.5, 2];
const TRAY_SIZE = 16;
/** The drop and its stroke, without the paper around them. */
const GLYPH_BOX = '8 7.500 51 51';
/** The share of macOS' icon grid that the body takes. */
const MAC_BODY = 824 / 1024;

interface Picture {
  readonly file: string;
  /** Width and height in pixels. */
  readonly size: number;
  readonly svg: string;
  /** Share of the size that is drawn on; the rest is margin. */
  readonly body?: number;
}

function glyph(colour: string): string {
  return logo
    .replace(/viewBox="[^"]*"/, `viewBox="${GLYPH_BOX}"`)
    .replace(/<rect[^>]*>/, '')
    .replaceAll('#fff', colour);
}

function tray(name: string, colour: string, factors: readonly number[]): Picture[] {
  const svg = glyph(colour);
  const base = { file: `tray/${name}.png`, size: TRAY_SIZE, svg };
  return [
    base,
    ...factors.map((factor) => ({
      file: `tray/${name}@${factor}x.png`,
      size: TRAY_SIZE * factor,
      svg,
    })),
  ];
}

const PICTURES: readonly Picture[] = [
  { file: 'icon.png', size: 1024, svg: logo },
  { file: 'icon-mac.png', size: 1024, svg: logo, body: MAC_BODY },
  ...LINUX_SIZES.map((size) => ({ file: `icons/${size}x${size}.png`, size, svg: logo })),
  ...tray('trayTemplate', '#000', [2]),
  ...tray('tray-light', '#26242e', WINDOWS_FACTORS),
  ...tray('tray-dark', '#fff', WINDOWS_FACTORS),
  { file: 'tray/tray-light-48.png', size: 48, svg: glyph('#26242e') },
  { file: 'tray/tray-dark-48.png', size: 48, svg: glyph('#fff') },
];

async function draw(page: Page, { file, size, svg, body = 1 }: Picture): Promise<void> {
  await page.setViewportSize({ width: size, height: size });
  const margin = (size * (1 - body)) / 2;
  await page.setContent(
    `<style>body{margin:${margin}px}svg{display:block;width:${size * body}px;height:${size * body}px}</style>${svg}`,
  );
  const target = path.join(resources, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, await page.screenshot({ omitBackground: true }));
}

const browser = await chromium.launch({ executablePath: findChromium() });
try {
  const page = await browser.newPage();
  for (const picture of PICTURES) await draw(page, picture);
} finally {
  await browser.close();
}
console.log(`${PICTURES.length} pictures are in ${resources}.`);

/**
 * The process of `npm run pictures`: takes screenshots of the built app on a local cloud, and writes the
 * pictures of README.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { at } from '#tools/commands/lib/paths.mjs';
import { chooseInMenu, expect, quickNotePage } from '../e2e/desktop/support.ts';
import { card, search, uidOf } from '../e2e/screens/acts.ts';
import { raiseStage, type Stage } from '../e2e/screens/stage.ts';
import { ADA, signIn } from '../e2e/support/fixtures.ts';
import { recordMovie } from './movie.ts';
import { NOTES } from './sample-notes.ts';

const FOLDER = at('docs/images');
const LARGE = { width: 1180, height: 840 };
const SMALL = { width: 960, height: 680 };
const NARROW = { width: 400, height: 840 };
/** The desktop behind the quick note, in the proportions of the large pictures. */
const DESKTOP = `<svg xmlns="http://www.w3.org/2000/svg" width="590" height="420">
  <linearGradient id="sky" x2="1" y2="1"><stop stop-color="#5b54c4"/><stop offset="1" stop-color="#c2608f"/></linearGradient>
  <filter id="blur"><feGaussianBlur stdDeviation="14"/></filter>
  <rect width="590" height="420" fill="url(#sky)"/>
  <rect x="75" y="84" width="440" height="280" fill="#000" opacity="0.4" filter="url(#blur)"/>
</svg>`;

const stage = await raiseStage();
try {
  mkdirSync(FOLDER, { recursive: true });
  await signIn(stage.app, stage.cloud, ADA);
  stage.write(uidOf(stage), NOTES, 'picture');
  await card(stage, 'Groceries').waitFor();
  await stage.page.getByText('Signed in as').waitFor({ state: 'hidden' });
  await takeStills(stage);
  await takeMovie(stage);
  await takeQuickNote(stage);
} finally {
  await stage.close();
}

/** Disables motion, so that no picture shows a transition half way. */
async function look(page: Page, size: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(size);
}

async function takeStills(on: Stage): Promise<void> {
  const { page } = on;
  const take = (file: string) => page.screenshot({ path: file, caret: 'initial' });
  await look(page, LARGE, 'light');
  await card(on, 'Talk in Lisbon').hover();
  await take(at('resources/screenshot.png'));
  await page.mouse.move(0, 0);
  await look(page, LARGE, 'dark');
  await take(path.join(FOLDER, 'dark.png'));
  await look(page, NARROW, 'light');
  await expect(page.getByRole('navigation')).toBeHidden();
  await take(path.join(FOLDER, 'narrow.png'));
}

async function takeQuickNote({ app }: Stage): Promise<void> {
  const page = await quickNotePage(app);
  await chooseInMenu(app, 'quick-note');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(page.getByPlaceholder('Take a note...')).toBeFocused();
  await page.keyboard.type('Ask the ferry office about bicycles');
  await page.getByText('Saved on this device').waitFor();
  const window = await page.screenshot({ caret: 'initial' });
  await sharp(Buffer.from(DESKTOP))
    .composite([{ input: window }])
    .png()
    .toFile(path.join(FOLDER, 'quick-note.png'));
}

/** Writes a note, ticks a box, and searches. */
async function takeMovie(on: Stage): Promise<void> {
  const { page } = on;
  await look(page, SMALL, 'light');
  const movie = recordMovie(page);
  await movie.show(1_600);
  await page.getByPlaceholder('Take a note...').click();
  await movie.show(500);
  await page.getByPlaceholder('Title').click();
  await movie.type('Weekend');
  await page.getByPlaceholder('Take a note...').click();
  await movie.type('Ferry at 7, then the lighthouse');
  await movie.show(700);
  await page.keyboard.press('Escape');
  await card(on, 'Weekend').waitFor();
  await movie.show(1_400);
  await card(on, 'Groceries').getByRole('checkbox', { name: 'Bread' }).click();
  await card(on, 'Groceries').getByText('2 ticked').waitFor();
  await page.mouse.move(0, 0);
  await movie.show(1_400);
  await page.getByPlaceholder('Search').click();
  await movie.type('ferry');
  await search(on, 'ferry', 'Weekend');
  await movie.show(2_400);
  await movie.save(path.join(FOLDER, 'inkling.webp'));
}

/** The steps of `npm run demo`: what a person does with the app on the first day. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { startCloud } from '../../cloud/cloud.ts';
import { chooseInMenu, quickNotePage } from '../../e2e/desktop/support.ts';
import { ADA, addNote, launch, signIn } from '../../e2e/support/fixtures.ts';
import { processesOf } from '../../support/processes.ts';
import { at } from '../lib/paths.mjs';

const NOTES = [
  ['Reading list', 'The Sea Around Us\nA Pattern Language\nThe Design of Everyday Things'],
  ['', 'The number of the plumber: 555 0142'],
  ['Birthday of Jo', 'Lemon cake\nInvite Sam and Ines\nCandles!'],
  ['Talk in Lisbon', 'Open with the story of the lighthouse keeper, close with the map.'],
  ['Groceries', 'Milk\nBread\nTomatoes\nBasil'],
] as const;

const STEP_LIMIT_MS = 15_000;

/**
 * Throws where a step does not show what it should.
 * @param interruption ends it before the next step
 */
export async function runDemo(interruption: AbortSignal): Promise<void> {
  const screenshots = at('out/demo');
  rmSync(screenshots, { recursive: true, force: true });
  mkdirSync(screenshots, { recursive: true });
  // Ended in the reverse order, also where a later one could not be started.
  await using started = new AsyncDisposableStack();
  const userData = mkdtempSync(path.join(os.tmpdir(), 'inkling-demo-'));
  started.defer(async () => {
    // A process on its way out still writes to its profile, and would make the folder anew.
    await expect.poll(() => processesOf(userData), { timeout: STEP_LIMIT_MS }).toEqual([]);
    rmSync(userData, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const cloud = await startCloud();
  started.defer(() => cloud.close());
  interruption.throwIfAborted();
  const app = await launch(cloud.configPath, userData);
  started.defer(() => app.close());
  const { page } = app;
  page.setDefaultTimeout(STEP_LIMIT_MS);
  const card = (text: string) => page.getByRole('article').filter({ hasText: text });
  const goTo = (list: string) => page.getByRole('link', { name: list, exact: true }).click();
  let number = 0;

  async function step(name: string, act: () => Promise<void>, shown = page): Promise<void> {
    interruption.throwIfAborted();
    number += 1;
    const file = `${String(number).padStart(2, '0')}-${name.toLowerCase().replace(/\W+/g, '-')}.png`;
    try {
      await act();
    } finally {
      // Also where the step failed: then it shows why.
      await shown.screenshot({
        path: path.join(screenshots, file),
        animations: 'disabled',
        caret: 'initial',
      });
    }
    console.log(`${String(number).padStart(2)} ${name}`);
  }

  await step('Start', () => page.getByRole('button', { name: 'Sign In With Google' }).waitFor());
  await step('Sign in', async () => {
    await signIn(app, cloud, ADA);
    await page.getByText('Notes you add appear here').waitFor();
  });
  await step('Write notes', async () => {
    for (const [title, text] of NOTES) await addNote(page, title, text);
  });
  const quickNote = await quickNotePage(app);
  const openQuickNote = async () => {
    await chooseInMenu(app, 'quick-note');
    await expect(quickNote.getByPlaceholder('Take a note...')).toBeFocused();
    await quickNote.keyboard.type('Ask the ferry office about bicycles');
    await quickNote.getByText('Saved on this device').waitFor();
  };
  await step('Catch a quick note', openQuickNote, quickNote);
  await step('Keep it with Esc', async () => {
    await quickNote.keyboard.press('Escape');
    await card('ferry office').waitFor();
  });
  await step('Find them in the cloud', async () => {
    await expect.poll(() => cloud.controls.docs().length).toBe(NOTES.length + 1);
  });
  await step('Edit', async () => {
    await choose(card('Groceries'), 'Edit');
    await page.getByRole('dialog').getByLabel('Text').fill('Milk\nBread\nTomatoes\nBasil\nOlive oil');
  });
  await step('Save', async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await card('Olive oil').waitFor();
  });
  await step('Search', async () => {
    await page.getByPlaceholder('Search').fill('lighthouse');
    await expect(page.getByRole('article')).toHaveCount(1);
  });
  await step('Find nothing', async () => {
    await page.getByPlaceholder('Search').fill('zebra');
    await page.getByText('Could not find the note').waitFor();
  });
  await step('Archive', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click();
    await choose(card('Reading list'), 'Archive');
    await expect(card('Reading list')).toHaveCount(0);
    await goTo('Archive');
    await card('Reading list').waitFor();
  });
  await step('Move to trash', async () => {
    await goTo('Notes');
    await choose(card('plumber'), 'Move to trash');
    await goTo('Trash');
    await card('plumber').waitFor();
  });
  await step('Restore', async () => {
    await choose(card('plumber'), 'Restore');
    await goTo('Notes');
    await card('plumber').waitFor();
  });
  await step('Another device writes', async () => {
    const [doc] = cloud.controls.docs();
    if (doc === undefined) throw new Error('The cloud has no note');
    cloud.controls.putDoc('fromTheOtherDevice01', {
      ...doc.fields,
      title: 'From the phone',
      text: 'Written on another device',
      createdAt: new Date().toISOString(),
      isArchived: false,
    });
    await card('From the phone').waitFor();
  });
  await step('Dark theme', async () => {
    await app.electron.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'dark';
    });
    await page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches);
  });
  await step('Log out', async () => {
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByRole('button', { name: 'Sign In With Google' }).waitFor();
  });
  console.log(`Screenshots are in ${screenshots}.`);
}

/** The row of actions shows when the pointer is on the card. */
async function choose(card: ReturnType<Page['getByRole']>, action: string): Promise<void> {
  await card.hover();
  await card.getByRole('button', { name: action, exact: true }).click();
}

/** The steps of `npm run demo`: a user's first day with the app. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startCloud } from '@inkling/local-cloud/cloud.ts';
import { TO_END_OF_TEXT } from '#tests/support/keys.ts';
import { chooseInMenu, quickNotePage } from '../e2e/desktop/support.ts';
import { ADA, addNote, expect, launch, signIn } from '../e2e/support/fixtures.ts';
import { processesOf } from '../support/processes.ts';
import { at } from '#tools/commands/lib/paths.mjs';

const NOTES = [
  ['Reading list', 'The Sea Around Us\nA Pattern Language\nThe Design of Everyday Things'],
  ['', 'The number of the plumber: 555 0142'],
  ['Birthday of Jo', 'Lemon cake\nInvite Sam and Ines\nCandles!'],
  ['Talk in Lisbon', 'Open with the story of the lighthouse keeper, close with the map.'],
  ['Groceries', 'Milk\nBread\nTomatoes\nBasil'],
] as const;

/**
 * @param interruption ends the demo before the next step
 * @throws if a step does not show the expected screen
 */
export async function runDemo(interruption: AbortSignal): Promise<void> {
  const screenshots = at('out/demo');
  rmSync(screenshots, { recursive: true, force: true });
  mkdirSync(screenshots, { recursive: true });
  // Everything is ended in the reverse order, even if a later one could not be started.
  await using started = new AsyncDisposableStack();
  const userData = mkdtempSync(path.join(os.tmpdir(), 'inkling-demo-'));
  started.defer(async () => {
    // A process that is ending still writes to its profile, and would create the folder again.
    await expect.poll(() => processesOf(userData)).toEqual([]);
    rmSync(userData, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const cloud = await startCloud();
  started.defer(() => cloud.close());
  interruption.throwIfAborted();
  const app = await launch(cloud.configPath, userData);
  started.defer(() => app.close());
  const { page } = app;
  // No picture shows a transition half way. Ending the animations for each picture would also end toasts.
  await page.emulateMedia({ reducedMotion: 'reduce' });
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
      // If the step failed, the picture shows why.
      await shown.screenshot({ path: path.join(screenshots, file), caret: 'initial' });
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
  await step('See what it held before', async () => {
    await choose(card('Olive oil'), 'Edit');
    await page.getByRole('dialog').getByRole('button', { name: 'Earlier versions' }).click();
    await page.getByRole('tab').locator('ins').first().waitFor();
  });
  // Closes the versions, then the note.
  await page.keyboard.press('Escape');
  await page.getByRole('tabpanel').waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const box = page.locator('[data-creation-box]');
  const press = (name: string) => box.getByRole('button', { name, exact: true }).click();
  await step('Write a list', async () => {
    await page.getByPlaceholder('Take a note...').click();
    await page.getByPlaceholder('Title').fill('For the hut');
    await page.getByPlaceholder('Take a note...').click();
    await press('List');
    for (const item of ['Oil for the lamp', 'Rope', 'Matches']) {
      await page.keyboard.type(item);
      if (item !== 'Matches') await page.keyboard.press('Enter');
    }
  });
  await step('Pin it, colour it, and label it', async () => {
    await press('Pin');
    await press('Colour');
    await page.getByRole('radio', { name: 'Green' }).click();
    await press('Labels');
    await page.keyboard.type('Summer');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Summer', checked: true }).waitFor();
  });
  await step('Tick it on its card', async () => {
    // Closes the pop-up, then the box.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await card('For the hut').getByRole('checkbox', { name: 'Rope' }).click();
    await card('For the hut').getByText('1 ticked').waitFor();
    await page.getByRole('heading', { name: 'Pinned' }).waitFor();
  });
  await step('Colour another note', async () => {
    await choose(card('Birthday of Jo'), 'Colour');
    await page.getByRole('radiogroup').waitFor();
  });
  await step('Label it by typing', async () => {
    await page.getByRole('radio', { name: 'Pink' }).click();
    await choose(card('Birthday of Jo'), 'Edit');
    await page.getByRole('dialog').getByLabel('Text').press(TO_END_OF_TEXT);
    await page.keyboard.type(' #su');
    await page.getByRole('option', { name: 'Summer' }).waitFor();
  });
  await step('See the notes with a label', async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await goTo('Summer');
    await expect(page.getByRole('article')).toHaveCount(2);
  });
  await step('Search', async () => {
    await goTo('Notes');
    await page.getByPlaceholder('Search').fill('lighthouse');
    await expect(page.getByRole('article')).toHaveCount(1);
  });
  await step('Open it where it was found', async () => {
    await page.keyboard.press('Enter');
    await expect(card('lighthouse')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('1 of 1').waitFor();
  });
  await step('Find nothing', async () => {
    await page.keyboard.press('Escape');
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
  await step('Read it in the trash', async () => {
    await card('plumber').click();
    await page.getByRole('dialog', { name: 'Note in the trash' }).waitFor();
  });
  await step('Restore', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(card('plumber')).toHaveCount(0);
    await goTo('Notes');
    await card('plumber').waitFor();
  });
  await step('Select some', async () => {
    await card('Groceries').hover();
    await card('Groceries').getByRole('checkbox', { name: 'Select' }).click();
    await card('Lisbon').click({ modifiers: ['ControlOrMeta'] });
    await page.getByText('2 selected').waitFor();
  });
  await step('Archive them together', async () => {
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Archive' }).click();
    // One toast counts these notes, and also the note before if its toast is still shown.
    await page
      .getByText(/^[23] notes archived$/)
      .first()
      .waitFor();
    await expect(card('Groceries')).toHaveCount(0);
  });
  await step('Undo', async () => {
    await page.keyboard.press('z');
    await card('Groceries').waitFor();
    await card('Lisbon').waitFor();
  });
  await step('Another device writes', async () => {
    const [doc] = cloud.controls.docs();
    if (doc === undefined) throw new Error('The cloud has no note');
    cloud.controls.putDoc('fromTheOtherDevice01', {
      ...doc.fields,
      title: 'From the phone',
      isPinned: false,
      color: 'BLUE',
      labels: [],
      text: 'Written on another device',
      createdAt: new Date().toISOString(),
      isArchived: false,
    });
    await card('From the phone').waitFor();
  });
  await step('See who is signed in', async () => {
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('dialog', { name: 'Profile' }).getByText(ADA.email).waitFor();
  });
  await step('Open the settings', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
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

/** The row of actions is shown while the pointer is on the card. */
async function choose(card: ReturnType<Page['getByRole']>, action: string): Promise<void> {
  await card.hover();
  await card.getByRole('button', { name: action, exact: true }).click();
}

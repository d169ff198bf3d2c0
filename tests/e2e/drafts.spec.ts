/** Typed words survive a sudden end of the app. */
import type { Locator, Page } from '@playwright/test';
import type { Cloud } from '@inkling/local-cloud/cloud.ts';
import type { Draft } from '#shared/note/draft.ts';
import { TO_END_OF_TEXT } from '#tests/support/keys.ts';
import { addNote, ADA, BEN, expect, type RunningApp, signIn } from './support/fixtures.ts';
import { kill } from './support/kill.ts';
import { test } from './support/signed-in.ts';

const SENTENCE = 'The keeper climbs the stairs once more and trims the wick before the fog comes in. ';

const box = (page: Page): Locator => page.getByPlaceholder('Take a note...');
const dialogText = (page: Page): Locator => page.getByRole('dialog').getByLabel('Text');
const card = (page: Page, text: string): Locator => page.locator('article').filter({ hasText: text });

interface Typed {
  readonly text: string;
  /** How many of its characters were durable before the last one was typed. */
  readonly stored: number;
}

/**
 * Types without a pause until twenty characters are durable; an app that stores words only in a pause never
 * gets there. The bench `typing` measures the losses of a crash.
 */
async function typeSteadily(page: Page): Promise<Typed> {
  let text = '';
  let stored = 0;
  while (stored < 20) {
    const character = SENTENCE.charAt(text.length % SENTENCE.length);
    await page.keyboard.press(character === ' ' ? 'Space' : character);
    text += character;
    const [draft] = await storedDrafts(page);
    stored = (draft?.content.text ?? '').split('\n').at(-1)?.length ?? 0;
  }
  return { text, stored };
}

test('after the app is killed, the creation box opens with the typed words and the chosen marks', async ({
  app,
  cloud,
  userData,
  start,
}) => {
  await box(app.page).click();
  await mark(app.page);
  await app.page.getByPlaceholder('Title').fill('Log');
  await box(app.page).click();
  const typed = await typeSteadily(app.page);
  await kill(app, userData);

  const again = await start();
  await expect(again.page.getByPlaceholder('Title')).toHaveValue('Log');
  const restoredText = await box(again.page).inputValue();
  expect(typed.text.startsWith(restoredText)).toBe(true);
  expect(restoredText.length).toBeGreaterThanOrEqual(typed.stored);
  // The caret is where it was, so that the user can keep typing.
  await expect(box(again.page)).toBeFocused();
  await again.page.keyboard.type('And on.');
  await again.page.keyboard.press('Escape');
  await expect(card(again.page, 'Log')).toContainText('And on.');
  await expect
    .poll(() => cloud.controls.docs().map(({ fields }) => fields))
    .toMatchObject([{ text: `${restoredText}And on.`, isPinned: true, color: 'GREEN', labels: ['Harbour'] }]);
});

/** Pins, colours and labels the note in the creation box. */
async function mark(page: Page): Promise<void> {
  const button = (name: string): Locator => page.getByRole('main').getByRole('button', { name });
  await button('Pin').click();
  await button('Colour').click();
  await page.getByRole('radio', { name: 'Green' }).click();
  await button('Labels').click();
  await page.getByPlaceholder('Find or create a label').fill('Harbour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Harbour', checked: true })).toBeVisible();
  await page.keyboard.press('Escape');
}

test('after the app is killed, the sheet opens with the typed words, as an edit of the text that they began with', async ({
  app,
  cloud,
  userData,
  start,
}) => {
  const log = await addLog(app, cloud, 'monday\ntuesday\nwednesday\n');
  await card(app.page, 'Log').click();
  await dialogText(app.page).focus();
  await app.page.keyboard.press(TO_END_OF_TEXT);
  const typed = await typeSteadily(app.page);
  await kill(app, userData);

  // While the app is closed, another device changes another line.
  cloud.controls.putDoc(log.id, { ...log.fields, text: 'MONDAY\ntuesday\nwednesday\n' });

  const again = await start();
  await expect(dialogText(again.page)).toHaveValue(/wednesday\n./);
  const value = await dialogText(again.page).inputValue();
  const restoredText = value.slice('monday\ntuesday\nwednesday\n'.length);
  expect(value).toBe(`monday\ntuesday\nwednesday\n${restoredText}`);
  expect(typed.text.startsWith(restoredText)).toBe(true);
  expect(restoredText.length).toBeGreaterThanOrEqual(typed.stored);
  await expect(card(again.page, 'MONDAY')).toHaveCount(1);
  await again.page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => cloud.controls.docs().map(({ fields }) => fields['text']))
    .toEqual([`MONDAY\ntuesday\nwednesday\n${restoredText}`]);
});

test('drafts that were saved, discarded or emptied do not come back after the app is killed', async ({
  app,
  userData,
  start,
}) => {
  await addNote(app.page, 'saved', 'first words');
  await card(app.page, 'saved').click();
  await expect(dialogText(app.page)).toBeFocused();
  await dialogText(app.page).pressSequentially(', discarded');
  await app.page.keyboard.press('Escape');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await card(app.page, 'saved').click();
  await dialogText(app.page).fill('second words');
  await app.page.getByRole('button', { name: 'Save' }).click();
  await expect(card(app.page, 'second words')).toHaveCount(1);
  await box(app.page).click();
  await box(app.page).pressSequentially('emptied');
  await box(app.page).fill('');
  await expect.poll(() => storedDrafts(app.page)).toEqual([]);
  await kill(app, userData);

  const again = await start();
  await expect(card(again.page, 'second words')).toHaveCount(1);
  expect(await storedDrafts(again.page)).toEqual([]);
  await expect(again.page.getByRole('dialog')).toHaveCount(0);
  await expect(again.page.getByPlaceholder('Title')).toHaveCount(0);
});

test('words of a discarded sheet and of an emptied box are found again after the app is killed', async ({
  app,
  userData,
  start,
}) => {
  await addNote(app.page, 'Log', 'first words');
  await card(app.page, 'Log').click();
  // Then the caret is at the end.
  await expect(dialogText(app.page)).toBeFocused();
  await dialogText(app.page).pressSequentially(', not saved');
  await app.page.keyboard.press('Escape');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await box(app.page).click();
  await box(app.page).pressSequentially('emptied');
  await box(app.page).fill('');
  await expect.poll(() => storedDrafts(app.page)).toEqual([]);
  await kill(app, userData);

  const { page } = await start();
  await card(page, 'Log').click();
  await expect(dialogText(page)).toHaveValue('first words');
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Earlier versions' });
  await expect(versions.getByRole('tab')).toHaveText(['Now', /^Not saved/]);
  await versions.getByRole('button', { name: 'Restore' }).click();
  await expect(card(page, 'first words, not saved')).toBeVisible();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Recently removed (1)' }).click();
  const removed = page.getByRole('dialog', { name: 'Recently removed' });
  await expect(removed.getByRole('tabpanel')).toHaveText('emptied');
});

test('words typed between the click on log out and the sign-out wait for that account alone', async ({
  app,
  cloud,
}) => {
  await logOutAndType(app.page, 'for Ada, at the last moment');
  await signIn(app, cloud, BEN);
  await expect(app.page.getByText('Notes you add appear here')).toBeVisible();
  expect(await storedDrafts(app.page)).toEqual([]);
  await expect(box(app.page)).toHaveValue('');
  await app.page.getByRole('button', { name: 'Log out' }).click();
  await signIn(app, cloud, ADA);
  await expect(box(app.page)).toHaveValue('for Ada, at the last moment');
});

/**
 * Runs within the page: the sign-out begins a second after the click, too soon for three calls under load.
 */
function logOutAndType(page: Page, words: string): Promise<void> {
  return page.evaluate(async (text) => {
    document.querySelector<HTMLElement>('button[aria-label="Log out"]')?.click();
    document.querySelector<HTMLElement>('[placeholder="Take a note..."]')?.click();
    document.querySelector<HTMLElement>('[placeholder="Take a note..."]')?.focus();
    // By timers, which run in their order: on a busy machine, a frame may come only after the sign-out.
    while (document.querySelector('[placeholder="Title"]') === null)
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    document.execCommand('insertText', false, text);
  }, words);
}

/** Adds a note and waits until it is in the cloud. */
async function addLog({ page }: RunningApp, cloud: Cloud, text: string) {
  await addNote(page, 'Log', text);
  await expect.poll(() => cloud.controls.docs().length).toBe(1);
  const [doc] = cloud.controls.docs();
  if (doc === undefined) throw new Error('The cloud has no note');
  return doc;
}

async function storedDrafts(page: Page): Promise<readonly Draft[]> {
  const drafts = await page.evaluate(() => window.inkling.request('drafts:list', 'main'));
  return drafts.ok ? drafts.value : [];
}

for (const by of ['quitting', 'closing its window']) {
  test(`ending the app by ${by} makes a note of the creation box, to the last word`, async ({
    app,
    start,
  }) => {
    await box(app.page).click();
    await app.page.keyboard.type('kept ');
    const ended = new Promise((resolve) => app.electron.process().once('exit', resolve));
    const window = await app.electron.browserWindow(app.page);
    const end = () =>
      by === 'quitting'
        ? app.electron.evaluate(({ app: running }) => running.quit())
        : window.evaluate((main) => main.close());
    // Both ends are tested, because they take different paths. The app is told to end before the draft with
    // these words is sent, which takes a tenth of a second.
    await app.page.keyboard.insertText('to the last word');
    await end().catch(() => undefined);
    await ended;
    const again = await start();
    await expect(card(again.page, 'kept to the last word')).toHaveCount(1);
    await expect(box(again.page)).toHaveValue('');
    expect(await storedDrafts(again.page)).toEqual([]);
  });
}

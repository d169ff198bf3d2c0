/** Links into the app: opened while the app runs, and opened to start it. */
import type { Page } from '@playwright/test';
import { ADA, addNote, signIn, test, uidOf } from '../support/fixtures.ts';
import { type Desktop, expect, handOver, quickNotePage, raiseDesktop, visibleWindows } from './support.ts';

test.describe('links while the app runs', () => {
  let desktop: Desktop;
  let page: Page;
  let quick: Page;
  test.beforeAll(async () => {
    desktop = await raiseDesktop();
    ({ page } = desktop.app);
    await signIn(desktop.app, desktop.cloud, ADA);
    await addNote(page, 'Ferry', 'at 7');
    await addNote(page, 'Milk', '2 l');
    // The tests count the notes in the cloud.
    await expect.poll(() => desktop.cloud.controls.docs().length).toBe(2);
    quick = await quickNotePage(desktop.app);
  });
  test.afterAll(() => desktop.close());

  const hide = async (): Promise<void> => {
    const main = await desktop.app.electron.browserWindow(page);
    await main.evaluate((window) => window.hide());
  };

  test('[C46] a link to a new note fills the quick note, below the words in it, and adds no note by itself', async () => {
    const text = quick.getByPlaceholder('Take a note...');
    await handOver(desktop, '--quick-note');
    await text.fill('my own words');
    await hide();
    await handOver(desktop, 'inkling://new?title=Recipe&text=flour%0Abutter%20%26%20salt');
    await expect(text).toHaveValue('my own words\n\nRecipe\n\nflour\nbutter & salt');
    await expect(quick.getByText('A link wrote this.')).toBeVisible();
    await expect.poll(() => visibleWindows(desktop.app)).toEqual(['Quick note']);
    expect(desktop.cloud.controls.docs()).toHaveLength(2);
    await text.fill('my own words');
    await quick.keyboard.press('Escape');
    await expect.poll(() => desktop.cloud.controls.docs().length).toBe(3);
    await expect.poll(() => visibleWindows(desktop.app)).toEqual([]);
    await expect(page.getByRole('article').filter({ hasText: 'flour' })).toHaveCount(0);
  });

  test('[C51] a link to a new note that arrives while the user types leaves the caret and the typed words alone', async () => {
    const text = quick.getByPlaceholder('Take a note...');
    // Otherwise the text has the focus still, and would not tell that the note was opened.
    await quick.getByPlaceholder('Title').focus();
    await handOver(desktop, '--quick-note');
    await expect(text).toBeFocused();
    await text.fill('my words');
    for (let step = 0; step < 'words'.length; step += 1) await quick.keyboard.press('ArrowLeft');
    await handOver(desktop, 'inkling://new?text=my%20words%20and%20more');
    await expect(text).toHaveValue('my words\n\nmy words and more');
    await quick.keyboard.type('own ');
    await expect(text).toHaveValue('my own words\n\nmy words and more');
    await text.fill('');
    await quick.keyboard.press('Escape');
    await expect.poll(() => visibleWindows(desktop.app)).not.toContain('Quick note');
  });

  test('[C47] arguments after a link are never run as commands', async () => {
    await hide();
    await handOver(desktop, 'inkling://search?q=milk', '--self-check', '--hidden', '--quick-note');
    await expect(page.getByPlaceholder('Search')).toHaveValue('milk');
    await expect.poll(() => visibleWindows(desktop.app)).toEqual(['Inkling']);
    await handOver(desktop, 'inkling://search?q=', '--new=of the link’s author');
    await expect(page.getByPlaceholder('Search')).toHaveValue('');
    await expect(page.getByRole('article').filter({ hasText: 'author' })).toHaveCount(0);
  });

  test('a link to a note opens the note in the main window, even if it was hidden', async () => {
    const view = await page.evaluate(() =>
      window.inkling.request('notes:view', {
        list: 'active',
        query: 'ferry',
        labels: [],
        offset: 0,
        limit: 1,
      }),
    );
    const id = view.ok ? (view.value.rows[0]?.id ?? '') : '';
    await hide();
    await handOver(desktop, `inkling://note/${id}`);
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Ferry');
    await expect.poll(() => visibleWindows(desktop.app)).toEqual(['Inkling']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('a link to a search searches in the main window, which also reports a link that leads nowhere', async () => {
    await handOver(desktop, 'inkling://search?q=milk');
    await expect(page.getByPlaceholder('Search')).toHaveValue('milk');
    await expect(page.getByRole('article')).toHaveText([/Milk/]);
    // Looks while the second start is still ending, because these toasts go by themselves.
    const toast = (words: string) => expect(page.getByText(words).last()).toBeVisible();
    await Promise.all([
      toast('This note is not on this device.'),
      handOver(desktop, 'inkling://note/thereisnonotelikethis'),
    ]);
    await Promise.all([
      toast('The link cannot be opened: it is damaged.'),
      handOver(desktop, 'inkling://new?text=Learn C#'),
    ]);
    await expect(page.getByPlaceholder('Search')).toHaveValue('milk');
  });

  test('a link that the system delivers as an event is opened as well', async () => {
    await desktop.app.electron.evaluate(({ app }) => {
      app.emit('open-url', { preventDefault: () => undefined }, 'inkling://search?q=ferry');
    });
    await expect(page.getByPlaceholder('Search')).toHaveValue('ferry');
  });
});

test('a start by a link shows only the note or the quick note that the link names', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start();
  await signIn(first, cloud, ADA);
  await addNote(first.page, 'Ferry', 'at 7');
  const uid = await uidOf(first.page);
  const ids = () => cloud.controls.docs().map((doc) => doc.id);
  await expect.poll(ids).toHaveLength(1);
  const [id = ''] = ids();
  await first.close();

  const byNote = await start(userData, { args: [`inkling://note/${id}`] });
  await expect(byNote.page.getByRole('dialog').getByLabel('Title')).toHaveValue('Ferry');
  expect(await uidOf(byNote.page)).toBe(uid);
  await byNote.close();

  const byNew = await start(userData, { args: ['--quick-note', 'inkling://new?text=of%20a%20page'] });
  const text = byNew.page.getByPlaceholder('Take a note...');
  await expect(text).toHaveValue('of a page');
  await expect(text).toBeFocused();
  await expect.poll(() => visibleWindows(byNew)).toEqual(['Quick note']);
  expect(cloud.controls.docs()).toHaveLength(1);
});

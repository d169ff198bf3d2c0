/** Words in the edit dialog are stored while they are typed, and restored. */
import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'vitest';
import { COMMAND } from '#tests/support/keys.ts';
import { requestArguments, openStage, see } from './open-page.ts';
import { NOTE, BASE, OURS, EDIT, box, dialogText, drafts } from './draft-page.ts';

const stage = openStage({ toastsStay: true });

describe('drafts in the sheet', () => {
  test('a draft of an edit opens its note’s sheet, and is saved as an edit of its own base', async () => {
    const { page, log } = await stage.open({
      notes: [{ ...NOTE, text: 'theirs' }],
      drafts: [EDIT],
    });
    await see(dialogText(page)).toHaveValue('ours');
    await see(dialogText(page)).toBeFocused();
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(
      page.getByText('This note had changed; your version is now a separate note').first(),
    ).toBeVisible();
    expect(await requestArguments(page, 'notes:edit')).toEqual([['u1', 'a', OURS, BASE]]);
    await see(page.getByRole('article')).toHaveCount(2);
    await see(page.getByRole('article').filter({ hasText: 'ours' })).toBeFocused();
    expect(await drafts(page)).toEqual([]);
    expect(log).toEqual([]);
  });

  test.each(['#/archive', '#/trash'])(
    'a draft of an edit also opens its note’s sheet on %s',
    async (hash) => {
      const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] }, { hash });
      await see(dialogText(page)).toHaveValue('ours');
    },
  );

  test('a draft of an edit opens over that of the creation box, whose words stay there', async () => {
    const { page } = await stage.open({
      notes: [NOTE],
      drafts: [{ place: 'new', content: { title: '', text: 'new words' } }, EDIT],
    });
    await see(dialogText(page)).toHaveValue('ours');
    await see(dialogText(page)).toBeFocused();
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(box(page)).toHaveValue('new words');
    expect(await requestArguments(page, 'notes:add')).toEqual([]);
  });

  test('words typed in the sheet are stored as a draft with their base, and undoing them deletes the draft', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await see.poll(() => drafts(page)).toEqual([EDIT]);
    await dialogText(page).fill('keys');
    await see.poll(() => drafts(page)).toEqual([]);
  });

  test('discarding the sheet deletes its draft, and Undo brings it back with its base', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.evaluate(() => window.fake.replace('a', { title: 'Lease', text: 'theirs' }));
    await page.keyboard.press('Escape');
    await see.poll(() => drafts(page)).toEqual([]);
    // The first dialog is still fading out.
    await see(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(dialogText(page)).toHaveValue('ours');
    await see.poll(() => drafts(page)).toEqual([EDIT]);
    await see(dialogText(page)).toBeFocused();
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByRole('dialog')).toHaveCount(0);
    expect(await requestArguments(page, 'notes:edit')).toEqual([['u1', 'a', OURS, BASE]]);
  });

  test('Undo of a discard keeps words typed since in the reopened sheet', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.keyboard.press('Escape');
    await see(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.getByRole('article').click();
    await see(dialogText(page)).toBeFocused();
    await dialogText(page).fill('later');
    await page.getByRole('button', { name: 'Undo', includeHidden: true }).click();
    await see(dialogText(page)).toHaveValue('ours\n\nlater');
    const both = { title: 'Lease', text: 'ours\n\nlater' };
    await see.poll(() => drafts(page)).toEqual([{ ...EDIT, content: both }]);
  });

  test('[S12.5] discarded words of a sheet are “Not saved” among its earlier versions, until they are saved', async () => {
    const { page, log } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.keyboard.press('Escape');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('article').click();
    await page.getByRole('button', { name: 'Earlier versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Earlier versions' });
    await see(versions.getByRole('tab')).toHaveText(['Now', /^Not saved/]);
    await see(versions.getByRole('tabpanel').locator('ins')).toHaveText('ours');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    await versions.getByRole('button', { name: 'Restore' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByRole('article')).toContainText('ours');
    await page.getByRole('article').click();
    await page.getByRole('button', { name: 'Earlier versions' }).click();
    await see(versions.getByRole('tab')).toHaveText([/^Now.*on this device/, /^Until /]);
    expect(log).toEqual([]);
  });

  test('a card marks its note’s unsaved words, its sheet opens with them, and the sync state does not say “All”', async () => {
    const { page, log } = await stage.open({ notes: [NOTE], drafts: [EDIT] });
    await see(dialogText(page)).toHaveValue('ours');
    const mark = page.getByRole('article').getByText('Unsaved words');
    // Not by its role, because an open dialog hides it from screen readers.
    const sync = (text: string) => page.locator('nav').getByText(text);
    await see(sync('Unsaved words in 1 note')).toHaveCount(1);
    await see(dialogText(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await see(mark).toBeVisible();
    await see(sync('Unsaved words in 1 note')).toBeVisible();
    await see(sync('All changes saved')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    await page.getByRole('article').click();
    await see(dialogText(page)).toHaveValue('ours');
    await see(dialogText(page)).toBeFocused();
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(mark).toHaveCount(0);
    await see(sync('All changes saved')).toBeVisible();
    expect(log).toEqual([]);
  });

  test.each([
    ['its words', { title: 'Lease', text: 'ours' }, { title: 'Lease', text: 'ours\n\nlater' }],
    ['its title', { title: 'Lease of 2026', text: 'keys' }, { title: 'Lease of 2026', text: 'later' }],
  ])(
    'a stored draft that changed %s joins words already typed in its note’s sheet',
    async (_what, earlier, both) => {
      const draft = { ...EDIT, content: earlier };
      const { page } = await stage.open({ notes: [NOTE], held: ['drafts:list'] });
      await page.getByRole('article').click();
      await dialogText(page).fill('later');
      await page.evaluate((stored) => {
        window.fake.setDraft(stored);
        window.fake.release('drafts:list');
      }, draft);
      await see(dialogText(page)).toHaveValue(both.text);
      await see.poll(() => drafts(page)).toEqual([{ ...EDIT, content: both }]);
      await page.keyboard.press(`${COMMAND}+Enter`);
      await see(page.getByRole('dialog')).toHaveCount(0);
      expect(await drafts(page)).toEqual([]);
    },
  );

  test('the sheet says that it shows a draft, which stays stored if nothing more is typed', async () => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] });
    await see(dialogText(page)).toHaveValue('ours');
    await see(page.getByText('Unsaved words from earlier')).toBeVisible();
    await see(dialogText(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByText('Changes discarded')).toHaveCount(0);
    expect(await drafts(page)).toEqual([EDIT]);
    await page.getByRole('article').click();
    await see(dialogText(page)).toHaveValue('ours');
    await see(dialogText(page)).toBeFocused();
    await page.keyboard.type('!');
    await page.keyboard.press('Escape');
    await see(page.getByText('Changes discarded').first()).toBeVisible();
    await see.poll(() => drafts(page)).toEqual([]);
    await page.getByRole('article').click();
    await see(dialogText(page)).toHaveValue('keys');
    await see(page.getByText('Unsaved words from earlier')).toHaveCount(0);
  });

  test('the sheet of a draft stays closed, however early it is closed', async () => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] });
    await page.evaluate(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const close = (): void => {
        const dialog = document.querySelector('[role=dialog]');
        if (dialog === null) return;
        dialog.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        );
        resolve();
      };
      const observer = new MutationObserver(close);
      observer.observe(document.body, { childList: true, subtree: true });
      close();
      await promise;
      observer.disconnect();
    });
    // Its entry in the browser's history is gone as well.
    await see.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('note');
    await see(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the Discard button of the sheet deletes its draft, and Undo brings it back', async () => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] });
    await see(dialogText(page)).toHaveValue('ours');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see.poll(() => drafts(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(dialogText(page)).toHaveValue('ours');
    await see.poll(() => drafts(page)).toEqual([EDIT]);
  });

  test('the sheet accepts no keys while Ctrl+Enter saves its words', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.evaluate(() => window.fake.hold('notes:edit'));
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(dialogText(page)).toHaveAttribute('readonly', '');
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.fake.release('notes:edit'));
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByRole('article')).toContainText('ours');
    await see(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  test.each([
    ['an earlier draft', false],
    ['the words that Undo brings back', true],
  ])('if the edited note is gone, the sheet makes %s a new note and says so', async (_name, undone) => {
    const { page } = await stage.open(undone ? { notes: [NOTE] } : { drafts: [EDIT] });
    if (undone) {
      await page.getByRole('article').click();
      await dialogText(page).fill('ours');
      await page.keyboard.press('Escape');
      await page.evaluate(() => window.fake.replace('a', null));
      await page.getByRole('button', { name: 'Undo' }).click();
    }
    await see(page.getByText('your version is now a new note').first()).toBeVisible();
    await see(page.getByRole('article')).toContainText('ours');
    await see(page.getByRole('dialog')).toHaveCount(0);
    expect(await drafts(page)).toEqual([]);
    await see(page.locator('nav').getByText('All changes saved')).toBeVisible();
  });

  test.each(['first', 'last'])(
    'a draft opens its note’s sheet, and another, listed %s, whose note is gone becomes a new note',
    async (place) => {
      const gone = { ...EDIT, id: 'gone', content: { title: '', text: 'of a note that is gone' } };
      const { page } = await stage.open({
        notes: [NOTE],
        drafts: place === 'first' ? [gone, EDIT] : [EDIT, gone],
      });
      await see(dialogText(page)).toHaveValue('ours');
      // Behind the open sheet, which is about to hide the list from screen readers.
      const articles = page.getByRole('article', { includeHidden: true });
      await see(articles.filter({ hasText: 'of a note that is gone' })).toHaveCount(1);
      expect(await drafts(page)).toEqual([EDIT]);
    },
  );
});

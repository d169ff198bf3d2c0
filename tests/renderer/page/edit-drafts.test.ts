/** Words in the edit dialog are kept while they are typed, and come back. */
import { describe, expect, test } from 'vitest';
import { requestArguments, openStage, see } from './open-page.ts';
import { NOTE, BASE, OURS, EDIT, box, dialogText, drafts } from './draft-page.ts';

const stage = openStage();

describe('the edit dialog', () => {
  test('opens over its note, and saves as a change of what was there when it was typed', async () => {
    const { page, log } = await stage.open({
      notes: [{ ...NOTE, text: 'theirs' }],
      drafts: [EDIT],
    });
    await see(dialogText(page)).toHaveValue('ours');
    await page.keyboard.press('Control+Enter');
    await see(page.getByText('This note had changed; your version is beside it').first()).toBeVisible();
    expect(await requestArguments(page, 'notes:edit')).toEqual([['u1', 'a', OURS, BASE]]);
    await see(page.getByRole('article')).toHaveCount(2);
    await see(page.getByRole('article').filter({ hasText: 'ours' })).toBeFocused();
    expect(await drafts(page)).toEqual([]);
    expect(log).toEqual([]);
  });

  test.each(['#/archive', '#/trash'])('opens on %s as well', async (hash) => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] }, { hash });
    await see(dialogText(page)).toHaveValue('ours');
  });

  test('comes before the creation box, whose words stay in it', async () => {
    const { page } = await stage.open({
      notes: [NOTE],
      drafts: [{ place: 'new', content: { title: '', text: 'new words' } }, EDIT],
    });
    await see(dialogText(page)).toHaveValue('ours');
    await page.keyboard.press('Control+Enter');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(box(page)).toHaveValue('new words');
    expect(await requestArguments(page, 'notes:add')).toEqual([]);
  });

  test('keeps what is typed with what it is a change of; undone typing is dropped', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await see.poll(() => drafts(page)).toEqual([EDIT]);
    await dialogText(page).fill('keys');
    await see.poll(() => drafts(page)).toEqual([]);
  });

  test('drops the draft where it is discarded; Undo brings it back with its base', async () => {
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
    await page.keyboard.press('Control+Enter');
    await see(page.getByRole('dialog')).toHaveCount(0);
    expect(await requestArguments(page, 'notes:edit')).toEqual([['u1', 'a', OURS, BASE]]);
  });

  test('that was typed in before the earlier draft was heard of lets that become an edit', async () => {
    const { page } = await stage.open({ notes: [NOTE], held: ['drafts:list'] });
    await page.getByRole('article').click();
    await dialogText(page).fill('later');
    const later = { ...EDIT, content: { title: 'Lease', text: 'later' } };
    await see.poll(() => drafts(page)).toEqual([later]);
    // The late answer has the earlier draft.
    await page.evaluate((draft) => {
      window.fake.setDraft(draft);
      window.fake.release('drafts:list');
    }, EDIT);
    await see.poll(() => requestArguments(page, 'notes:edit')).toEqual([['u1', 'a', OURS, BASE]]);
    await see(dialogText(page)).toHaveValue('later');
    // The edit has deleted the note's draft, so the page stores the later words again.
    await see.poll(() => drafts(page)).toEqual([later]);
  });

  test('says that it shows a draft, which stays where nothing more was typed', async () => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] });
    await see(dialogText(page)).toHaveValue('ours');
    await see(page.getByText('Unsaved words from earlier')).toBeVisible();
    await page.keyboard.press('Escape');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByText('Changes discarded')).toHaveCount(0);
    expect(await drafts(page)).toEqual([EDIT]);
    await page.getByRole('article').click();
    await see(dialogText(page)).toHaveValue('ours');
    await page.keyboard.type('!');
    await page.keyboard.press('Escape');
    await see(page.getByText('Changes discarded').first()).toBeVisible();
    await see.poll(() => drafts(page)).toEqual([]);
    await page.getByRole('article').click();
    await see(dialogText(page)).toHaveValue('keys');
    await see(page.getByText('Unsaved words from earlier')).toHaveCount(0);
  });

  test('stays closed, however soon it was closed', async () => {
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

  test('discards a draft by its button, which can be undone', async () => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] });
    await see(dialogText(page)).toHaveValue('ours');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see.poll(() => drafts(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(dialogText(page)).toHaveValue('ours');
    await see.poll(() => drafts(page)).toEqual([EDIT]);
  });

  test('does not take keys that would not be saved with the rest', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.evaluate(() => window.fake.hold('notes:edit'));
    await page.keyboard.press('Control+Enter');
    await see(dialogText(page)).toHaveAttribute('readonly', '');
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.fake.release('notes:edit'));
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByRole('article')).toContainText('ours');
    await see(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  test.each([
    ['a draft from before', false],
    ['words that Undo brings back', true],
  ])('whose note is gone makes %s a new note and says so', async (_name, undone) => {
    const { page } = await stage.open(undone ? { notes: [NOTE] } : { drafts: [EDIT] });
    if (undone) {
      await page.getByRole('article').click();
      await dialogText(page).fill('ours');
      await page.keyboard.press('Escape');
      await page.evaluate(() => window.fake.replace('a', null));
      await page.getByRole('button', { name: 'Undo' }).click();
    }
    await see(page.getByText('your version is a new note').first()).toBeVisible();
    await see(page.getByRole('article')).toContainText('ours');
    await see(page.getByRole('dialog')).toHaveCount(0);
    expect(await drafts(page)).toEqual([]);
  });

  test.each(['first', 'last'])(
    'opens where the note of another draft is gone, which comes %s and becomes a note',
    async (place) => {
      const gone = { ...EDIT, id: 'gone', content: { title: '', text: 'of a note that is gone' } };
      const { page } = await stage.open({
        notes: [NOTE],
        drafts: place === 'first' ? [gone, EDIT] : [EDIT, gone],
      });
      await see(dialogText(page)).toHaveValue('ours');
      await see(page.getByRole('article').filter({ hasText: 'of a note that is gone' })).toHaveCount(1);
      expect(await drafts(page)).toEqual([EDIT]);
    },
  );
});

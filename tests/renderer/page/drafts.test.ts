/** Words in the creation box are stored while they are typed, and restored. */
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { requestArguments, openStage, see } from './open-page.ts';
import { NOTE, BASE, EDIT, box, dialogText, drafts } from './draft-page.ts';

const stage = openStage({ toastsStay: true });

describe('the creation box', () => {
  test('the creation box opens focused with its draft, and saving it makes a note and deletes the draft', async () => {
    const content = { title: 'Ferry', text: 'half a though' };
    const { page, log } = await stage.open({ drafts: [{ place: 'new', content }] });
    await see(page.getByPlaceholder(TEXTS.title)).toHaveValue('Ferry');
    await see(box(page)).toHaveValue('half a though');
    await see(box(page)).toBeFocused();
    await page.keyboard.type('t');
    await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'half a thought' } }]);
    await page.keyboard.press('Escape');
    await see(page.getByRole('article')).toContainText('half a thought');
    expect(await drafts(page)).toEqual([]);
    expect(log).toEqual([]);
  });

  test('the creation box opens with the marks of its draft, and stores later changes of them', async () => {
    const marks = { color: 'GREEN', addLabels: ['Work'] };
    const content = { title: '', text: 'half a thought' };
    const { page } = await stage.open({ drafts: [{ place: 'new', content, marks }] });
    await see(box(page)).toHaveValue('half a thought');
    await see(page.getByRole('main')).toContainText('Work');
    await page.getByRole('button', { name: 'Pin' }).click();
    await see
      .poll(() => drafts(page))
      .toEqual([{ place: 'new', content, marks: { ...marks, isPinned: true } }]);
    await page.keyboard.press('Escape');
    await see
      .poll(() => page.evaluate(() => window.fake.notes()))
      .toMatchObject([{ text: 'half a thought', isPinned: true, color: 'GREEN', labels: ['Work'] }]);
    expect(await drafts(page)).toEqual([]);
  });

  test('the marks of a stored draft join the creation box even if other words are already typed', async () => {
    const { page } = await stage.open({
      drafts: [{ place: 'new', content: { title: '', text: 'earlier' }, marks: { isPinned: true } }],
      held: ['drafts:list', 'drafts:keep'],
    });
    await box(page).fill('later');
    await page.evaluate(() => window.fake.release('drafts:list'));
    await see(page.getByRole('main').getByRole('button', { name: 'Unpin' })).toHaveCount(1);
    await page.evaluate(() => window.fake.release('drafts:keep'));
    const content = { title: '', text: 'earlier\n\nlater' };
    await see.poll(() => drafts(page)).toEqual([{ place: 'new', content, marks: { isPinned: true } }]);
  });

  test('the creation box shows its draft without taking the focus from a field in use', async () => {
    const { page } = await stage.open({
      drafts: [{ place: 'new', content: { title: '', text: 'words' } }],
      held: ['drafts:list'],
    });
    await page.getByPlaceholder(TEXTS.search).fill('wo');
    await page.evaluate(() => window.fake.release('drafts:list'));
    await see(box(page)).toHaveValue('words');
    await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
    await page.keyboard.type('r');
    await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('wor');
    await see(box(page)).toHaveValue('words');
  });

  test('a stored draft is put above words already typed in the creation box', async () => {
    const { page } = await stage.open({
      drafts: [{ place: 'new', content: { title: '', text: 'earlier' } }],
      // Answers keep the order of the requests, so that `drafts:keep` waits, too.
      held: ['drafts:list', 'drafts:keep'],
    });
    await box(page).fill('later');
    await page.evaluate(() => window.fake.release('drafts:list'));
    await see(box(page)).toHaveValue('earlier\n\nlater');
    await page.evaluate(() => window.fake.release('drafts:keep'));
    await see
      .poll(() => drafts(page))
      .toContainEqual({ place: 'new', content: { title: '', text: 'earlier\n\nlater' } });
  });

  test('[S14.3] no typed words are sent before the stored drafts are read', async () => {
    const { page } = await stage.open({ held: ['drafts:list'] });
    await box(page).fill('later');
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await page.keyboard.press('Escape');
    await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
    expect(await requestArguments(page, 'drafts:keep')).toEqual([]);
    expect(await requestArguments(page, 'notes:add')).toEqual([]);
    await page.evaluate(() => window.fake.release('drafts:list'));
    await see(page.getByRole('article')).toHaveText(/later/);
  });

  test('[S14.3] words refused because of other stored ones are joined with these and sent again', async () => {
    const { page } = await stage.open();
    await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
    await page.evaluate(() => {
      window.fake.setDraft({ place: 'new', content: { title: '', text: 'earlier' } });
      window.fake.fail('drafts:keep', 'drafts-unread', 'drafts-unread', 1);
    });
    await box(page).fill('later');
    await see(box(page)).toHaveValue('earlier\n\nlater');
    await see
      .poll(() => drafts(page))
      .toEqual([{ place: 'new', content: { title: '', text: 'earlier\n\nlater' } }]);
    await see(page.locator('.fui-Toast')).toHaveCount(0);
  });

  test('a stored draft is not repeated if the typed words continue it', async () => {
    const { page } = await stage.open({
      drafts: [{ place: 'new', content: { title: '', text: 'a tho' } }],
      held: ['drafts:list', 'drafts:keep'],
    });
    await box(page).fill('a thought');
    await page.evaluate(() => {
      window.fake.release('drafts:list');
      window.fake.release('drafts:keep');
    });
    await see.poll(() => drafts(page)).toEqual([{ place: 'new', content: { title: '', text: 'a thought' } }]);
    await see(page.getByRole('article')).toHaveCount(0);
    await see(box(page)).toHaveValue('a thought');
  });

  test('a stored draft that joins the creation box during a save stays there as a draft', async () => {
    const { page } = await stage.open({ held: ['drafts:list', 'notes:add'] });
    await box(page).fill('later');
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      window.fake.setDraft({ place: 'new', content: { title: '', text: 'earlier' } });
      window.fake.release('drafts:list');
    });
    await see(box(page)).toHaveValue('earlier\n\nlater');
    await page.evaluate(() => window.fake.release('notes:add'));
    await see(page.getByRole('article')).toHaveText(/later/);
    await see(box(page)).toHaveValue('earlier');
    await see.poll(() => drafts(page)).toEqual([{ place: 'new', content: { title: '', text: 'earlier' } }]);
  });

  test('words that could not be saved are still in the creation box after a visit to another screen', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.fail('notes:add', 'store-full', 'disk-full', 9));
    await box(page).fill('precious');
    await page.getByRole('link', { name: 'Archive' }).click();
    await see(page.getByText(REASONS['disk-full']).first()).toBeAttached();
    await page.getByRole('link', { name: 'Notes' }).click();
    await see(box(page)).toHaveValue('precious');
  });

  test('one toast says that words cannot be stored, however many keys follow', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.fail('drafts:keep', 'store-full', 'disk-full', Infinity));
    await box(page).click();
    await box(page).pressSequentially('words that the disk does not take', { delay: 20 });
    await see.poll(async () => (await requestArguments(page, 'drafts:keep')).length).toBeGreaterThan(0);
    await see(page.getByText(`Your words are not saved yet: ${REASONS['disk-full']}`).first()).toBeVisible();
    await see(page.locator('.fui-Toast')).toHaveCount(1);
    await see(box(page)).toHaveValue('words that the disk does not take');
  });

  test('a draft under way during the save of its note does not come back', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.hold('drafts:keep'));
    await box(page).fill('once');
    await see.poll(async () => (await requestArguments(page, 'drafts:keep')).length).toBe(1);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.fake.release('drafts:keep'));
    await see(page.getByRole('article')).toHaveText(/once/);
    expect(await drafts(page)).toEqual([]);
  });
});

test.each([
  ['an empty note', { place: 'new', content: { title: '', text: '' } }],
  ['an edit that changes nothing', { ...EDIT, content: BASE }],
] as const)('%s is no draft and opens nothing', async (_name, draft) => {
  const { page } = await stage.open({ notes: [NOTE], drafts: [draft] });
  await see.poll(() => drafts(page)).toEqual([]);
  await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
  await see(page.getByRole('dialog')).toHaveCount(0);
});

describe('a long text', () => {
  test('a long text is stored without sending a message within the key’s event', async () => {
    const { page } = await stage.open({ notes: [{ ...NOTE, text: 'a line of the log\n'.repeat(3000) }] });
    await page.getByRole('article').click();
    await see(dialogText(page)).toBeVisible();
    const sentByKey = await dialogText(page).evaluate((field) => {
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('The text must be a textarea');
      const before = window.fake.requests.length;
      field.setRangeText('x', 0, 0, 'end');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return window.fake.requests.length - before;
    });
    expect(sentByKey).toBe(0);
    await see.poll(async () => (await requestArguments(page, 'drafts:keep')).length).toBe(1);
  });

  test.each(['the window loses the focus', 'the page ends', 'the app ends'] as const)(
    'the last words of a long text are sent at once when %s',
    async (event) => {
      const { page } = await stage.open({ notes: [{ ...NOTE, text: 'a line of the log\n'.repeat(3000) }] });
      await page.getByRole('article').click();
      await see(dialogText(page)).toBeVisible();
      const type = (key: string, then: string | null): Promise<void> =>
        dialogText(page).evaluate(
          (field, [typed, next]) => {
            if (!(field instanceof HTMLTextAreaElement)) throw new Error('The text must be a textarea');
            field.setRangeText(typed ?? '', 0, 0, 'end');
            field.dispatchEvent(new Event('input', { bubbles: true }));
            if (next === 'the window loses the focus') window.dispatchEvent(new Event('blur'));
            if (next === 'the page ends') window.dispatchEvent(new Event('pagehide'));
            if (next === 'the app ends') window.fake.endApp();
          },
          [key, then] as const,
        );
      const stored = async (): Promise<string[]> =>
        (await requestArguments(page, 'drafts:keep')).map((args) =>
          (args[1] as { content: { text: string } }).content.text.slice(0, 2),
        );
      await type('1', null);
      await see.poll(stored).toEqual(['1a']);
      await type('2', event);
      expect(await stored()).toEqual(['1a', '21']);
    },
  );
});

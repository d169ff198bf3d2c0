/** The fate of words that are being typed when a session ends. */
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { requestArguments, openStage, see } from './open-page.ts';
import { NOTE, box, dialogText, drafts } from './draft-page.ts';

const stage = openStage({ toastsStay: true });

describe('the end of a session', () => {
  test('the words in the creation box are stored before the sign-out is requested', async () => {
    const { page } = await stage.open();
    await box(page).click();
    // In a single task, because the session ends a second after the click.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('button[aria-label="Log out"]')?.click();
      document.execCommand('insertText', false, 'last words');
    });
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    const order = await page.evaluate(() =>
      window.fake.requests
        .map(({ channel }) => channel)
        .filter((channel) => channel === 'drafts:keep' || channel === 'session:sign-out'),
    );
    expect(order.at(-1)).toBe('session:sign-out');
    expect(await drafts(page)).toMatchObject([{ content: { text: 'last words' } }]);
  });

  test('a sign-out is only logged while the last words cannot be stored, and the sync state names these words', async () => {
    const { page, log } = await stage.open({
      failing: [
        ['drafts:keep', 'store-full', 'disk-full'],
        ['notes:add', 'store-full', 'disk-full'],
      ],
    });
    await box(page).fill('precious');
    const state = page.getByRole('navigation').getByText('Your words are not saved yet');
    await see(state).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await see.poll(() => log).toEqual([expect.stringMatching(/^error: Not signed out: words/u)]);
    await see(page.getByRole('button', { name: 'Log out' })).toBeEnabled();
    await see(page.getByText('signed in')).toHaveCount(0);
    expect(await requestArguments(page, 'session:sign-out')).toEqual([]);
    await see(box(page)).toHaveValue('precious');
    await page.evaluate(() => window.fake.fail('drafts:keep', 'store-full', 'disk-full', 0));
    await page.getByRole('button', { name: 'Log out' }).click();
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    expect(await drafts(page)).toMatchObject([{ content: { text: 'precious' } }]);
  });

  test('the sync state names unstored words until they are stored', async () => {
    const { page } = await stage.open({ failing: [['drafts:keep', 'store-full', 'disk-full']] });
    await box(page).fill('precious');
    const state = page.getByRole('navigation').getByText('Your words are not saved yet');
    await see(state).toBeVisible();
    await page.evaluate(() => window.fake.fail('drafts:keep', 'store-full', 'disk-full', 0));
    await see(state).toHaveCount(0);
    expect(await drafts(page)).toMatchObject([{ content: { text: 'precious' } }]);
  });

  test('a message says that the last words could not be stored if the session ended by itself', async () => {
    const { page } = await stage.open({ failing: [['drafts:keep', 'store-full', 'disk-full']] });
    await box(page).fill('precious');
    await see(page.getByText('not saved yet').first()).toBeVisible();
    await page.evaluate(() => window.fake.setSession({ status: 'signed-out', signingIn: false }));
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    await see(
      page.getByText(`Your last words could not be saved: ${REASONS['disk-full']}`).first(),
    ).toBeVisible();
  });

  test('another account sees no words and no toasts of the previous one', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.keyboard.press('Escape');
    await see(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await box(page).fill('typed by Ada');
    await page.evaluate(() => {
      const user = { uid: 'u2' as never, email: 'b@b.c', name: 'B', picture: null };
      window.fake.hold('drafts:list');
      window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
    });
    await see(box(page)).toHaveValue('');
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
    await see(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  test('[S14] words typed up to a change of account are stored for the account that they were typed in', async () => {
    const { page } = await stage.open();
    await see(page.getByText(TEXTS.noNotes)).toBeVisible();
    const sent = await box(page).evaluate((field) => {
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('The text must be a textarea');
      const type = (text: string): void => {
        field.setRangeText(text, field.value.length, field.value.length, 'end');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      type('by Ada');
      type(', to the end');
      const user = { uid: 'u2' as never, email: 'b@b.c', name: 'B', picture: null };
      window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
      // The box has not rendered again yet.
      type(' and beyond');
      return window.fake.requests.filter((one) => one.channel === 'drafts:keep').map(({ args }) => args);
    });
    expect(sent.map(([uid]) => uid)).toEqual(sent.map(() => 'u1'));
    await see(box(page)).toHaveValue('');
    const kept = (): Promise<(readonly unknown[])[]> => requestArguments(page, 'drafts:keep');
    await see
      .poll(async () => (await kept()).at(-1))
      .toMatchObject(['u1', { content: { text: 'by Ada, to the end and beyond' } }]);
    expect((await kept()).map(([uid]) => uid)).not.toContain('u2');
  });
});

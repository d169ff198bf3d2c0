/** A visitor sees the sign-up screen and nothing else (spec §6). */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import type { SessionState } from '#shared/ipc/session.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { openStage, requestArguments, see } from './open-page.ts';

const stage = openStage();

const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };
const SIGNED_IN: SessionState = {
  status: 'signed-in',
  expired: false,
  signingIn: false,
  user: { uid: 'u1' as Uid, email: 'a@b.c', name: 'A', picture: null },
};

const setSession = (page: Page, session: SessionState): Promise<void> =>
  page.evaluate((state) => window.fake.setSession(state), session);
const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]');

/** After a message is shown, the code of dialogs is loaded as well. */
async function openSignUp(): Promise<Page> {
  const { page } = await stage.open({ session: SIGNED_OUT, notes: [{ title: 'Bread' }] });
  await page.evaluate(() => window.fake.followLink({ show: 'search', labels: [], query: 'bread' }));
  await see(page.getByText('Sign in to follow this link.').first()).toBeVisible();
  return page;
}

const attempts: readonly (readonly [name: string, attempt: (page: Page) => Promise<void>])[] = [
  ['the key of the settings', (page) => page.keyboard.press(`${COMMAND}+,`)],
  ['the key of Go to', (page) => page.keyboard.press(`${COMMAND}+k`)],
  ['the key of the list of shortcuts', (page) => page.keyboard.press('?')],
  [
    'the keys of a new note and of the search',
    (page) => pressAll(page, `${COMMAND}+n`, `${COMMAND}+f`, 'c', '/'),
  ],
  ['the keys of the lists', (page) => pressAll(page, '1', '2', '3')],
  ['the keys of Undo and Redo', (page) => pressAll(page, `${COMMAND}+z`, `${COMMAND}+Shift+z`, 'z')],
  ...(['settings', 'go-to', 'shortcuts', 'about'] as const).map(
    (dialog) =>
      [
        `the menu’s ${dialog}`,
        (page: Page) => page.evaluate((name) => window.fake.openDialog(name), dialog),
      ] as const,
  ),
  ['the menu’s New note', (page) => page.evaluate(() => window.fake.command('new-note'))],
  ['the menu’s Search', (page) => page.evaluate(() => window.fake.command('search'))],
  ['a link to a note', (page) => page.evaluate(() => window.fake.followLink({ show: 'note', id: 'n1' }))],
];

async function pressAll(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test.each(attempts)(
  '%s opens nothing for a visitor, neither now nor after they have signed in',
  async (_name, attempt) => {
    const page = await openSignUp();
    await attempt(page);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    expect(await dialogs(page).count()).toBe(0);
    expect(page.url()).toMatch(/#\/signup$/u);
    expect(await requestArguments(page, 'notes:get')).toEqual([]);
    await setSession(page, SIGNED_IN);
    await see(page.getByRole('article')).toHaveText(/Bread/u);
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
    // The page handles letters as commands again, so no request for a dialog waits for its code.
    await page.keyboard.press('2');
    await see(page.getByText(TEXTS.noArchived)).toBeVisible();
    expect(await dialogs(page).count()).toBe(0);
  },
);

test('a signed-in user opens no dialog on the sign-up screen, neither then nor after leaving it', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Bread' }] }, { hash: '#/signup' });
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  await page.keyboard.press(`${COMMAND}+,`);
  await page.evaluate(() => window.fake.openDialog('about'));
  await page.evaluate(() => void (location.hash = '#/'));
  await see(page.getByRole('article')).toHaveText(/Bread/u);
  await page.keyboard.press('2');
  await see(page.getByText(TEXTS.noArchived)).toBeVisible();
  expect(await dialogs(page).count()).toBe(0);
});

test.each(['settings', 'about'] as const)(
  'the end of a session closes the dialog %s, which does not reopen with the next session',
  async (dialog) => {
    const { page } = await stage.open({ notes: [{ title: 'Bread' }] });
    await page.evaluate((name) => window.fake.openDialog(name), dialog);
    await see(dialogs(page)).toHaveCount(1);
    await setSession(page, SIGNED_OUT);
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    await see(dialogs(page)).toHaveCount(0);
    await setSession(page, SIGNED_IN);
    await see(page.getByRole('article')).toHaveText(/Bread/u);
    await page.keyboard.press('2');
    await see(page.getByText(TEXTS.noArchived)).toBeVisible();
    expect(await dialogs(page).count()).toBe(0);
  },
);

test.each([
  ['opens', SIGNED_IN, 1],
  ['does not open', SIGNED_OUT, 0],
] as const)(
  'a dialog that the menu asks for while the session is unknown %s if the page finds %o',
  async (_outcome, session, count) => {
    const { page } = await stage.open({ session: { status: 'unknown' } });
    await page.evaluate(() => window.fake.openDialog('about'));
    await setSession(page, session);
    await page.evaluate(() => window.fake.followLink({ show: 'refusal', reason: 'The overlays are there.' }));
    await see(page.getByText('The overlays are there.').first()).toBeVisible();
    await see(dialogs(page)).toHaveCount(count);
  },
);

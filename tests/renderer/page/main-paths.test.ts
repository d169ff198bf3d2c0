/**
 * The main paths of features whose detailed tests run only in `npm run test:all` (`tests/only-in-all.ts`), as
 * far as no test of `tests/e2e` covers them.
 */
import { expect, test } from 'vitest';
import { COMMAND } from '#tests/support/keys.ts';
import { card, openStage, requestArguments, see } from './open-page.ts';
import { changes, openSettings } from './settings-page.ts';

const stage = openStage({ toastsStay: true });

test('a few letters and Enter open a note, wherever it is', async () => {
  const notes = [{ title: 'Bread' }, { title: 'Old loaf', text: 'mould', list: 'archived' }] as const;
  const { page, log } = await stage.open({ notes });
  await see(card(page, 'Bread')).toBeVisible();
  await page.keyboard.press(`${COMMAND}+K`);
  await see(page.getByRole('combobox', { name: 'Go to a note, label or command' })).toBeFocused();
  await page.keyboard.type('mould');
  await see(page.getByRole('option', { name: /Old loaf/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await see(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Old loaf');
  expect(page.url()).toContain('#/archive');
  expect(log).toEqual([]);
});

test('archiving a selection is one request, one toast and one Undo', async () => {
  const notes = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => ({ id: title, title }));
  const { page } = await stage.open({ notes });
  await see(card(page, 'One')).toBeVisible();
  for (const title of ['One', 'Two', 'Four']) {
    await card(page, title).hover();
    await card(page, title).getByRole('checkbox', { name: 'Select' }).click();
  }
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Archive' }).click();
  await see(page.getByRole('article')).toHaveCount(2);
  await see(bar).toHaveCount(0);
  await see(card(page, 'Five')).toBeFocused();
  // Screen readers get the same words from another element.
  await see(page.getByText('3 notes archived').last()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(page.getByRole('article')).toHaveCount(5);
  await see(card(page, 'One')).toBeFocused();
  expect((await requestArguments(page, 'notes:change')).map(([, changed]) => changed)).toEqual([
    [{ ids: ['One', 'Two', 'Four'], to: { isArchived: true } }],
    [{ ids: ['One', 'Two', 'Four'], from: { isArchived: true }, to: { isArchived: false } }],
  ]);
});

test('a choice in the settings is stored at once, and a change made elsewhere is shown', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const theme = dialog.getByRole('radiogroup', { name: 'Theme' });
  await see(theme.getByRole('radio', { name: 'System' })).toBeChecked();
  await theme.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await see(theme.getByRole('radio', { name: 'Light' })).toBeChecked();
  const hidden = dialog.getByRole('switch', { name: 'Start in the background' });
  await see(hidden).toBeDisabled();
  await dialog.getByRole('switch', { name: 'Open when I log in' }).click();
  await dialog.getByText('No window opens when you log in.').click();
  await see(hidden).toBeChecked();
  expect(await changes(page)).toEqual([{ theme: 'light' }, { launchAtLogin: true }, { startHidden: true }]);
  await page.evaluate(() =>
    window.fake.setSettings({ canLaunchAtLogin: false, storeProblem: 'The disk is full.' }),
  );
  await see(dialog.getByRole('switch', { name: 'Open when I log in' })).toBeDisabled();
  await see(dialog.getByText('Install Inkling to open it when you log in')).toBeVisible();
  await see(dialog.getByRole('alert')).toHaveText('The disk is full.');
});

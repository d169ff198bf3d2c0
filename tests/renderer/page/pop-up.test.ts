/** Pop-ups beside a control: the profile, colours and labels. */
import { test } from 'vitest';
import { card, openStage, see } from './open-page.ts';

const stage = openStage();

test('Tab cycles within the profile pop-up, and Esc closes it and returns the focus', async () => {
  const { page } = await stage.open({ notes: [{ title: 'One' }] });
  const profile = page.getByRole('button', { name: 'Profile' });
  const inCard = (name: string) =>
    page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name, exact: true });
  await profile.focus();
  await page.keyboard.press('Enter');
  await see(inCard('Settings')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await see(inCard('Log out')).toBeFocused();
  await page.keyboard.press('Tab');
  await see(inCard('Settings')).toBeFocused();
  await page.keyboard.press('Escape');
  await see(page.getByRole('dialog')).toHaveCount(0);
  await see(profile).toBeFocused();
});

test('Tab cycles within the labels of a note, and stays on the chosen one of its colours', async () => {
  const { page } = await stage.open({ notes: [{ title: 'One', labels: ['Garden'] }] });
  // Fluent's focus library, once loaded, also handles Tab, so the test waits for it.
  await see(page.locator('body')).toHaveAttribute('data-tabster');
  const open = async (name: string): Promise<void> => {
    await card(page, 'One').hover();
    await card(page, 'One').getByRole('button', { name, exact: true }).click();
  };
  await open('Labels');
  const field = page.getByPlaceholder('Find or create a label');
  await see(field).toBeFocused();
  await page.keyboard.press('Tab');
  await see(page.getByRole('checkbox', { name: 'Garden' })).toBeFocused();
  await page.keyboard.press('Tab');
  await see(field).toBeFocused();
  await page.keyboard.press('Escape');
  await see(field).toHaveCount(0);
  await open('Colour');
  const none = page.getByRole('radio', { name: 'No colour' });
  await see(none).toBeFocused();
  await page.keyboard.press('Tab');
  await see(none).toBeFocused();
  await page.keyboard.press('Escape');
  await see(card(page, 'One').getByRole('button', { name: 'Colour' })).toBeFocused();
});

test('a pop-up shrinks with its window and becomes scrollable', async () => {
  const { page } = await stage.open({ notes: [{ title: 'One' }] });
  await page.getByRole('button', { name: 'Profile' }).click();
  const profile = page.getByRole('dialog', { name: 'Profile' });
  await see(profile).toBeVisible();
  await page.setViewportSize({ width: 400, height: 200 });
  await see.poll(async () => (await profile.boundingBox())?.height).toBe(184);
  await profile.getByRole('button', { name: 'Log out' }).scrollIntoViewIfNeeded();
  await see(profile.getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 });
});

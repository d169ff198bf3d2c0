/** What can open over every screen: tooltips, the profile card, the shortcuts, the about box. */
import { ADA } from '../../support/fixtures.ts';
import { button, card, openDialog } from '../acts.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { FORCED, NARROW, OVERLAY, PLAIN, THEMES } from '../variants.ts';

/** Shows a tooltip in the current window size: a change of the size would close it. */
async function tooltip({ page }: Stage, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).last().hover();
  await page.locator('[role=tooltip]').getByText(name).waitFor();
}

export const APP: readonly Scene[] = [
  {
    name: 'tooltip at the right edge',
    variants: [...THEMES, ...FORCED],
    show: (stage) => tooltip(stage, 'Log out'),
  },
  {
    name: 'tooltip at the left edge',
    variants: NARROW,
    async show(stage) {
      await stage.page.setViewportSize({ width: 400, height: 800 });
      await tooltip(stage, 'Main menu');
    },
  },
  {
    name: 'tooltip with a key over an open note',
    variants: NARROW,
    async show(stage) {
      await stage.page.setViewportSize({ width: 400, height: 800 });
      await card(stage, 'Groceries').click();
      await tooltip(stage, 'List');
    },
  },
  {
    name: 'go to anything',
    variants: OVERLAY,
    async show({ page }) {
      await page.keyboard.press('ControlOrMeta+K');
      await page.getByRole('option', { name: 'New note' }).waitFor();
    },
  },
  {
    name: 'go to a setting',
    variants: THEMES,
    async show({ page }) {
      await page.keyboard.press('ControlOrMeta+K');
      await page.keyboard.type('dark');
      await page.getByRole('option', { name: 'Theme' }).waitFor();
    },
  },
  {
    name: 'profile card',
    variants: OVERLAY,
    async show(stage) {
      await button(stage, 'Profile').click();
      await stage.page.getByText(ADA.email).waitFor();
    },
  },
  {
    name: 'shortcut list',
    variants: OVERLAY,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.page.keyboard.press('?');
      await stage.page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'files over the window',
    variants: OVERLAY,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['words'], 'plan.md'));
        const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      });
      await stage.page.getByText('Drop text files').waitFor();
    },
  },
  {
    name: 'about',
    variants: PLAIN,
    async show(stage) {
      await openDialog(stage, 'about', 'Private notes that never lose a word.');
      await stage.page.getByText('@emotion/hash').click();
      await stage.page.getByText('Permission is hereby granted').waitFor();
    },
  },
];

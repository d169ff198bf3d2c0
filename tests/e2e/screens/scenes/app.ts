/** What stands over every screen: the profile card, the shortcuts, the about box. */
import { ADA } from '../../support/fixtures.ts';
import { button, card, openDialog } from '../acts.ts';
import type { Scene } from '../scene.ts';
import { OVERLAY, PLAIN } from '../variants.ts';

export const APP: readonly Scene[] = [
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
      await stage.page.getByText('Keyboard shortcuts').waitFor();
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
      await stage.page.getByText('Drop text files here').waitFor();
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

/** Archive and trash, and deleting for ever. */
import { TEXTS } from '#shared/base/spec.ts';
import { button, card, goTo, pressCardButton, search, uidOf } from '../acts.ts';
import { REMOVED } from '../sample-notes.ts';
import type { Scene } from '../scene.ts';
import { OVERLAY, PLAIN, THEMES } from '../variants.ts';

export const LISTS: readonly Scene[] = [
  {
    name: 'archive',
    variants: PLAIN,
    show: (stage) => goTo(stage, 'Archive', 'Old flat'),
  },
  {
    name: 'archive without a match',
    variants: THEMES,
    async show(stage) {
      await goTo(stage, 'Archive', 'Old flat');
      await search(stage, 'zebra', TEXTS.noMatch);
    },
  },
  {
    name: 'trash',
    variants: PLAIN,
    show: (stage) => goTo(stage, 'Trash', 'Draft of the speech'),
  },
  {
    name: 'note in the trash',
    variants: OVERLAY,
    async show(stage) {
      await goTo(stage, 'Trash', 'Draft of the speech');
      await card(stage, 'Draft of the speech').click();
      await stage.page.getByRole('dialog', { name: 'Note in the trash' }).getByLabel(TEXTS.text).waitFor();
    },
  },
  {
    name: 'delete forever',
    variants: OVERLAY,
    async show(stage) {
      await goTo(stage, 'Trash', 'Draft of the speech');
      await pressCardButton(stage, 'Draft of the speech', 'Delete forever');
      await stage.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'trash with notes removed elsewhere',
    variants: PLAIN,
    async show(stage) {
      stage.write(uidOf(stage), REMOVED, 'removed');
      await card(stage, 'Sailing club').waitFor();
      stage.remove(REMOVED.length, 'removed');
      await goTo(stage, 'Trash', 'Recently removed');
    },
  },
  {
    name: 'recently removed',
    variants: OVERLAY,
    async show(stage) {
      const box = stage.page.getByPlaceholder(TEXTS.takeANote);
      await box.fill('Prune the roses, ask Ines about the fig tree');
      await box.fill('');
      await stage.page.keyboard.press('Escape');
      await goTo(stage, 'Trash', 'Recently removed');
      await button(stage, `Recently removed (${REMOVED.length + 1})`).click();
      await stage.page.getByRole('dialog').getByRole('tab', { name: 'Sailing club' }).waitFor();
    },
  },
];

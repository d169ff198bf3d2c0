/** Notes with pins, colours and labels, and the menus in which these are chosen. */
import { TEXTS } from '#shared/base/spec.ts';
import { button, card, link, pressCardButton, uidOf } from '../acts.ts';
import { MARKED } from '../sample-notes.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { FORCED, NARROW, OVERLAY, SCREEN, THEMES } from '../variants.ts';

const NOTE = 'Beans along';

async function seeLabel(stage: Stage): Promise<void> {
  await card(stage, NOTE).getByRole('button', { name: 'Garden', exact: true }).waitFor();
}

export const MARKS: readonly Scene[] = [
  {
    name: 'pinned and coloured notes',
    variants: SCREEN,
    async show(stage) {
      stage.write(uidOf(stage), MARKED, 'marked');
      await seeLabel(stage);
      await card(stage, NOTE).hover();
    },
  },
  {
    name: 'colours of a note',
    variants: OVERLAY,
    async show(stage) {
      await pressCardButton(stage, NOTE, 'Colour');
      await stage.page.getByRole('radiogroup').waitFor();
    },
  },
  {
    name: 'labels of a note',
    variants: OVERLAY,
    async show(stage) {
      await pressCardButton(stage, NOTE, 'Labels');
      await stage.page.getByRole('checkbox', { name: 'Garden' }).waitFor();
    },
  },
  {
    name: 'open note with marks',
    variants: OVERLAY,
    async show(stage) {
      // Not the card's middle, where a label may be.
      await card(stage, NOTE).getByText(NOTE).first().click();
      await stage.page.getByRole('dialog').getByLabel(TEXTS.text).fill('Beans along the wall #ga');
      await stage.page.getByRole('option', { name: 'Garden' }).waitFor();
    },
  },
  {
    name: 'notes with a label',
    variants: [...THEMES, ...FORCED],
    async show(stage) {
      await link(stage, 'Garden').click();
      await stage.page.getByText('2 notes found').waitFor();
    },
  },
  {
    name: 'search among the notes of labels',
    variants: [...THEMES, ...FORCED, ...NARROW],
    async show(stage) {
      const { page } = stage;
      const search = page.getByPlaceholder(TEXTS.search);
      for (const label of ['garden', 'this spring']) {
        await search.fill(`label:${label}`);
        await page.getByRole('option', { selected: true }).waitFor();
        await page.keyboard.press('Enter');
      }
      await search.fill('the');
      await page.getByText('found', { exact: false }).first().waitFor();
    },
  },
  {
    name: 'label without notes in this list',
    variants: [...THEMES, ...NARROW],
    async show(stage) {
      const { page } = stage;
      await page.evaluate(() => (location.hash = '/archive'));
      await page.getByRole('article').first().waitFor();
      await link(stage, 'Garden').click();
      await page.getByText('2 notes found').waitFor();
      await page.evaluate(() => (location.hash = '/archive'));
      await page.getByText('No archived notes labelled “Garden”').waitFor();
    },
  },
  {
    name: 'drawer with labels slid in',
    variants: NARROW,
    async show(stage) {
      await stage.page.setViewportSize({ width: 400, height: 800 });
      await button(stage, 'Main menu').click();
      await link(stage, 'Garden').waitFor();
    },
  },
  {
    name: 'edit labels',
    variants: OVERLAY,
    async show(stage) {
      await button(stage, 'Edit labels').click();
      await stage.page.getByLabel('Name of Garden').fill('House and garden');
      await button(stage, 'Rename Garden').waitFor();
    },
  },
];

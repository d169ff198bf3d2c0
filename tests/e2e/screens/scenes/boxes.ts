/** Lists in notes: their boxes on cards, in the sheet, and in the creation box. */
import { TEXTS } from '#shared/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { card, pressCardButton, uidOf } from '../acts.ts';
import type { SampleNote } from '../sample-notes.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { FORCED, OVERLAY, PLAIN, SCREEN, THEMES } from '../variants.ts';

const NOTES: readonly SampleNote[] = [
  {
    title: 'For the hut',
    text: 'Before Friday:\n☑ Ask Ines for the key\n☐ Oil for the lamp, and a wick that is as wide as the old one\n☐ Rope\n  ☑ twelve metres\n  ☐ two hooks\n\nBack on Monday.',
  },
  {
    title: '',
    text: '- [x] stamps\n- [ ] https://example.org/parcels/ninety-nine-letters-in-one-word-without-a-break',
  },
  { title: 'للرحلة', text: '☐ الخبز\n☑ الحليب\n☐ a map' },
  {
    title: 'Spring',
    text: Array.from({ length: 30 }, (_, index) => `${index % 3 === 0 ? '☑' : '☐'} bed ${index + 1}`).join(
      '\n',
    ),
  },
];

async function withLists(stage: Stage): Promise<void> {
  stage.write(uidOf(stage), NOTES, 'boxes');
  await card(stage, 'For the hut').waitFor();
}

export const BOXES: readonly Scene[] = [
  { name: 'lists on cards', variants: SCREEN, show: withLists },
  {
    name: 'list with its ticked lines hidden and a box focused',
    variants: [...THEMES, ...FORCED],
    async show(stage) {
      await withLists(stage);
      await pressCardButton(stage, 'For the hut', '2 ticked');
      await card(stage, 'For the hut').getByRole('checkbox', { name: 'Rope' }).focus();
      await stage.page.keyboard.press('Shift+Tab');
    },
  },
  {
    name: 'list in the sheet',
    variants: OVERLAY,
    async show(stage) {
      await withLists(stage);
      await pressCardButton(stage, 'For the hut', 'Edit');
      await stage.page.getByText('2 of 5 ticked').waitFor();
    },
  },
  {
    name: 'list in the creation box',
    variants: PLAIN,
    async show({ page }) {
      const text = page.getByPlaceholder(TEXTS.takeANote);
      await text.click();
      await page.keyboard.press(`${COMMAND}+Shift+l`);
      await page.keyboard.type('Rope');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Hooks');
      await page.keyboard.press(`${COMMAND}+l`);
    },
  },
];

/** Lists in notes: their boxes on cards, in the sheet, and in the creation box. */
import { TEXTS } from '#shared/base/spec.ts';
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
  // The app remembers what an earlier scene has hidden.
  const hidden = card(stage, 'For the hut').getByRole('button', { name: '2 ticked', expanded: false });
  if ((await hidden.count()) > 0) await hidden.click();
}

async function openList(stage: Stage): Promise<void> {
  await withLists(stage);
  await pressCardButton(stage, 'For the hut', 'Edit');
  await stage.page.getByRole('dialog').getByText('2 ticked').waitFor();
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
    show: (stage) => openList(stage),
  },
  {
    name: 'list in the sheet with a line on hover and one selected',
    variants: [...THEMES, ...FORCED],
    async show(stage) {
      await openList(stage);
      await stage.page.keyboard.press('ArrowUp');
      await stage.page.keyboard.press('ArrowUp');
      await stage.page.keyboard.press('Shift+Home');
      await stage.page.getByRole('checkbox', { name: 'Tick Rope' }).hover();
    },
  },
  {
    name: 'list in the sheet with a line that is dragged',
    variants: THEMES,
    async show(stage) {
      await openList(stage);
      const { page } = stage;
      const line = page.getByRole('dialog').locator('[data-line]');
      await line.filter({ hasText: 'Rope' }).locator('[data-handle]').hover();
      await page.mouse.down();
      await line.filter({ hasText: 'Ask Ines' }).locator('[data-handle]').hover({ force: true });
    },
  },
  {
    name: 'list in the sheet with its ticked lines hidden',
    variants: PLAIN,
    async show(stage) {
      await openList(stage);
      const toggle = stage.page.getByRole('dialog').getByRole('button', { name: '2 ticked' });
      await toggle.click();
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

/** The home with its notes: cards, search and drawer. */
import { TEXTS } from '#shared/spec.ts';
import { expect } from '../../support/fixtures.ts';
import { button, card, search } from '../acts.ts';
import type { Scene } from '../scene.ts';
import { FORCED, NARROW, PLAIN, THEMES } from '../variants.ts';

export const HOME: readonly Scene[] = [
  {
    name: 'notes card hovered',
    variants: THEMES,
    show: (stage) => card(stage, 'Groceries').hover(),
  },
  {
    name: 'notes card focused',
    variants: [...THEMES, ...FORCED],
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.page.keyboard.press('j');
      await stage.page.keyboard.press('j');
    },
  },
  {
    name: 'search hits',
    variants: [...THEMES, ...FORCED],
    show: (stage) => search(stage, 'li', 'Lisbon'),
  },
  {
    name: 'search without a match',
    variants: PLAIN,
    show: (stage) => search(stage, 'zebra', TEXTS.noMatch),
  },
  {
    name: 'conflict copy',
    variants: THEMES,
    show: (stage) => search(stage, 'lease', 'Conflict copy'),
  },
  {
    name: 'drawer collapsed',
    variants: THEMES,
    async show(stage) {
      await button(stage, 'Main menu').click();
      await expect(stage.page.getByRole('navigation')).toHaveCSS('width', '75px');
      await stage.page.mouse.move(600, 40);
    },
  },
  {
    name: 'drawer hovered',
    variants: THEMES,
    async show(stage) {
      await button(stage, 'Main menu').click();
      await stage.page.getByRole('navigation').hover();
      await expect(stage.page.getByRole('navigation')).toHaveCSS('width', '300px');
    },
  },
  {
    name: 'drawer slid in',
    variants: NARROW,
    async show(stage) {
      await stage.page.setViewportSize({ width: 400, height: 800 });
      await button(stage, 'Main menu').click();
      await expect(stage.page.getByRole('navigation')).toHaveCSS('width', '300px');
    },
  },
  {
    name: 'mobile search',
    variants: NARROW,
    async show(stage) {
      await stage.page.setViewportSize({ width: 400, height: 800 });
      await button(stage, 'Search').click();
      await search(stage, 'li', 'Lisbon');
    },
  },
  {
    name: 'mobile search closed with a query',
    variants: NARROW,
    async show(stage) {
      await stage.page.setViewportSize({ width: 400, height: 800 });
      await button(stage, 'Search').click();
      await search(stage, 'li', 'Lisbon');
      await button(stage, 'Close search').click();
      await button(stage, 'Search').waitFor();
    },
  },
];

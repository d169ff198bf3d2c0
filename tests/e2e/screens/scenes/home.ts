/** The home with its notes: cards, search and drawer. */
import { TEXTS } from '#shared/base/spec.ts';
import { expect } from '../../support/fixtures.ts';
import { button, card, link, search } from '../acts.ts';
import type { Scene } from '../scene.ts';
import { FORCED, NARROW, PLAIN, SCREEN, THEMES } from '../variants.ts';

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
    name: 'selection',
    variants: SCREEN,
    async show(stage) {
      await card(stage, 'Groceries').click({ modifiers: ['ControlOrMeta'] });
      await card(stage, 'Lisbon').click();
      await stage.page.getByText('2 selected').waitFor();
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
    name: 'search with hits in other lists',
    variants: [...PLAIN, ...FORCED],
    async show(stage) {
      await search(stage, 'lisbon', 'Talk in');
      await link(stage, '1 in Archive').waitFor();
    },
  },
  {
    name: 'search with near matches',
    variants: SCREEN,
    show: (stage) => search(stage, 'keeper lighthoúse', 'with all these words'),
  },
  {
    name: 'search with a slip of a letter',
    variants: THEMES,
    show: (stage) => search(stage, 'lighthuose', 'with one letter different'),
  },
  {
    name: 'note opened at its first hit',
    variants: [...PLAIN, ...FORCED],
    async show(stage) {
      await search(stage, 'wick', 'The keeper’s log');
      await card(stage, 'The keeper’s log').click();
      await button(stage, 'Next result').click();
      await stage.page.getByRole('dialog').locator('mark').first().waitFor();
    },
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
    name: 'mobile archive',
    variants: NARROW,
    async show(stage) {
      await stage.page.setViewportSize({ width: 400, height: 800 });
      await button(stage, 'Main menu').click();
      await stage.page.getByRole('link', { name: 'Archive' }).click();
      await expect(stage.page.getByRole('banner').getByText('Archive')).toBeVisible();
    },
  },
];

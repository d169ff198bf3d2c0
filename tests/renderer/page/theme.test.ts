/** Which theme a page is drawn in: that of the colour scheme, from the first frame on, and everywhere. */
import type { Page } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { PAPER } from '#main/windows/paper.ts';
import { darkTheme, lightTheme } from '#renderer/theme/theme.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const THEMES = { light: lightTheme, dark: darkTheme };
const CASES = ['index.html', 'quick-note.html'].flatMap((file) =>
  (['light', 'dark'] as const).map((scheme) => [file, scheme] as const),
);

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

const recorded = (page: Page) => page.locator('html').getAttribute('data-colours');

/** Opens a page that records the colours of its text and of its paper as soon as React has drawn. */
async function openRecorded(hash: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const { page, log } = await stage.open({}, { hash, colorScheme });
  const script = await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const drawn = document.querySelector('#root > *');
      if (drawn === null) return;
      observer.disconnect();
      const html = document.documentElement;
      html.dataset['colours'] =
        `${getComputedStyle(drawn).color} on ${getComputedStyle(html).backgroundColor}`;
    }).observe(document, { childList: true, subtree: true });
  });
  onTestFinished(() => script.dispose());
  await page.reload();
  await see(page.getByRole('main')).toBeVisible();
  expect(log).toEqual([]);
  return page;
}

test.each(CASES)('%s is drawn first in the %s theme', async (file, scheme) => {
  const page = await openRecorded(file, scheme);
  const { colorNeutralForeground1, colorNeutralBackground2 } = THEMES[scheme];
  expect(await recorded(page)).toBe(`${rgb(colorNeutralForeground1)} on ${rgb(colorNeutralBackground2)}`);
  // The window has this colour before its page has painted anything.
  expect(PAPER[scheme]).toBe(colorNeutralBackground2);
});

test('a page and its dialogs change their theme in the first frame of another colour scheme', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Bread' }] }, { colorScheme: 'light' });
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await see(dialog).toHaveCSS('background-color', rgb(lightTheme.colorNeutralCardBackground));
  await page.evaluate(() => {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      // Called in the same frame, right before it is laid out and painted.
      requestAnimationFrame(() => {
        const colourOf = (selector: string): string => {
          const element = document.querySelector(selector);
          return element === null ? 'nothing' : getComputedStyle(element).backgroundColor;
        };
        document.documentElement.dataset['colours'] = `${colourOf('article')}, ${colourOf('[role=dialog]')}`;
      });
    });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  const card = rgb(darkTheme.colorNeutralCardBackground);
  await see.poll(() => recorded(page)).toBe(`${card}, ${card}`);
});

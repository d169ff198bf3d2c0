/** Helpers for tests of the sheet in which a note is edited or read. */
import type { Page } from '@playwright/test';
import { TEXTS } from '#shared/base/spec.ts';
import { card, see } from './open-page.ts';

export const NOTES = [
  { id: 'one', title: 'One', text: 'first\nsecond' },
  { id: 'two', title: 'Two', text: 'text of Two' },
] as const;

export const sheet = (page: Page) => page.getByRole('dialog').first();
export const textOf = (page: Page) => sheet(page).getByLabel(TEXTS.text);
export const button = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true });

/** The arguments of all requests on these channels so far, without the account. */
export const argumentsWithoutAccount = (page: Page, ...channels: string[]): Promise<(readonly unknown[])[]> =>
  page.evaluate(
    (names) =>
      window.fake.requests.filter((one) => names.includes(one.channel)).map(({ args }) => args.slice(1)),
    channels,
  );

export async function openSheet(page: Page, text: string): Promise<void> {
  await card(page, text).click();
  await see(textOf(page)).toBeFocused();
  // It grows out of its card, if only for a frame with reduced motion.
  await sheet(page).evaluate((element) =>
    Promise.allSettled(element.getAnimations().map((animation) => animation.finished)),
  );
}

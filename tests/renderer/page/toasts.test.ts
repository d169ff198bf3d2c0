/** Toasts: a repeated action joins the toast on the screen. */
import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { SPEC } from '#shared/base/spec.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { openStage, see, WINDOWS } from './open-page.ts';

const stage = openStage();

const NOTES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((title) => ({ id: title, title }));
const cards = (page: Page) => page.getByRole('article');
const toasts = (page: Page) => page.locator('[data-toaster-position]').getByRole('listitem');

/** Waits until the toast has appeared: it gets its size first, then its opacity, and only then its time. */
const appear = (page: Page): Promise<void> =>
  see
    .poll(() => toasts(page).evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity)))
    .toEqual(['1']);

/**
 * Keeps toasts open, as they stay while the window has no focus. A busy machine would need longer than their
 * time. A toast that appears afterwards gets its time again.
 */
async function stay(page: Page): Promise<void> {
  await appear(page);
  await page.evaluate(() => void window.dispatchEvent(new Event('blur')));
}

/** Archives the first note, and waits for the toast. */
async function archive(page: Page): Promise<void> {
  await see(cards(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await see(toasts(page)).toHaveCount(1);
  await stay(page);
}

/** The same with the pointer over the drawer. */
async function archiveAndStay(page: Page): Promise<void> {
  await archive(page);
  await page.getByRole('navigation').hover();
}

async function archiveThree(): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES });
  await see(cards(page)).toHaveCount(6);
  await page.keyboard.press('j');
  for (const remaining of [5, 4, 3]) {
    await page.keyboard.press('e');
    await see(cards(page)).toHaveCount(remaining);
    await see(toasts(page)).toHaveCount(1);
    await stay(page);
  }
  return page;
}

test('archiving three notes in a row makes one toast, whose Undo restores all', async () => {
  const page = await archiveThree();
  await see(toasts(page)).toHaveText([/3 notes archived/]);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await see(cards(page)).toHaveCount(6);
  await see(toasts(page)).toHaveCount(0);
});

test('z undoes the actions of the newest toast, even after an older toast took further ones', async () => {
  const page = await archiveThree();
  await page.keyboard.press('#');
  await see(cards(page)).toHaveCount(2);
  await see(toasts(page)).toHaveText([/Note moved to trash · 1 more/]);
  await stay(page);
  await page.keyboard.press('e');
  await see(toasts(page).filter({ hasText: '4 notes archived' })).toHaveCount(1);
  await page.keyboard.press('z');
  await see(cards(page)).toHaveCount(5);
  await page.keyboard.press('z');
  await see(cards(page)).toHaveCount(6);
});

test('z undoes an action under way before any toast offers that', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(cards(page)).toHaveCount(6);
  await page.keyboard.press('j');
  // All keys arrive in a single task of the page.
  await page.evaluate(() => {
    for (const key of ['e', 'z', 'z'])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
  });
  const changes = () =>
    page.evaluate(() =>
      window.fake.requests.map(({ channel }) => channel).filter((channel) => channel === 'notes:change'),
    );
  await expect.poll(changes).toHaveLength(2);
  await see(cards(page)).toHaveCount(6);
  await see(toasts(page)).toHaveCount(0);
});

test('an action after an Undo gets a toast of its own', async () => {
  const page = await archiveThree();
  await page.keyboard.press('z');
  await see(cards(page)).toHaveCount(6);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await see(toasts(page).filter({ hasText: /^Note archived/ })).toHaveCount(1);
});

test('a closed toast returns the focus, whether by its button or by Esc', async () => {
  const { page } = await stage.open({ notes: NOTES, notices: ['Something was set aside.'] });
  await see(cards(page)).toHaveCount(6);
  await page.keyboard.press('j');
  await see(cards(page).first()).toBeFocused();
  await toasts(page).getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Enter');
  await see(cards(page).first()).toBeFocused();
  await see(toasts(page)).toHaveCount(0);

  await page.keyboard.press('e');
  await see(cards(page)).toHaveCount(5);
  await see(cards(page).first()).toBeFocused();
  await toasts(page).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Escape');
  await see(toasts(page)).toHaveCount(0);
  await see(cards(page).first()).toBeFocused();

  await page.keyboard.press('e');
  await see(cards(page)).toHaveCount(4);
  await see(cards(page).first()).toBeFocused();
  await toasts(page).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await see(cards(page)).toHaveCount(5);
  await see(cards(page).and(page.locator(':focus'))).toHaveCount(1);
});

test('Undo of a toast above an open note leaves the words and the caret in the note', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(cards(page)).toHaveCount(6);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await see(toasts(page)).toHaveCount(1);
  await stay(page);
  await cards(page).first().click();
  const text = page.getByRole('dialog').getByLabel('Text');
  await see(text).toBeFocused();
  await page.keyboard.type('typed');
  await page.getByRole('button', { name: 'Undo', includeHidden: true }).click();
  await expect.poll(() => page.evaluate(() => window.fake.notes().some((one) => one.isArchived))).toBe(false);
  await see(toasts(page)).toHaveCount(0);
  await see(text).toHaveValue('typed');
  await see(text).toBeFocused();
});

test('only the newest toast is shown, at once, and counts the others, which follow when it is closed', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(cards(page)).toHaveCount(6);
  await page.keyboard.press('j');
  for (const [key, toast] of [
    ['e', 'Note archived'],
    ['#', 'Note moved to trash'],
    ['f', 'Note pinned'],
  ] as const) {
    await page.keyboard.press(key);
    await see(toasts(page).filter({ hasText: toast })).toHaveCount(1);
    await stay(page);
  }
  await page.evaluate(() => window.fake.fail('notes:change', 'internal', 'unexpected', 1));
  await page.keyboard.press('f');
  // The oldest one has made room.
  await see(toasts(page)).toHaveText([/^Something unexpected happened.* · 2 more$/]);
  await page.keyboard.press('z');
  await see(toasts(page)).toHaveText([/^Something unexpected happened.* · 1 more$/]);
  await page.keyboard.press('z');
  await see(toasts(page)).toHaveText([/^Something unexpected happened.*\.$/]);
});

test('a lasting notice returns when a newer toast is gone', async () => {
  const { page } = await stage.open({
    notes: NOTES,
    notices: ['Something was set aside.', 'So was another.'],
  });
  await see(toasts(page)).toHaveText([/^So was another. · 1 more$/]);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await see(toasts(page)).toHaveText([/^Note archived · 2 more/]);
  await page.keyboard.press('z');
  await see(toasts(page)).toHaveText([/^So was another. · 1 more$/]);
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await see(toasts(page)).toHaveText(['Something was set aside.']);
  await see(cards(page)).toHaveCount(6);
});

describe.each(WINDOWS)('in a window that is %s', (...window) => {
  const [, { width }] = window;
  const toastBox = (page: Page) => toasts(page).locator('.fui-Toast').boundingBox();

  async function archiveFirst(setup: FakeSetup): Promise<Page> {
    const { page } = await stage.openIn(window, setup);
    await archive(page);
    return page;
  }

  test('a toast is as wide as toasts are, or as the window less its margins', async () => {
    const page = await archiveFirst({ notes: NOTES });
    const toast = await toastBox(page);
    expect(toast?.width).toBe(Math.min(420, width - 48));
    expect(toast?.x).toBeGreaterThanOrEqual(24);
    expect((toast?.x ?? NaN) + (toast?.width ?? NaN)).toBeLessThanOrEqual(width - 24);
  });

  test('the end of the list can be scrolled above a toast, and so can the end of the drawer', async () => {
    const page = await archiveFirst({ generated: 30, notes: [{ title: 'One', labels: ['Home'] }] });
    await page.keyboard.press('End');
    const last = page.locator('[aria-posinset="30"]');
    await see(last).toBeFocused();
    // A tall card is shown from its beginning.
    await page.getByRole('main').evaluate((main) => main.scrollTo({ top: main.scrollHeight }));
    const isAbove = async (element: Locator): Promise<boolean> => {
      const [box, toast] = [await element.boundingBox(), await toastBox(page)];
      return box !== null && toast !== null && box.y + box.height <= toast.y;
    };
    await see.poll(() => isAbove(last)).toBe(true);
    if (width < SPEC.mobileBreakpoint) return;
    await see.poll(() => isAbove(page.getByText('All changes saved').last())).toBe(true);
  });

  test('a toast covers none of the buttons of an open note, however long the note is', async () => {
    const text = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n');
    const page = await archiveFirst({ notes: [...NOTES, { title: 'Long', text, labels: ['Home', 'Work'] }] });
    await page
      .getByRole('link', { name: 'Archive', includeHidden: true })
      .evaluate((link: HTMLElement) => link.click());
    await page
      .getByRole('link', { name: 'Notes', exact: true, includeHidden: true })
      .evaluate((link: HTMLElement) => link.click());
    const sheet = page.getByRole('dialog');
    for (const title of ['Two', 'Long']) {
      await cards(page)
        .filter({ hasText: title })
        .evaluate((card: HTMLElement) => card.click());
      await see(sheet.getByLabel('Text')).toBeFocused();
      const toast = await page.locator('.fui-Toast').boundingBox();
      const box = await sheet.boundingBox();
      expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThan(toast?.y ?? NaN);
      expect(box?.y).toBeGreaterThanOrEqual(16);
      for (const control of await sheet.getByRole('button').all()) {
        const isOnTop = await control.evaluate((element) => {
          const { left, top, width: wide, height: high } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(left + wide / 2, top + high / 2);
          return hit !== null && element.contains(hit);
        });
        expect(isOnTop).toBe(true);
      }
      await page.keyboard.press('Escape');
      await see(sheet).toHaveCount(0);
    }
  });
});

test.each([400, 1180])('a toast with two buttons has them in a row below its text (%i px)', async (width) => {
  const { page } = await stage.open({ notes: NOTES }, { viewport: { width, height: 700 } });
  await see(cards(page)).toHaveCount(6);
  await page.evaluate(() => window.fake.meetConflict({ id: 'copy', title: 'One', conflictOf: 'One' }));
  const text = toasts(page).getByText(/^“One” changed here and on another device/);
  await appear(page);
  const [words, compare, close, toast] = await Promise.all(
    [
      text,
      ...['Compare', 'Close'].map((name) => toasts(page).getByRole('button', { name })),
      toasts(page),
    ].map((one) => one.boundingBox()),
  );
  expect(compare?.y).toBeGreaterThanOrEqual((words?.y ?? NaN) + (words?.height ?? NaN));
  expect(close?.y).toBe(compare?.y);
  expect((close?.y ?? NaN) + (close?.height ?? NaN)).toBeLessThan((toast?.y ?? NaN) + (toast?.height ?? NaN));
});

describe('the place of the toast', () => {
  const LABELLED = [...NOTES, { id: 'Labelled', title: 'Labelled', labels: ['Garden'] }];
  const editLabels = (page: Page) => page.getByRole('button', { name: 'Edit labels' });

  test.each([
    ['open', 1180, 700],
    ['open', 800, 500],
    ['hovered', 1180, 700],
    ['hovered', 800, 400],
  ])('the toast is beside the drawer (%s, %i × %i)', async (how, width, height) => {
    const { page } = await stage.open(
      { notes: LABELLED, settings: { drawerPinned: how === 'open' } },
      { viewport: { width, height } },
    );
    await archiveAndStay(page);
    await see(editLabels(page)).toBeVisible();
    const toast = await toasts(page).boundingBox();
    expect(toast?.x).toBeGreaterThanOrEqual(SPEC.drawerOpenWidth);
    expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(width);
  });

  test.each([
    ['open', 601],
    ['open', 640],
    ['open', 743],
    ['hovered', 601],
    ['hovered', 743],
  ])(
    'if the window is too narrow for the toast beside the drawer, the drawer ends above the toast, with all its entries (%s, %i px)',
    async (how, width) => {
      const labels = Array.from({ length: 12 }, (_, at) => `Label ${at}`);
      const { page } = await stage.open(
        { notes: [...NOTES, { title: 'Labelled', labels }], settings: { drawerPinned: how === 'open' } },
        { viewport: { width, height: 400 } },
      );
      await archiveAndStay(page);
      await see(page.locator('#drawer')).toHaveCSS('width', `${SPEC.drawerOpenWidth}px`);
      expect((await toasts(page).boundingBox())?.x).toBeLessThan(SPEC.drawerOpenWidth);
      const room = async (): Promise<number> => {
        const [drawer, toast] = [
          await page.locator('#drawer').boundingBox(),
          await toasts(page).boundingBox(),
        ];
        return (toast?.y ?? NaN) - (drawer?.y ?? NaN) - (drawer?.height ?? NaN);
      };
      await see.poll(room).toBeGreaterThan(0);
      await editLabels(page).scrollIntoViewIfNeeded();
      await editLabels(page).click({ trial: true });
      const label = page.getByRole('link', { name: 'Label 0', exact: true });
      await label.scrollIntoViewIfNeeded();
      await see(label).toBeInViewport({ ratio: 1 });
    },
  );

  test('the toast is in the window’s corner beside an open note, whose buttons stay free', async () => {
    const { page } = await stage.open({ notes: LABELLED }, { viewport: { width: 1600, height: 700 } });
    await archive(page);
    await cards(page).first().click();
    const sheet = page.getByRole('dialog');
    await see(sheet.getByLabel('Text')).toBeFocused();
    // Hidden from screen readers while the note is open.
    const shown = page.locator('[data-toaster-position]').getByRole('listitem', { includeHidden: true });
    const toast = await shown.boundingBox();
    const sheetBox = await sheet.boundingBox();
    expect((toast?.x ?? NaN) + (toast?.width ?? NaN)).toBeLessThanOrEqual(sheetBox?.x ?? NaN);
  });

  test('the toast is below a slid-in drawer, and above everything else', async () => {
    const { page } = await stage.open({ notes: LABELLED }, { viewport: { width: 400, height: 400 } });
    await archive(page);
    await page.getByRole('button', { name: 'Main menu' }).click();
    await see(editLabels(page)).toBeVisible();
    const toast = await toasts(page).boundingBox();
    const place = [(toast?.x ?? 0) + 20, (toast?.y ?? 0) + 20] as const;
    /** Whether the drawer is on top at this place of the toast. */
    const isDrawer = (): Promise<boolean> =>
      page.evaluate(([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('nav')), place);
    await see(page.locator('#drawer')).toHaveCSS('width', `${SPEC.drawerOpenWidth}px`);
    expect(await isDrawer()).toBe(true);
    await page.keyboard.press('Escape');
    await see.poll(isDrawer).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(toasts(page)).toHaveCount(0);
  });
});

test('a notice about the sign-in survives the end of the account’s page, and the account’s notices do not', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(cards(page)).toHaveCount(6);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await see(toasts(page)).toHaveText([/Note archived/]);
  await page.evaluate(() => window.fake.openTwice());
  await see(page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  await see(toasts(page)).toHaveText([/was opened twice/]);
});

import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TRANSITIONS } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND, COMMAND_NAME, PAGE_SYSTEM } from '#tests/support/keys.ts';
import { card, openStage, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

const NOTES = ['One', 'Two', 'Three'].map((title) => ({ id: title, title, text: `text of ${title}` }));
const dialogOf = (page: Page) => page.getByRole('dialog');
const changes = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    window.fake.requests
      .filter(({ channel }) => /^notes:(add|edit|change|delete)/.test(channel))
      .map(({ channel, args }) => [channel, ...args]),
  );

async function openNotes(hash = ''): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES }, { hash });
  await see(page.getByRole('article')).toHaveCount(3);
  return page;
}

describe('a key alone', () => {
  test('c starts a new note, and / focuses the search', async () => {
    const page = await openNotes();
    await page.keyboard.press('c');
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeFocused();
    await see(page.getByPlaceholder(TEXTS.title)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.click(700, 700);
    await page.keyboard.press('/');
    await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
    await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('');
  });

  test('the tooltip of a button shows the equivalent key', async () => {
    const page = await openNotes();
    await page.getByRole('article').first().hover();
    const archive = page.getByRole('article').first().getByRole('button', { name: 'Archive', exact: true });
    await archive.hover();
    const tooltip = page.locator('[role=tooltip]');
    await see(tooltip).toHaveText('ArchiveE');
    await see(tooltip.locator('kbd')).toHaveText('E');
    await see(archive).toHaveAttribute('aria-keyshortcuts', 'E');
    await page.getByRole('button', { name: 'Main menu' }).hover();
    await see(tooltip).toHaveText('Main menu');
  });

  test('1, 2 and 3 lead to the lists from any focus, but not while typing', async () => {
    const page = await openNotes();
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await page.keyboard.press('j');
    await see(page.getByRole('article').first()).toBeFocused();
    for (const [key, name] of [
      ['3', 'Trash'],
      ['2', 'Archive'],
      ['1', 'Notes'],
    ] as const) {
      await page.keyboard.press(key);
      await see(heading(name)).toBeAttached();
      // The focused card is gone, but the focus does not fall to the body.
      await see(page.locator('body')).not.toBeFocused();
    }
    await see(page.getByRole('article')).toHaveCount(3);
    await page.keyboard.press('/');
    await page.keyboard.type('2');
    await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('2');
    await see(heading('Notes')).toBeAttached();
  });

  test('on a keyboard without Latin letters, a shortcut is recognised by its key’s position, even with Ctrl', async () => {
    const page = await openNotes();
    const press = (
      key: string,
      code: string,
      held: { readonly [modifier: string]: boolean } = {},
    ): Promise<void> =>
      page.evaluate(
        (init) =>
          void document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
          ),
        { key, code, ...held },
      );
    const held = { [COMMAND === 'Meta' ? 'metaKey' : 'ctrlKey']: true };
    await press('о', 'KeyJ');
    await see(card(page, 'One')).toBeFocused();
    await page.keyboard.press('Enter');
    const text = dialogOf(page).getByLabel(TEXTS.text);
    await see(text).toBeFocused();
    await press('Д', 'KeyL', { ...held, shiftKey: true });
    await see(text).toHaveValue('☐ text of One');
    await press('д', 'KeyL', held);
    await see(text).toHaveValue('☑ text of One');
    await press('ы', 'KeyS', held);
    await see(dialogOf(page).getByText('Saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await see(dialogOf(page)).toHaveCount(0);
    await press('ф', 'KeyA', held);
    await see(page.getByText('3 selected')).toBeVisible();
    await page.keyboard.press('Escape');
    await press('т', 'KeyN', held);
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeFocused();
  });

  test('a second e before the list renders again archives the next note', async () => {
    const page = await openNotes();
    await page.keyboard.press('j');
    await page.evaluate(() => {
      for (const key of ['e', 'e'])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    });
    await see(page.getByRole('article')).toHaveCount(1);
    await see(card(page, 'Three')).toBeFocused();
  });

  test('j and k move the focus and stay within the list, and Enter opens the note', async () => {
    const page = await openNotes();
    for (const [key, title] of [
      ['j', 'One'],
      ['j', 'Two'],
      ['j', 'Three'],
      ['j', 'Three'],
      ['k', 'Two'],
      ['k', 'One'],
      ['k', 'One'],
    ] as const) {
      await page.keyboard.press(key);
      await see(card(page, title)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await see(dialogOf(page).getByLabel(TEXTS.title)).toHaveValue('One');
  });

  test.each([
    ['e', 'archive'],
    ['#', 'trash'],
    ['Delete', 'trash'],
  ] as const)(
    'the key %s requests “%s” for the focused note, and z undoes that once',
    async (key, transition) => {
      const page = await openNotes();
      await page.keyboard.press('j');
      await page.keyboard.press(key);
      await see(card(page, 'One')).toHaveCount(0);
      await page.keyboard.press('z');
      await page.keyboard.press('z');
      await see(card(page, 'One')).toHaveCount(1);
      const flag = transition === 'archive' ? 'isArchived' : 'isDeleted';
      expect(await changes(page)).toEqual([
        ['notes:change', 'u1', [{ ids: ['One'], to: TRANSITIONS[transition] }]],
        ['notes:change', 'u1', [{ ids: ['One'], from: { [flag]: true }, to: { [flag]: false } }]],
      ]);
    },
  );

  test('the keys for a note do nothing without a focused note', async () => {
    const page = await openNotes();
    for (const key of ['e', '#', 'Delete', 'Enter', 'z']) await page.keyboard.press(key);
    expect(await changes(page)).toEqual([]);
    await see(dialogOf(page)).toHaveCount(0);
  });

  test('? shows all shortcuts, and Escape closes their list', async () => {
    const page = await openNotes();
    await page.keyboard.press('?');
    await see(dialogOf(page)).toContainText('Keyboard shortcuts');
    for (const key of [
      'C',
      '/',
      'J',
      'K',
      'Enter',
      'E',
      '#',
      PAGE_SYSTEM === 'darwin' ? '⌦' : 'Delete',
      'Z',
      'Esc',
      `${COMMAND_NAME} Enter`,
      '?',
    ]) {
      await see(dialogOf(page).getByText(key, { exact: true }).first()).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await see(dialogOf(page)).toHaveCount(0);
  });
});

describe('keys while typing', () => {
  const KEYS = 'cjkez#/?';

  test.each([
    ['the search box', (page: Page) => page.getByPlaceholder(TEXTS.search)],
    ['the creation box', (page: Page) => page.getByPlaceholder(TEXTS.takeANote)],
  ])('%s takes every key as text', async (_name, field) => {
    const page = await openNotes();
    await field(page).click();
    await page.keyboard.type(KEYS);
    await page.keyboard.press('Delete');
    await see(field(page)).toHaveValue(KEYS);
    expect(await changes(page)).toEqual([]);
    await see(dialogOf(page)).toHaveCount(0);
  });

  test('the sheet handles every key itself, in its fields and on its button', async () => {
    const page = await openNotes();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const text = dialogOf(page).getByLabel(TEXTS.text);
    await text.fill('');
    await text.pressSequentially(KEYS);
    await see(text).toHaveValue(KEYS);
    await dialogOf(page).getByRole('button', { name: TEXTS.save }).focus();
    for (const key of [...KEYS.split(''), 'Delete']) await page.keyboard.press(key);
    await see(dialogOf(page)).toHaveCount(1);
    await see(dialogOf(page).getByLabel(TEXTS.title)).toHaveValue('One');
    expect(await changes(page)).toEqual([]);
  });
});

describe('keys in the sheet', () => {
  test('Ctrl or Command with Enter saves the sheet and returns the focus to its card, but not with another modifier', async () => {
    const page = await openNotes();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByLabel(TEXTS.text).fill('new words');
    await page.keyboard.press('Control+Meta+Enter');
    await see(dialogOf(page).getByLabel(TEXTS.text)).toHaveValue('new words');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(dialogOf(page)).toHaveCount(0);
    await see(card(page, 'One')).toContainText('new words');
    await see(card(page, 'One')).toBeFocused();
  });

  test('Escape in a sheet without changes offers nothing to undo', async () => {
    const page = await openNotes();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await see(dialogOf(page).getByLabel(TEXTS.title)).toHaveValue('One');
    await page.keyboard.press('Escape');
    await see(card(page, 'One')).toBeFocused();
    await see(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  test('Escape in a changed sheet discards the typed words, and z brings them back', async () => {
    const page = await openNotes();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByLabel(TEXTS.text).fill('half a thought');
    await page.keyboard.press('Escape');
    await see(card(page, 'One')).toBeFocused();
    await see(card(page, 'One')).toContainText('text of One');
    await page.keyboard.press('z');
    await see(dialogOf(page).getByLabel(TEXTS.text)).toHaveValue('half a thought');
    expect(await changes(page)).toEqual([]);
  });
});

test('Tab reaches all controls, and the focused one is visibly marked', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(page.getByRole('article')).toHaveCount(3);
  // The first frame omits controls that appear on hover or focus.
  await see(page.getByRole('button', { name: 'Move to trash', includeHidden: true })).toHaveCount(3);
  const reached: string[] = [];
  for (let step = 0; step < 24; step += 1) {
    await page.keyboard.press('Tab');
    const { name, seen } = await page.evaluate(() => {
      const active = document.activeElement ?? document.body;
      // The box around a field draws the field's focus ring.
      const ringed = [active, active.closest('[data-creation-box], .fui-Input')].some((element) => {
        if (element === null) return false;
        const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
        const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        return (outlined && !outlineColor.endsWith(', 0)')) || boxShadow.includes('0px 0px 0px');
      });
      const after = getComputedStyle(active, '::after');
      const fluentRing = after.outlineStyle === 'solid' || after.borderTopStyle === 'solid';
      return {
        name: active.getAttribute('aria-label') ?? active.textContent,
        seen: ringed || fluentRing || active === document.body || active.matches('[data-tabster-dummy]'),
      };
    });
    reached.push(name);
    expect([name, seen]).toEqual([name, true]);
  }
  for (const name of [
    'Main menu',
    'Inkling',
    'Search',
    'Profile',
    'Log out',
    'Notes',
    'Archive',
    'Trash',
    TEXTS.takeANote,
    'Edit',
    'Move to trash',
  ]) {
    expect(reached).toContain(name);
  }
});

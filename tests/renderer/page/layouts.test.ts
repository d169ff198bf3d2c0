/**
 * Keys of keyboards in several countries, as Chromium gets them from the system. The unit test of
 * `key-press.ts` has many more.
 */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { card, openStage, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

const NOTES = ['One', 'Two', 'Three'].map((title) => ({ id: title, title, text: `text of ${title}` }));
/** User agents by which the page chooses its keys. */
const SYSTEMS = {
  Mac: { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Safari/537.36' },
  PC: { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Safari/537.36' },
} as const;

/** As the DevTools protocol counts them. */
const MODIFIERS = { Alt: 1, Ctrl: 2, Meta: 4, Shift: 8 } as const;
type Held = keyof typeof MODIFIERS;
type Pressed = readonly [key: string, code: string, ...held: Held[]];

async function openOn(system: keyof typeof SYSTEMS, hash = ''): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES }, { ...SYSTEMS[system], hash });
  await see(page.getByRole('article')).toHaveCount(3);
  return page;
}

/** Presses and releases a key of any layout. */
async function press(page: Page, [key, code, ...held]: Pressed): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const modifiers = held.reduce((sum, name) => sum + MODIFIERS[name], 0);
  const isTyped = key.length === 1 && !held.includes('Ctrl') && !held.includes('Meta');
  await client.send('Input.dispatchKeyEvent', {
    type: isTyped ? 'keyDown' : 'rawKeyDown',
    key,
    code,
    modifiers,
    ...(isTyped && { text: key }),
  });
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers });
  await client.detach();
}

/** The protocol knows no AltGr, so the page gets an event of the same properties. */
const pressWithAltGr = (page: Page, key: string, code: string, isReportedAsCtrlAlt: boolean): Promise<void> =>
  page.evaluate(
    (init) =>
      void document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { ...init, modifierAltGraph: true, bubbles: true, cancelable: true }),
      ),
    { key, code, ctrlKey: isReportedAsCtrlAlt, altKey: isReportedAsCtrlAlt },
  );

const search = (page: Page) => page.getByPlaceholder(TEXTS.search);
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const screen = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('signs', () => {
  test.each<
    readonly [layout: string, system: keyof typeof SYSTEMS, search: Pressed, list: Pressed, settings: Pressed]
  >([
    ['US', 'PC', ['/', 'Slash'], ['?', 'Slash', 'Shift'], [',', 'Comma', 'Ctrl']],
    ['German', 'PC', ['/', 'Digit7', 'Shift'], ['?', 'Minus', 'Shift'], [',', 'Comma', 'Ctrl']],
    ['French', 'PC', ['/', 'Period', 'Shift'], ['?', 'KeyM', 'Shift'], [',', 'KeyM', 'Ctrl']],
    ['Russian', 'PC', ['/', 'Backslash', 'Shift'], ['?', 'Digit7', 'Shift'], ['б', 'Comma', 'Ctrl']],
    [
      'Russian, by its own comma',
      'PC',
      ['/', 'Backslash', 'Shift'],
      ['?', 'Digit7', 'Shift'],
      [',', 'Slash', 'Ctrl', 'Shift'],
    ],
    ['Swiss', 'Mac', ['/', 'Digit7', 'Shift'], ['?', 'Minus', 'Shift'], [',', 'Comma', 'Meta']],
  ])(
    'on a %s keyboard (%s), the keys of the search, the list of keys and the settings work',
    async (_layout, system, searchKeys, listKeys, settingsKeys) => {
      const page = await openOn(system);
      await press(page, searchKeys);
      await see(search(page)).toBeFocused();
      await see(search(page)).toHaveValue('');
      await press(page, settingsKeys);
      await see(settings(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await see(settings(page)).toHaveCount(0);
      await see(search(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await press(page, listKeys);
      await see(shortcuts(page)).toBeVisible();
    },
  );

  test.each<readonly [layout: string, keys: Pressed]>([
    ['US', ['Backspace', 'Backspace']],
    ['US', ['Backspace', 'Backspace', 'Meta']],
    ['UK', ['#', 'Digit3', 'Alt']],
    ['Swiss', ['#', 'Digit3', 'Alt']],
    ['French', ['#', 'Backquote', 'Shift']],
  ])('on a Mac with a %s keyboard, %j moves the focused note to the trash', async (_layout, keys) => {
    const page = await openOn('Mac');
    await page.keyboard.press('j');
    await press(page, keys);
    await see(card(page, 'One')).toHaveCount(0);
    await see(card(page, 'Two')).toBeFocused();
    await see(page.getByRole('article')).toHaveCount(2);
  });

  test.each<readonly [layout: string, back: Pressed, forward: Pressed]>([
    ['US', ['[', 'BracketLeft', 'Meta'], [']', 'BracketRight', 'Meta']],
    ['German', ['ü', 'BracketLeft', 'Meta'], [']', 'Digit6', 'Meta', 'Alt']],
    ['French', ['Dead', 'BracketLeft', 'Meta'], ['$', 'BracketRight', 'Meta']],
    ['Swedish', ['å', 'BracketLeft', 'Meta'], ['Dead', 'BracketRight', 'Meta']],
    ['Russian', ['х', 'BracketLeft', 'Meta'], ['ъ', 'BracketRight', 'Meta']],
  ])('on a Mac with a %s keyboard, %j goes back and %j forward', async (_layout, back, forward) => {
    const page = await openOn('Mac');
    await page.getByRole('link', { name: 'Trash' }).click();
    await see(screen(page, 'Trash')).toBeAttached();
    await press(page, back);
    await see(screen(page, 'Notes')).toBeAttached();
    await press(page, forward);
    await see(screen(page, 'Trash')).toBeAttached();
  });

  test('on a French keyboard, the keys of digits lead to the lists, with Shift and without', async () => {
    const page = await openOn('PC');
    await press(page, ['"', 'Digit3']);
    await see(screen(page, 'Trash')).toBeAttached();
    await press(page, ['2', 'Digit2', 'Shift']);
    await see(screen(page, 'Archive')).toBeAttached();
    await press(page, ['&', 'Digit1']);
    await see(screen(page, 'Notes')).toBeAttached();
  });
});

describe('modifiers', () => {
  test('on a Mac, ⌃⌘F, ⌃⌘N and Ctrl with a letter are not the app’s keys', async () => {
    const page = await openOn('Mac');
    await page.keyboard.press('j');
    for (const keys of [
      ['f', 'KeyF', 'Ctrl', 'Meta'],
      ['n', 'KeyN', 'Ctrl', 'Meta'],
      ['f', 'KeyF', 'Ctrl'],
      ['k', 'KeyK', 'Ctrl'],
    ] satisfies Pressed[]) {
      await press(page, keys);
      await see(card(page, 'One')).toBeFocused();
    }
    await see(page.getByRole('dialog')).toHaveCount(0);
    await press(page, ['f', 'KeyF', 'Meta']);
    await see(search(page)).toBeFocused();
  });

  test('letters typed with AltGr on a Polish keyboard do nothing to the focused note', async () => {
    const page = await openOn('PC');
    await page.keyboard.press('j');
    for (const isReportedAsCtrlAlt of [false, true]) {
      for (const [key, code] of [
        ['ł', 'KeyL'],
        ['ę', 'KeyE'],
        ['ć', 'KeyC'],
        ['ń', 'KeyN'],
        ['€', 'KeyU'],
      ] as const)
        await pressWithAltGr(page, key, code, isReportedAsCtrlAlt);
    }
    await see(card(page, 'One')).toBeFocused();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByRole('article')).toHaveCount(3);
    await pressWithAltGr(page, '#', 'Digit3', false);
    await see(card(page, 'One')).toHaveCount(0);
  });

  test('with Caps Lock, a letter is the same key', async () => {
    const page = await openOn('PC');
    await press(page, ['J', 'KeyJ']);
    await see(card(page, 'One')).toBeFocused();
    await press(page, ['О', 'KeyJ']);
    await see(card(page, 'Two')).toBeFocused();
    // With Shift as well, as for any other capital letter.
    await press(page, ['j', 'KeyJ', 'Shift']);
    await press(page, ['E', 'KeyE']);
    await see(card(page, 'Two')).toHaveCount(0);
    await see(card(page, 'Three')).toBeFocused();
    await press(page, ['Z', 'KeyZ']);
    await see(card(page, 'Two')).toHaveCount(1);
    await press(page, ['C', 'KeyC']);
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeFocused();
    await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue('');
  });
});

test('⌘ with Backspace pressed before the opened note appears does not move the next one to the trash', async () => {
  const page = await openOn('Mac');
  await page.keyboard.press('j');
  await page.evaluate(() => window.fake.hold('notes:get'));
  await page.keyboard.press('Enter');
  await press(page, ['Backspace', 'Backspace', 'Meta']);
  await page.evaluate(() => window.fake.release('notes:get'));
  await see(page.getByRole('dialog').getByLabel(TEXTS.title)).toHaveValue('One');
  await page.keyboard.press('Escape');
  await see(page.getByRole('article')).toHaveCount(3);
});

test('the list of keys has the signs of a Mac’s keyboard', async () => {
  const page = await openOn('Mac');
  await page.keyboard.press('?');
  for (const keys of ['⌘ N', '⇧ ⌘ Z', '⌘ [', '⌫', '⌘ ⌫', '⌥ ↑', '⇧ Home'])
    await see(shortcuts(page).getByText(keys, { exact: true }).first()).toBeVisible();
  await see(
    shortcuts(page)
      .locator('kbd')
      .filter({ hasText: /Ctrl|Shift|Alt/ }),
  ).toHaveCount(0);
});

test('keys of an input method’s composition leave the quick note open', async () => {
  const { page } = await stage.open({}, { hash: 'quick-note.html' });
  const text = page.getByPlaceholder(TEXTS.takeANote);
  await text.click();
  const client = await page.context().newCDPSession(page);
  await client.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await see(text).toHaveValue('にほん');
  await page.keyboard.press(`${COMMAND}+Enter`);
  await page.keyboard.press('Escape');
  await client.send('Input.insertText', { text: '日本' });
  await see(text).toHaveValue('日本');
  expect(await page.evaluate(() => window.fake.requests.map(({ channel }) => channel))).not.toContain(
    'notes:add',
  );
  await page.keyboard.press('Escape');
  await see(text).toHaveValue('');
});

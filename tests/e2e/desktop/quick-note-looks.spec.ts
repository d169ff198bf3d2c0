/**
 * Takes screenshots of the quick note under `out/screens-quick-note/`, and checks it with axe.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Uid } from '#shared/note/note.ts';
import type { SessionState } from '#shared/ipc/session.ts';
import { violations } from '../screens/axe.ts';
import { applyVariant, type Variant } from '../screens/variants.ts';
import { root, test } from '../support/fixtures.ts';
import { chooseInMenu, expect, quickNotePage } from './support.ts';

const FOLDER = path.join(root, 'out/screens-quick-note');

const SIZE = { width: 440, height: 280 };
const VARIANTS: readonly Variant[] = [
  { name: 'light', ...SIZE, axe: 'all' },
  { name: 'dark', ...SIZE, colorScheme: 'dark', axe: 'colours' },
  { name: 'smallest', width: 300, height: 200, axe: 'nothing' },
  { name: 'forced-colors', ...SIZE, forcedColors: 'active', colorScheme: 'dark', axe: 'nothing' },
];

const ADA: SessionState = {
  status: 'signed-in',
  user: { uid: 'ada' as Uid, name: 'Ada Lovelace', email: 'ada@example.com', picture: null },
  expired: false,
  signingIn: false,
};

const LIST = 'Ring the plumber: 555 0142\nAsk Jo about the lemon cake\nTickets for Lisbon\nReturn the books';

test('axe finds nothing wrong with the quick note signed out, with few and many words, and after a failed save', async ({
  start,
}) => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const app = await start();
  const page = await quickNotePage(app);
  await chooseInMenu(app, 'quick-note');
  await expect(page.getByPlaceholder('Take a note...')).toBeFocused();
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    for (const variant of VARIANTS) {
      await applyVariant(page, variant);
      const file = path.join(FOLDER, `${name}-${variant.name}.png`);
      await page.screenshot({ path: file, caret: 'initial' });
      found.push(...(await violations(page, variant)));
    }
  };
  await look('signed-out');
  // The main process has no such session, so it refuses the note; a fake handler accepts its draft.
  await app.electron.evaluate(({ BrowserWindow, ipcMain }, session) => {
    ipcMain.removeHandler('quick-note:keep');
    ipcMain.handle('quick-note:keep', () => ({ ok: true }));
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.send('session:changed', session);
  }, ADA);
  await expect(page.getByText('Sign in to save this')).toBeHidden();
  await page.getByPlaceholder('Title').fill('On the way home');
  await page.getByPlaceholder('Take a note...').fill(LIST);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await look('words');
  await page.getByPlaceholder('Take a note...').fill(`${LIST}\n`.repeat(9));
  await look('long');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status')).not.toBeEmpty();
  await look('problem');
  expect(found).toEqual([]);
});

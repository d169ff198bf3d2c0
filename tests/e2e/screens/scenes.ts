/**
 * Every screen and state of the app, in the order in which one run of it comes by: a visitor, an empty account, a
 * few notes, many, and then troubles. Each scene starts from the screen as it is after a reload.
 */
import type { AppDialog } from '#shared/ipc/contract.ts';
import { TEXTS } from '#shared/spec.ts';
import { ADA, addNote, dropDrafts, expect, openedAddress, signIn } from '../support/fixtures.ts';
import { FEW, MANY, REMOVED } from './sample-notes.ts';
import type { Stage } from './stage.ts';
import {
  applyVariant,
  EVERYWHERE,
  EXTREMES,
  LARGE,
  NARROW,
  OVERLAYS,
  START,
  THEMES,
  type Variant,
} from './variants.ts';

export interface Scene {
  readonly name: string;
  readonly variants: readonly Variant[];
  readonly show: (stage: Stage) => Promise<void>;
}

/** Brings the scene up, from the page as it is after a reload in the app's first window size. */
export async function startScene(stage: Stage, scene: Scene): Promise<void> {
  const { page } = stage;
  await page.mouse.move(0, 0);
  await applyVariant(page, START);
  await page.evaluate(() => location.assign('#/'));
  await dropDrafts(page);
  await page.reload();
  await page.getByRole('main').waitFor();
  await scene.show(stage);
}

const card = ({ page }: Stage, text: string) => page.getByRole('article').filter({ hasText: text }).first();
const link = ({ page }: Stage, name: string) => page.getByRole('link', { name, exact: true });
const button = ({ page }: Stage, name: string) => page.getByRole('button', { name, exact: true });

async function pressCardButton(stage: Stage, text: string, name: string): Promise<void> {
  await card(stage, text).hover();
  await card(stage, text).getByRole('button', { name, exact: true }).click();
}

async function goTo(stage: Stage, list: 'Archive' | 'Trash', shows: string): Promise<void> {
  await link(stage, list).click();
  await stage.page.getByRole('main').getByText(shows).first().waitFor();
}

async function search(stage: Stage, query: string, shows: string): Promise<void> {
  await stage.page.getByPlaceholder(TEXTS.search).fill(query);
  await stage.page.getByRole('main').getByText(shows).first().waitFor();
  if (shows !== TEXTS.noMatch) await stage.page.locator('mark').first().waitFor();
}

/** Also waits until it has unfolded. */
async function toast(stage: Stage): Promise<void> {
  const { page } = stage;
  await button(stage, 'Undo').waitFor();
  await expect(page.locator('.fui-ToastContainer')).toHaveCSS('opacity', '1');
  await expect
    .poll(async () => (await page.locator('.fui-ToastContainer').boundingBox())?.height)
    .toBeGreaterThan(40);
}

async function openDialog(stage: Stage, which: AppDialog, shows: string): Promise<void> {
  await stage.tell('app:dialog', which);
  await stage.page.getByText(shows).waitFor();
}

/** Scrolls the open dialog as far as it goes. */
async function showEnd({ page }: Stage, shows: string): Promise<void> {
  await page.getByText(shows).waitFor();
  await page.getByText('Diagnostics').scrollIntoViewIfNeeded();
}

const BROKEN_FILES = [
  {
    file: 'Takeout/Keep/Talk in Lisbon.json',
    reason: 'It is damaged or incomplete: it is not valid JSON.',
  },
  { file: 'Takeout/Keep/2019-05-01T08_00_00.000+02_00.json', reason: 'It is not text in UTF-8.' },
];

const uidOf = ({ cloud }: Stage): string => cloud.controls.signInAs(ADA).uid;

export const SCENES: readonly Scene[] = [
  {
    name: 'sign-up',
    variants: EXTREMES,
    show: ({ page }) => page.getByRole('button', { name: TEXTS.signIn }).waitFor(),
  },
  {
    name: 'sign-up waiting for the browser',
    variants: THEMES,
    async show({ app, page }) {
      await openedAddress(app.electron, () => page.getByRole('button', { name: TEXTS.signIn }).click());
      await page.getByText('Continue in your browser').waitFor();
    },
  },
  {
    name: 'notes loading',
    variants: EVERYWHERE,
    async show({ app, page, cloud }) {
      await cloud.controls.addFault({ rpc: 'Listen', kind: 'delay', ms: 1500, times: 1 });
      await signIn(app, cloud, ADA);
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'notes empty',
    variants: EXTREMES,
    show: ({ page }) => page.getByText(TEXTS.noNotes).waitFor(),
  },
  {
    name: 'archive empty',
    variants: EVERYWHERE,
    show: (stage) => goTo(stage, 'Archive', TEXTS.noArchived),
  },
  {
    name: 'trash empty',
    variants: EVERYWHERE,
    show: (stage) => goTo(stage, 'Trash', TEXTS.noDeleted),
  },
  {
    name: 'notes few',
    variants: EXTREMES,
    async show(stage) {
      await link(stage, 'Notes').click();
      stage.write(uidOf(stage), FEW, 'few');
      await card(stage, 'Groceries').waitFor();
    },
  },
  {
    name: 'notes many',
    variants: EXTREMES,
    async show(stage) {
      stage.write(uidOf(stage), MANY, 'many');
      await card(stage, 'Reading list').waitFor();
    },
  },
  {
    name: 'notes card hovered',
    variants: THEMES,
    show: (stage) => card(stage, 'Groceries').hover(),
  },
  {
    name: 'notes card focused',
    variants: EVERYWHERE,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.page.keyboard.press('j');
      await stage.page.keyboard.press('j');
    },
  },
  {
    name: 'search hits',
    variants: EVERYWHERE,
    show: (stage) => search(stage, 'li', 'Lisbon'),
  },
  {
    name: 'search without a match',
    variants: EVERYWHERE,
    show: (stage) => search(stage, 'zebra', TEXTS.noMatch),
  },
  {
    name: 'creation box open',
    variants: OVERLAYS,
    async show({ page }) {
      await page.getByPlaceholder(TEXTS.takeANote).click();
      await page.getByPlaceholder(TEXTS.title).waitFor();
    },
  },
  {
    name: 'creation box filled',
    variants: EVERYWHERE,
    async show({ page }) {
      await page.getByPlaceholder(TEXTS.takeANote).click();
      await page.getByPlaceholder(TEXTS.title).fill('Garden');
      await page.getByPlaceholder(TEXTS.takeANote).fill('Prune the roses\nAsk Ines about the fig tree');
    },
  },
  {
    name: 'edit dialog',
    variants: EXTREMES,
    async show(stage) {
      await pressCardButton(stage, 'Talk in Lisbon', 'Edit');
      await stage.page.getByRole('dialog').getByLabel(TEXTS.title).waitFor();
    },
  },
  {
    name: 'edit dialog with a long note',
    variants: OVERLAYS,
    async show(stage) {
      await card(stage, 'The keeper’s log').click();
      await stage.page.getByRole('dialog').getByLabel(TEXTS.title).waitFor();
    },
  },
  {
    name: 'toast with undo',
    variants: EVERYWHERE,
    async show(stage) {
      await pressCardButton(stage, 'plumber', 'Archive');
      await toast(stage);
    },
  },
  {
    name: 'toast after discarded changes',
    variants: THEMES,
    async show(stage) {
      await card(stage, 'Groceries').click();
      await stage.page.getByRole('dialog').getByLabel(TEXTS.text).fill('Milk and honey');
      await stage.page.keyboard.press('Escape');
      await toast(stage);
    },
  },
  {
    name: 'profile card',
    variants: OVERLAYS,
    async show(stage) {
      await button(stage, 'Profile').click();
      await stage.page.getByText(ADA.email).waitFor();
    },
  },
  {
    name: 'shortcut list',
    variants: OVERLAYS,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.page.keyboard.press('?');
      await stage.page.getByText('Keyboard shortcuts').waitFor();
    },
  },
  {
    name: 'settings',
    variants: [...OVERLAYS, ...LARGE.slice(-1)],
    show: (stage) => openDialog(stage, 'settings', 'System follows the computer'),
  },
  {
    name: 'settings with keys that do not work and chosen languages',
    variants: LARGE,
    async show(stage) {
      await openDialog(stage, 'settings', 'System follows the computer');
      const state = await stage.page.evaluate(() => window.inkling.request('settings:get'));
      if (!state.ok) throw new Error('There are no settings');
      await stage.tell('settings:changed', {
        ...state.value,
        settings: {
          ...state.value.settings,
          quickNoteShortcut: 'CommandOrControl+Shift+K',
          spellCheckLanguages: ['en-GB', 'de'],
          emptyTrashAfter: 30,
        },
        shortcutProblem:
          'Another program holds these keys. Choose others, or bind “inkling --quick-note” to keys in your system’s settings.',
        storeProblem: 'The settings could not be saved: there is no room on the disk.',
      });
      await stage.page.getByText('German').waitFor();
    },
  },
  {
    name: 'settings asking before the trash is emptied',
    variants: LARGE,
    async show(stage) {
      await openDialog(stage, 'settings', 'System follows the computer');
      await stage.page.getByRole('radio', { name: '30 days' }).click();
      await stage.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'settings while importing',
    variants: THEMES,
    async show(stage) {
      await openDialog(stage, 'settings', 'System follows the computer');
      await stage.tell('transfer:changed', { status: 'running', kind: 'import', done: 340, total: 1200 });
      await showEnd(stage, 'Importing… 28 %');
    },
  },
  {
    name: 'settings after an import',
    variants: LARGE.slice(2),
    async show(stage) {
      await openDialog(stage, 'settings', 'System follows the computer');
      await stage.tell('transfer:changed', {
        status: 'imported',
        result: { added: 1204, known: 3, empty: 1, broken: BROKEN_FILES },
      });
      await showEnd(stage, '1,204 notes imported.');
    },
  },
  {
    name: 'settings after an import, narrow',
    variants: NARROW,
    async show(stage) {
      await stage.page.setViewportSize({ width: 400, height: 800 });
      await openDialog(stage, 'settings', 'System follows the computer');
      await stage.tell('transfer:changed', {
        status: 'imported',
        result: { added: 1204, known: 3, empty: 1, broken: BROKEN_FILES },
      });
      await showEnd(stage, '1,204 notes imported.');
    },
  },
  {
    name: 'settings after an export',
    variants: LARGE.slice(2),
    async show(stage) {
      await openDialog(stage, 'settings', 'System follows the computer');
      const folder = '/home/ada/Documents/Inkling notes 2026-11-21';
      await stage.tell('transfer:changed', { status: 'exported', result: { notes: 128, folder } });
      await showEnd(stage, '128 notes exported.');
    },
  },
  {
    name: 'about',
    variants: LARGE,
    async show(stage) {
      await openDialog(stage, 'about', 'Private notes that never lose a word.');
      await stage.page.getByText('@emotion/hash').click();
      await stage.page.getByText('Permission is hereby granted').waitFor();
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
  {
    name: 'archive',
    variants: EXTREMES,
    show: (stage) => goTo(stage, 'Archive', 'Old flat'),
  },
  {
    name: 'archive without a match',
    variants: EVERYWHERE,
    async show(stage) {
      await goTo(stage, 'Archive', 'Old flat');
      await search(stage, 'zebra', TEXTS.noMatch);
    },
  },
  {
    name: 'trash',
    variants: EXTREMES,
    show: (stage) => goTo(stage, 'Trash', 'Draft of the speech'),
  },
  {
    name: 'delete forever',
    variants: OVERLAYS,
    async show(stage) {
      await goTo(stage, 'Trash', 'Draft of the speech');
      await pressCardButton(stage, 'Draft of the speech', 'Delete forever');
      await stage.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'conflict copy',
    variants: EVERYWHERE,
    show: (stage) => search(stage, 'lease', 'Conflict copy'),
  },
  {
    name: 'note that the cloud refuses',
    variants: EVERYWHERE,
    async show(stage) {
      await stage.cloud.controls.addFault({
        rpc: 'Commit',
        kind: 'status',
        code: 'PERMISSION_DENIED',
        times: 1,
      });
      await addNote(stage.page, 'Not for the cloud', 'It stays on this device.');
      await stage.page.getByText('Not synced', { exact: true }).waitFor();
      await stage.page.getByText('1 note could not be synced').waitFor();
    },
  },
  {
    name: 'notes that could not be synced',
    variants: OVERLAYS,
    async show(stage) {
      // Over Firestore's limit for a document.
      const logbook = { title: 'Logbook', text: 'The keeper climbs the stairs once more. '.repeat(30_000) };
      await stage.page.evaluate((note) => window.inkling.request('notes:add', note, null), logbook);
      await button(stage, '2 notes could not be synced').click();
      await stage.page.getByRole('dialog').getByText('Logbook').waitFor();
    },
  },
  {
    name: 'profile card with notes that could not be synced',
    variants: THEMES,
    async show(stage) {
      await button(stage, 'Profile').click();
      await stage.page.getByText(ADA.email).waitFor();
    },
  },
  {
    name: 'trash with notes removed elsewhere',
    variants: EXTREMES,
    async show(stage) {
      stage.write(uidOf(stage), REMOVED, 'removed');
      await card(stage, 'Sailing club').waitFor();
      stage.remove(REMOVED.length, 'removed');
      await goTo(stage, 'Trash', 'Recently removed');
    },
  },
  {
    name: 'recently removed',
    variants: OVERLAYS,
    async show(stage) {
      await goTo(stage, 'Trash', 'Recently removed');
      await button(stage, `Recently removed on another device (${REMOVED.length})`).click();
      await stage.page.getByRole('dialog').getByText('Sailing club').waitFor();
    },
  },
  {
    name: 'creation box after a crash',
    variants: THEMES,
    async show({ page }) {
      const content = { title: 'Garden', text: 'Prune the roses\nAsk Ines about the' };
      await page.evaluate(
        (typed) => window.inkling.request('drafts:keep', { place: 'new', content: typed }),
        content,
      );
      await page.reload();
      await expect(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue(content.text);
    },
  },
  {
    name: 'saving',
    variants: EVERYWHERE,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.tell('sync:changed', { phase: 'live', pending: 3, refused: 0, loaded: true });
      await stage.page.getByText('Saving…').waitFor();
    },
  },
  // That the network's and the session's end lead there is for other tests to show; both take their time.
  {
    name: 'offline',
    variants: EVERYWHERE,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.tell('sync:changed', { phase: 'offline', pending: 3, refused: 0, loaded: true });
      await stage.page.getByText('Offline – 3 changes waiting').waitFor();
    },
  },
  {
    name: 'session expired',
    variants: OVERLAYS,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      const session = await stage.page.evaluate(() => window.inkling.request('session:get'));
      if (!session.ok || session.value.status !== 'signed-in') throw new Error('Nobody is signed in');
      await stage.tell('sync:changed', { phase: 'session-expired', pending: 3, refused: 0, loaded: true });
      await stage.tell('session:changed', { ...session.value, expired: true });
      await button(stage, 'Sign in again').waitFor();
    },
  },
];

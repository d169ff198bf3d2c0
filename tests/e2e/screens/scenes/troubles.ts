/** Problems of sync, of the session and of the page. */
import { OBSTACLE_WORDS } from '#shared/base/obstacle.ts';
import { ADA, addNote, uidOf } from '../../support/fixtures.ts';
import { button, card, toast } from '../acts.ts';
import type { Scene } from '../scene.ts';
import { FORCED, NARROW, OVERLAY, PLAIN } from '../variants.ts';

export const TROUBLES: readonly Scene[] = [
  {
    name: 'note that the cloud refuses',
    variants: PLAIN,
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
    variants: OVERLAY,
    async show(stage) {
      // Over Firestore's limit for a document.
      const logbook = { title: 'Logbook', text: 'The keeper climbs the stairs once more. '.repeat(30_000) };
      await stage.page.evaluate(([uid, note]) => window.inkling.request('notes:add', uid, note, null), [
        await uidOf(stage.page),
        logbook,
      ] as const);
      await button(stage, '2 notes could not be synced').click();
      await stage.page.getByRole('dialog').getByText('Logbook').waitFor();
    },
  },
  {
    // A wide window has these words in the bar.
    name: 'profile card with notes that could not be synced',
    variants: NARROW,
    async show(stage) {
      await button(stage, 'Profile').click();
      await stage.page.getByText(ADA.email).waitFor();
    },
  },
  {
    name: 'saving',
    variants: PLAIN,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.tell('sync:changed', { phase: 'live', pending: 3, refused: 0, loaded: true });
      await stage.page.getByText('Saving…').waitFor();
    },
  },
  {
    name: 'import under way',
    variants: [...PLAIN, ...FORCED],
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.tell('transfer:changed', { status: 'running', kind: 'import', done: 42, total: 100 });
      await stage.page.getByRole('main').getByText('Importing… 42 %').waitFor();
    },
  },
  // Other tests show that a lost network and an ended session lead to these states; both take time.
  {
    name: 'offline',
    variants: PLAIN,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      await stage.tell('sync:changed', { phase: 'offline', pending: 3, refused: 0, loaded: true });
      await stage.page.getByText('Offline – 3 changes waiting').waitFor();
    },
  },
  {
    name: 'offline behind a proxy',
    variants: PLAIN,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      const obstacle = 'certificate';
      await stage.tell('sync:changed', { phase: 'offline', pending: 3, refused: 0, loaded: true, obstacle });
      await stage.page.getByText(OBSTACLE_WORDS[obstacle]).waitFor();
    },
  },
  {
    name: 'refused by the cloud',
    variants: PLAIN,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      const refusal = { cause: 'index-missing', status: 9 } as const;
      const refused = { phase: 'cloud-refuses', pending: 3, refused: 0, loaded: true } as const;
      await stage.tell('sync:changed', { ...refused, refusal });
      await button(stage, 'Details').click();
      await stage.page.getByText('FAILED_PRECONDITION').waitFor();
    },
  },
  {
    name: 'most notes missing in the cloud',
    variants: PLAIN,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      const live = { phase: 'live', pending: 0, refused: 0, loaded: true, missing: 300 } as const;
      await stage.tell('sync:changed', live);
      await button(stage, 'Bring them back').waitFor();
    },
  },
  {
    name: 'disk too full for a backup',
    variants: OVERLAY,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      const live = { phase: 'live', pending: 0, refused: 0, loaded: true } as const;
      await stage.tell('sync:changed', { ...live, hasRoomForBackup: false });
      await toast(stage, 'Close');
    },
  },
  {
    name: 'session expired',
    variants: OVERLAY,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      const session = await stage.page.evaluate(() => window.inkling.request('session:get'));
      if (!session.ok || session.value.status !== 'signed-in') throw new Error('Nobody is signed in');
      await stage.tell('sync:changed', { phase: 'session-expired', pending: 3, refused: 0, loaded: true });
      await stage.tell('session:changed', { ...session.value, expired: true });
      await button(stage, 'Sign in again').waitFor();
    },
  },
  {
    name: 'no keyring to protect the session',
    variants: OVERLAY,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      const state = await stage.page.evaluate(() => window.inkling.request('settings:get'));
      if (!state.ok) throw new Error('There are no settings');
      await stage.tell('settings:changed', { ...state.value, sessionProtection: 'known-key' });
      await button(stage, 'Stay signed in').waitFor();
    },
  },
  {
    name: 'keys of the quick note that do not work',
    variants: OVERLAY,
    async show(stage) {
      await card(stage, 'Groceries').waitFor();
      const state = await stage.page.evaluate(() => window.inkling.request('settings:get'));
      if (!state.ok) throw new Error('There are no settings');
      await stage.tell('settings:changed', {
        ...state.value,
        // Stored as shown, because the main process, which has no such problem, would send its own state.
        settings: { ...state.value.settings, toldOfShortcut: state.value.settings.quickNoteShortcut },
        shortcutProblem: 'Another program uses these keys.',
      });
      await button(stage, 'Choose other keys').waitFor();
    },
  },
  {
    name: 'page that could not be drawn',
    variants: OVERLAY,
    async show(stage) {
      const session = await stage.page.evaluate(() => window.inkling.request('session:get'));
      if (!session.ok || session.value.status !== 'signed-in') throw new Error('Nobody is signed in');
      // A component that expects the name to be a string throws.
      const user = { ...session.value.user, name: null as never, picture: null };
      await stage.tell('session:changed', { ...session.value, user });
      await button(stage, 'Reload').waitFor();
    },
  },
];

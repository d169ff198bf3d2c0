/**
 * The settings of this device with their effects: what is changed is applied at once, stored in a file that survives the app,
 * and told to every page. The file is parsed field by field, so that a setting that is wrong or from another version does not
 * affect the others. If the file cannot be read, it is not overwritten: changes are in effect until the app ends, and are
 * merged into the file once it can be read. What an account chooses for itself stands under a digest of its id.
 */
import * as v from 'valibot';
import { AppError, messageOf } from '#shared/error.ts';
import { SETTINGS_FIELDS, trashDays } from '#shared/ipc/schemas.ts';
import type { Uid } from '#shared/note.ts';
import { DEFAULT_SETTINGS, type Settings, type SettingsState, type TrashDays } from '#shared/settings.ts';
import { accountDigest } from './account-digest.ts';
import type { JsonFile } from './json-file.ts';

export interface Preferences {
  readonly state: SettingsState;
  change(patch: Partial<Settings>): SettingsState;
  /** Days after which the account's trash is emptied; null, never, unless the account has chosen days on this device. */
  trashDaysOf(uid: Uid): TrashDays;
  /** @throws AppError `not-signed-in` if another account is signed in, or none */
  chooseTrashDays(uid: Uid, days: TrashDays): SettingsState;
}

export interface PreferencesPorts {
  readonly file: JsonFile;
  /** The account that is signed in. */
  readonly account: () => Uid | null;
  /**
   * Applies the settings to the desktop.
   * @returns why the shortcut does not work, in a sentence; null if it works
   */
  readonly apply: (settings: Settings) => string | null;
  /** @throws if the system refuses */
  readonly launchAtLogin: (settings: Settings) => void;
  /** Stores or removes the session, as the settings now say. */
  readonly storeSession: () => void;
  readonly facts: () => Omit<SettingsState, 'settings' | 'trash' | 'shortcutProblem' | 'storeProblem'>;
  readonly onChange: (state: SettingsState) => void;
  readonly onTrouble: (message: string) => void;
}

/** The content of the file. A field that is missing or wrong has its default. */
const stored = v.object({
  theme: v.fallback(SETTINGS_FIELDS.theme, DEFAULT_SETTINGS.theme),
  launchAtLogin: v.fallback(SETTINGS_FIELDS.launchAtLogin, DEFAULT_SETTINGS.launchAtLogin),
  startHidden: v.fallback(SETTINGS_FIELDS.startHidden, DEFAULT_SETTINGS.startHidden),
  quickNoteShortcut: v.fallback(SETTINGS_FIELDS.quickNoteShortcut, DEFAULT_SETTINGS.quickNoteShortcut),
  toldOfShortcut: v.fallback(SETTINGS_FIELDS.toldOfShortcut, DEFAULT_SETTINGS.toldOfShortcut),
  spellCheckLanguages: v.fallback(SETTINGS_FIELDS.spellCheckLanguages, DEFAULT_SETTINGS.spellCheckLanguages),
  keepWithoutKeyStore: v.fallback(SETTINGS_FIELDS.keepWithoutKeyStore, DEFAULT_SETTINGS.keepWithoutKeyStore),
  drawerPinned: v.fallback(SETTINGS_FIELDS.drawerPinned, DEFAULT_SETTINGS.drawerPinned),
  hideFromScreenSharing: v.fallback(
    SETTINGS_FIELDS.hideFromScreenSharing,
    DEFAULT_SETTINGS.hideFromScreenSharing,
  ),
  /** By the account's digest. */
  emptyTrashAfter: v.fallback(v.record(v.string(), v.fallback(trashDays, null)), {}),
});

const ANOTHER_ACCOUNT = 'This was chosen for another account.';

export function createPreferences(ports: PreferencesPorts): Preferences {
  const { file, account, apply, launchAtLogin, storeSession, facts, onChange, onTrouble } = ports;
  let isRead = false;
  let before: unknown;
  let settings = DEFAULT_SETTINGS;
  let emptyTrashAfter: Readonly<Record<string, TrashDays>> = {};
  /** What was changed since the start. */
  let changes: Partial<Settings> = {};
  /** Why the last change is not in the file. The change is still in effect until the app ends. */
  let storeProblem: string | null = null;

  /** @throws the file system's error; the next call tries again */
  function readOnce(): void {
    if (isRead) return;
    before = file.read();
    isRead = true;
    const parsed = v.safeParse(stored, before);
    if (!parsed.success) return;
    const { emptyTrashAfter: chosen, ...others } = parsed.output;
    settings = { ...others, ...changes };
    emptyTrashAfter = { ...chosen, ...emptyTrashAfter };
  }

  try {
    readOnce();
  } catch (error) {
    onTrouble(`The settings could not be read: ${messageOf(error)}`);
  }
  let shortcutProblem = apply(settings);

  function store(): void {
    try {
      readOnce();
      // Fields that a newer version put there stay there.
      file.write({
        ...(isObject(before) ? before : {}),
        ...settings,
        emptyTrashAfter: daysIn(emptyTrashAfter),
      });
      storeProblem = null;
    } catch (error) {
      storeProblem = `The settings could not be saved: ${messageOf(error)}`;
    }
  }

  function setLaunchAtLogin(): void {
    try {
      launchAtLogin(settings);
    } catch (error) {
      onTrouble(`Starting at login could not be set: ${String(error)}`);
    }
  }

  function trashDaysOf(uid: Uid): TrashDays {
    return emptyTrashAfter[accountDigest(uid)] ?? null;
  }

  function state(): SettingsState {
    const uid = account();
    const trash = uid === null ? null : { uid, emptyAfter: trashDaysOf(uid) };
    return { settings, trash, shortcutProblem, storeProblem, ...facts() };
  }

  function change(patch: Partial<Settings>): SettingsState {
    changes = { ...changes, ...patch };
    settings = { ...settings, ...patch };
    store();
    shortcutProblem = apply(settings);
    if ('launchAtLogin' in patch || 'startHidden' in patch) setLaunchAtLogin();
    if ('keepWithoutKeyStore' in patch) storeSession();
    onChange(state());
    return state();
  }

  return {
    get state() {
      return state();
    },
    change,
    trashDaysOf,
    chooseTrashDays(uid, days) {
      if (uid !== account()) throw new AppError('not-signed-in', ANOTHER_ACCOUNT);
      emptyTrashAfter = { ...emptyTrashAfter, [accountDigest(uid)]: days };
      return change({});
    },
  };
}

/** Never is not written: it is what an account has that has not chosen. */
function daysIn(chosen: Readonly<Record<string, TrashDays>>): Readonly<Record<string, TrashDays>> {
  return Object.fromEntries(Object.entries(chosen).filter(([, days]) => days !== null));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

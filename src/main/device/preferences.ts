/**
 * The settings of this device with their effects: what is changed is applied at once, stored in a file that survives the app,
 * and told to every page. The file is parsed field by field, so that a setting that is wrong or from another version does not
 * affect the others. If the file cannot be read, it is not overwritten: changes are in effect until the app ends, and are
 * merged into the file once it can be read.
 */
import * as v from 'valibot';
import { messageOf } from '#shared/error.ts';
import { SETTINGS_FIELDS } from '#shared/ipc/schemas.ts';
import { DEFAULT_SETTINGS, type Settings, type SettingsState } from '#shared/settings.ts';
import type { JsonFile } from './json-file.ts';

export interface Preferences {
  readonly state: SettingsState;
  change(patch: Partial<Settings>): SettingsState;
}

export interface PreferencesPorts {
  readonly file: JsonFile;
  /**
   * Applies the settings to the desktop.
   * @returns why the shortcut does not work, in a sentence; null if it works
   */
  readonly apply: (settings: Settings) => string | null;
  /** @throws if the system refuses */
  readonly launchAtLogin: (settings: Settings) => void;
  /** Stores or removes the session, as the settings now say. */
  readonly storeSession: () => void;
  readonly facts: () => Omit<SettingsState, 'settings' | 'shortcutProblem' | 'storeProblem'>;
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
  emptyTrashAfter: v.fallback(SETTINGS_FIELDS.emptyTrashAfter, DEFAULT_SETTINGS.emptyTrashAfter),
  keepWithoutKeyStore: v.fallback(SETTINGS_FIELDS.keepWithoutKeyStore, DEFAULT_SETTINGS.keepWithoutKeyStore),
  drawerPinned: v.fallback(SETTINGS_FIELDS.drawerPinned, DEFAULT_SETTINGS.drawerPinned),
});

export function createPreferences(ports: PreferencesPorts): Preferences {
  const { file, apply, launchAtLogin, storeSession, facts, onChange, onTrouble } = ports;
  let isRead = false;
  let before: unknown;
  let settings = DEFAULT_SETTINGS;
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
    if (parsed.success) settings = { ...parsed.output, ...changes };
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
      file.write({ ...(isObject(before) ? before : {}), ...settings });
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

  const state = (): SettingsState => ({ settings, shortcutProblem, storeProblem, ...facts() });

  return {
    get state() {
      return state();
    },
    change(patch) {
      changes = { ...changes, ...patch };
      settings = { ...settings, ...patch };
      store();
      shortcutProblem = apply(settings);
      if ('launchAtLogin' in patch || 'startHidden' in patch) setLaunchAtLogin();
      if ('keepWithoutKeyStore' in patch) storeSession();
      onChange(state());
      return state();
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

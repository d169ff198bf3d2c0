/**
 * The settings of this device with their effects: what is changed is applied at once, stored in a file that survives the app,
 * and told to every page. The file is parsed field by field, so that a setting that is wrong or from another version costs only
 * itself.
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
   * Makes the desktop follow.
   * @returns why the shortcut does not work, in a sentence; null where it does
   */
  readonly apply: (settings: Settings) => string | null;
  /** @throws where the system refuses */
  readonly launchAtLogin: (settings: Settings) => void;
  readonly facts: () => Pick<SettingsState, 'spellCheckAvailable' | 'canLaunchAtLogin'>;
  readonly onChange: (state: SettingsState) => void;
  readonly onTrouble: (message: string) => void;
}

/** What the file holds, each field as it comes where it is missing or wrong. */
const stored = v.object({
  theme: v.fallback(SETTINGS_FIELDS.theme, DEFAULT_SETTINGS.theme),
  launchAtLogin: v.fallback(SETTINGS_FIELDS.launchAtLogin, DEFAULT_SETTINGS.launchAtLogin),
  startHidden: v.fallback(SETTINGS_FIELDS.startHidden, DEFAULT_SETTINGS.startHidden),
  quickNoteShortcut: v.fallback(SETTINGS_FIELDS.quickNoteShortcut, DEFAULT_SETTINGS.quickNoteShortcut),
  spellCheckLanguages: v.fallback(SETTINGS_FIELDS.spellCheckLanguages, DEFAULT_SETTINGS.spellCheckLanguages),
  emptyTrashAfter: v.fallback(SETTINGS_FIELDS.emptyTrashAfter, DEFAULT_SETTINGS.emptyTrashAfter),
});

export function createPreferences(ports: PreferencesPorts): Preferences {
  const { file, apply, launchAtLogin, facts, onChange, onTrouble } = ports;
  const before: unknown = file.read();
  const parsed = v.safeParse(stored, before);
  let settings: Settings = parsed.success ? parsed.output : DEFAULT_SETTINGS;
  /** Why the last change is not in the file; it holds until the app ends all the same. */
  let storeProblem: string | null = null;
  let shortcutProblem = apply(settings);

  function store(): void {
    try {
      // What a newer version put there stays there.
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
      settings = { ...settings, ...patch };
      store();
      shortcutProblem = apply(settings);
      if ('launchAtLogin' in patch || 'startHidden' in patch) setLaunchAtLogin();
      onChange(state());
      return state();
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

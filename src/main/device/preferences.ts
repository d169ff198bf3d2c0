/** The settings of this device and their effects: changes are applied at once, stored, and sent to pages. */
import { AppError } from '#shared/base/error.ts';
import type { Uid } from '#shared/note/note.ts';
import type { Settings, SettingsState, TrashDays } from '#shared/ipc/settings.ts';
import type { Report } from '#shared/base/log.ts';
import type { SettingsFile } from './settings-file.ts';

export interface Preferences {
  readonly state: SettingsState;
  change(patch: Partial<Settings>): SettingsState;
  /** @throws AppError `not-signed-in` unless this account is signed in */
  chooseTrashDays(uid: Uid, days: TrashDays): SettingsState;
}

export interface PreferencesPorts {
  readonly file: SettingsFile;
  /** The signed-in account. */
  readonly account: () => Uid | null;
  /**
   * Applies the settings to the desktop.
   * @returns a sentence that says why the shortcut does not work; null if it works
   */
  readonly apply: (settings: Settings) => string | null;
  /** @throws if the system refuses */
  readonly launchAtLogin: (settings: Settings) => void;
  /** Stores or removes the session, according to the settings. */
  readonly storeSession: () => void;
  readonly facts: () => Omit<SettingsState, 'settings' | 'trash' | 'shortcutProblem' | 'storeProblem'>;
  readonly onChange: (state: SettingsState) => void;
  readonly onTrouble: Report;
}

export function createPreferences(ports: PreferencesPorts): Preferences {
  const { file, account, apply, launchAtLogin, storeSession, facts, onChange, onTrouble } = ports;
  let shortcutProblem = apply(file.settings);

  function setLaunchAtLogin(): void {
    try {
      launchAtLogin(file.settings);
    } catch (error) {
      onTrouble('login-start-not-set', error);
    }
  }

  function state(): SettingsState {
    const { settings, problem } = file;
    const uid = account();
    const trash = uid === null ? null : { uid, emptyAfter: file.trashDaysOf(uid) };
    return { settings, trash, shortcutProblem, storeProblem: problem, ...facts() };
  }

  /** Applies all settings, because the change may have been the first time that the file could be read. */
  function applyChange(): SettingsState {
    shortcutProblem = apply(file.settings);
    const changed = state();
    onChange(changed);
    return changed;
  }

  return {
    get state() {
      return state();
    },
    change(patch) {
      file.change(patch);
      if ('launchAtLogin' in patch || 'startHidden' in patch) setLaunchAtLogin();
      if ('storeWithoutKeyStore' in patch) storeSession();
      return applyChange();
    },
    chooseTrashDays(uid, days) {
      if (uid !== account()) throw new AppError('not-signed-in', 'chosen-for-another-account');
      file.chooseTrashDays(uid, days);
      return applyChange();
    },
  };
}

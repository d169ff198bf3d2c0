/** The settings with their effects: what is changed is applied at once, kept, and told to every page. */
import type { Settings, SettingsState } from '#shared/settings.ts';
import type { SettingsStore } from './settings.ts';

export interface Preferences {
  readonly state: SettingsState;
  change(patch: Partial<Settings>): SettingsState;
}

export interface PreferencesPorts {
  readonly store: SettingsStore;
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

export function createPreferences(ports: PreferencesPorts): Preferences {
  const { store, apply, launchAtLogin, facts, onChange, onTrouble } = ports;
  let shortcutProblem = apply(store.current);

  function current(): SettingsState {
    return { settings: store.current, shortcutProblem, storeProblem: store.problem, ...facts() };
  }

  return {
    get state() {
      return current();
    },
    change(patch) {
      store.change(patch);
      shortcutProblem = apply(store.current);
      if ('launchAtLogin' in patch || 'startHidden' in patch) {
        try {
          launchAtLogin(store.current);
        } catch (error) {
          onTrouble(`Starting at login could not be set: ${String(error)}`);
        }
      }
      const state = current();
      onChange(state);
      return state;
    },
  };
}

/** What a person can set on this device, whoever is signed in. */

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** Days after which notes in the trash are deleted for ever; null: never. */
export const TRASH_DAYS = [null, 7, 30] as const;
export type TrashDays = (typeof TRASH_DAYS)[number];

export interface Settings {
  readonly theme: ThemeChoice;
  readonly launchAtLogin: boolean;
  /** Whether a start at login shows no window. */
  readonly startHidden: boolean;
  /** Keys that open the quick note from anywhere, as Electron writes accelerators; null: none. */
  readonly quickNoteShortcut: string | null;
  /** Language codes as in `SettingsState.spellCheckAvailable`; null: the system's, empty: none. */
  readonly spellCheckLanguages: readonly string[] | null;
  readonly emptyTrashAfter: TrashDays;
}

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  launchAtLogin: false,
  startHidden: false,
  quickNoteShortcut: 'CommandOrControl+Alt+N',
  spellCheckLanguages: null,
  emptyTrashAfter: null,
};

/** The settings, and what of them works on this machine. */
export interface SettingsState {
  readonly settings: Settings;
  /** Why the shortcut does not work, in a sentence; null where it does. */
  readonly shortcutProblem: string | null;
  /** Why the settings could not be kept, in a sentence; null where they could. */
  readonly storeProblem: string | null;
  /** Languages that can be checked; empty where the system decides by itself. */
  readonly spellCheckAvailable: readonly string[];
  /** Whether this system can start the app at login. */
  readonly canLaunchAtLogin: boolean;
}

/** What this device keeps of the signed-in account, in bytes. */
export interface StorageUse {
  readonly notes: number;
  readonly backups: number;
  /** Files that were damaged and set aside. */
  readonly damaged: number;
}

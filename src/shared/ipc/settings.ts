/** The settings of this device: most apply to every account, and one is chosen for each account. */
import type { Uid } from '../note/note.ts';
import type { SessionProtection } from './session.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** Days after which notes in the trash are deleted for ever; null: never. */
export const TRASH_DAYS = [null, 7, 30] as const;
export type TrashDays = (typeof TRASH_DAYS)[number];

export interface Settings {
  readonly theme: ThemeChoice;
  readonly launchAtLogin: boolean;
  readonly startHidden: boolean;
  /** Keys that open the quick note from any program, as an Electron accelerator; null: none. */
  readonly quickNoteShortcut: string | null;
  /** The keys that the user was last told do not work; null: none. */
  readonly toldOfShortcut: string | null;
  /** Language codes as in `SettingsState.spellCheckAvailable`; null: the system's, empty: none. */
  readonly spellCheckLanguages: readonly string[] | null;
  /**
   * Whether the session is stored if no key store protects it, so that other programs of the same user could
   * read it; null: not chosen yet, so it is not stored.
   */
  readonly storeWithoutKeyStore: boolean | null;
  /** Whether the drawer of a wide window stays open (spec §2). */
  readonly drawerPinned: boolean;
  /**
   * Whether the app's windows are hidden from screenshots, recordings and shared screens, where the system
   * can do that.
   */
  readonly hideFromScreenSharing: boolean;
}

/**
 * Command, Option and N on macOS. Elsewhere the Windows key takes the place of Ctrl, because Ctrl and Alt
 * together are AltGr on Windows, which writes letters: ń in Polish. Ctrl and Shift with a letter belong to
 * browsers and editors.
 */
export const DEFAULT_SHORTCUT = 'Super+Alt+N';

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  launchAtLogin: false,
  startHidden: false,
  quickNoteShortcut: DEFAULT_SHORTCUT,
  toldOfShortcut: null,
  spellCheckLanguages: null,
  storeWithoutKeyStore: null,
  drawerPinned: true,
  hideFromScreenSharing: false,
};

/** Where the user changes keys on a desktop that assigns them itself (Wayland). Each text follows “in”. */
export interface DesktopKeys {
  /** The place where a command is bound to keys. */
  readonly commandBoundIn: string;
  /** The place where the keys that the desktop gave to this app are changed. */
  readonly shortcutSetIn: string;
}

/** When the trash of an account is emptied on this device. Never, until the user chooses. */
export interface TrashChoice {
  readonly uid: Uid;
  readonly emptyAfter: TrashDays;
}

/** The settings, and which of them work on this machine. */
export interface SettingsState {
  readonly settings: Settings;
  /** The choice of the signed-in account; null if none is signed in. */
  readonly trash: TrashChoice | null;
  /** A sentence that says why the shortcut does not work; null if it works. */
  readonly shortcutProblem: string | null;
  /** Null if the keys are chosen in this app. */
  readonly desktopKeys: DesktopKeys | null;
  /** The command for a shell that opens a quick note. */
  readonly quickNoteCommand: string;
  /** Null until a session has been stored or read since the start. */
  readonly sessionProtection: SessionProtection | null;
  /** A sentence that says why the settings could not be stored; null if they could. */
  readonly storeProblem: string | null;
  /** Languages that the spell checker knows; empty if the system chooses them itself. */
  readonly spellCheckAvailable: readonly string[];
  readonly canLaunchAtLogin: boolean;
  /** Whether this system can hide windows from screen sharing. */
  readonly canHideFromScreenSharing: boolean;
}

/** The space that the signed-in account takes on this device, in bytes. */
export interface StorageUse {
  /** The database, and everything that is not counted elsewhere. */
  readonly notes: number;
  /** SQLite's log of the database: what was written since the last checkpoint. */
  readonly log: number;
  readonly searchIndex: number;
  readonly backups: number;
  /** Files that were damaged and set aside. */
  readonly damaged: number;
}

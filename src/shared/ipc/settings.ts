/** What a person can set on this device: most of it whoever is signed in, and one choice for each account. */
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
  /** Whether a start at login shows no window. */
  readonly startHidden: boolean;
  /** Keys that open the quick note from anywhere, as Electron writes accelerators; null: none. */
  readonly quickNoteShortcut: string | null;
  /** The keys of which the person was last told that they do not work; null: of none. */
  readonly toldOfShortcut: string | null;
  /** Language codes as in `SettingsState.spellCheckAvailable`; null: the system's, empty: none. */
  readonly spellCheckLanguages: readonly string[] | null;
  /**
   * Whether the session is stored if no key store protects it, so that other programs of the same person
   * could read it; null: nobody has chosen yet, and it is not stored.
   */
  readonly storeWithoutKeyStore: boolean | null;
  /** Whether the drawer of a wide window stays open (spec §2). */
  readonly drawerPinned: boolean;
  /**
   * Whether screenshots, recordings and shared screens show nothing of the app's windows, where the system
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

/**
 * Where a person changes keys on a desktop that assigns them itself (Wayland). Each is to be read after “in”.
 */
export interface DesktopKeys {
  /** Binds a command to keys of its own. */
  readonly commandBoundIn: string;
  /** Changes the keys that the desktop has given this app. */
  readonly shortcutSetIn: string;
}

/** What the account has chosen for its trash on this device. Until it has chosen, that is never. */
export interface TrashChoice {
  readonly uid: Uid;
  readonly emptyAfter: TrashDays;
}

/** The settings, and which of them work on this machine. */
export interface SettingsState {
  readonly settings: Settings;
  /** Of the account that is signed in; null if there is none. */
  readonly trash: TrashChoice | null;
  /** Why the shortcut does not work, in a sentence; null if it works. */
  readonly shortcutProblem: string | null;
  /** Null if the keys are chosen in this app. */
  readonly desktopKeys: DesktopKeys | null;
  /** The command for a shell that opens a quick note. */
  readonly quickNoteCommand: string;
  /** Null until a session was stored or read since the start. */
  readonly sessionProtection: SessionProtection | null;
  /** Why the settings could not be stored, in a sentence; null if they could. */
  readonly storeProblem: string | null;
  /** Languages that can be checked; empty if the system decides by itself. */
  readonly spellCheckAvailable: readonly string[];
  /** Whether this system can start the app at login. */
  readonly canLaunchAtLogin: boolean;
  /** Whether this system can hide windows from screen sharing. */
  readonly canHideFromScreenSharing: boolean;
}

/** What this device stores of the signed-in account, in bytes. */
export interface StorageUse {
  readonly notes: number;
  readonly backups: number;
  /** Files that were damaged and set aside. */
  readonly damaged: number;
}

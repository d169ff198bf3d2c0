/**
 * The simulated operating system: its record of the app's requests, and what it reports to the app. Tests
 * reach it as `standIn` of the electron module, which the real Electron does not have.
 */

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MAIN_DISPLAY: Area = { x: 0, y: 0, width: 1280, height: 800 };

export const system = {
  /** Trays that were not destroyed. */
  trays: new Set<object>(),
  /**
   * Working global shortcuts, by their accelerators as the app wrote them; calling one presses its keys.
   */
  shortcuts: new Map<string, () => void>(),
  /** Notifications that were shown, in order. */
  notifications: [] as object[],
  /** Menus that were opened with `popup`, in order. */
  popups: [] as object[],
  /** Words that count as misspelled, with suggestions for each. */
  misspellings: new Map<string, readonly string[]>(),
  /** Addresses and paths given to `shell`. */
  opened: [] as string[],
  /** The displays, the main one first. */
  displays: [MAIN_DISPLAY] as [Area, ...Area[]],
  /** Position of the pointer on the screen. */
  pointer: { x: 0, y: 0 },
  /** Ids of the windows that the desktop marks as wanting attention. */
  attention: new Set<number>(),
  /**
   * Whether the X11 window manager refuses the focus to windows that ask for it. Unlike most, this one does
   * not mark them.
   */
  refusesFocus: false,
  /** By window id: calling one clicks into the window, if it is visible. */
  clicks: new Map<number, () => void>(),
};

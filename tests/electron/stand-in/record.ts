/**
 * What the app asked of the operating system and nobody could see, and what the system would tell it: reachable for tests
 * as `standIn` of the electron module, on this host only.
 */

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MAIN: Area = { x: 0, y: 0, width: 1280, height: 800 };

export const record = {
  trays: new Set<object>(),
  shortcuts: new Map<string, () => void>(),
  notifications: [] as object[],
  /** Menus that were opened at the pointer. */
  popups: [] as object[],
  /** Words that count as misspelled, with what they might be. */
  misspellings: new Map<string, readonly string[]>(),
  /** Addresses and paths given to `shell`. */
  opened: [] as string[],
  /** The displays, the main one first. */
  displays: [MAIN] as [Area, ...Area[]],
  pointer: { x: 0, y: 0 },
};

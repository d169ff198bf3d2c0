/**
 * What the app asked of the operating system and nobody could see: reachable for tests as `standIn` of the electron
 * module, on this host only.
 */
export const record = {
  trays: new Set<object>(),
  shortcuts: new Map<string, () => void>(),
  notifications: [] as object[],
  /** Addresses and paths given to `shell`. */
  opened: [] as string[],
};

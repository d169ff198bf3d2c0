/** What a start of the app asks for; a second start hands it to the first. */

export interface Launch {
  /** `inkling --quick-note`: the way to bind the quick note to keys where no program may listen to them (Wayland). */
  readonly quickNote: boolean;
  /** `inkling --hidden`: a start at login. */
  readonly hidden: boolean;
}

export const QUICK_NOTE_FLAG = '--quick-note';
export const HIDDEN_FLAG = '--hidden';

/** @param argv with whatever the host and Chromium put there */
export function parseLaunch(argv: readonly string[]): Launch {
  return { quickNote: argv.includes(QUICK_NOTE_FLAG), hidden: argv.includes(HIDDEN_FLAG) };
}

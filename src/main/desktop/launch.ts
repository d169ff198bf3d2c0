/** What a start of the app asks for; a second instance passes it to the first. */
import { isDeepLink } from './deep-link.ts';

export interface Launch {
  /** `inkling --quick-note`: the way to bind the quick note to keys where no program may listen to them (Wayland). */
  readonly quickNote: boolean;
  /** `inkling --hidden`: a start at login. */
  readonly hidden: boolean;
  /** A link (`deep-link.ts`) that is not parsed yet; null if the start has none. A link comes before everything else. */
  readonly link: string | null;
}

export const QUICK_NOTE_FLAG = '--quick-note';
export const HIDDEN_FLAG = '--hidden';

/** @param argv with whatever the host and Chromium added to it; Chromium also moves switches to the front */
export function parseLaunch(argv: readonly string[]): Launch {
  return {
    quickNote: argv.includes(QUICK_NOTE_FLAG),
    hidden: argv.includes(HIDDEN_FLAG),
    link: argv.find(isDeepLink) ?? null,
  };
}

/** The arguments from which `parseLaunch` reads this launch. */
export function launchArguments({ quickNote, hidden, link }: Launch): readonly string[] {
  return [
    ...(quickNote ? [QUICK_NOTE_FLAG] : []),
    ...(hidden ? [HIDDEN_FLAG] : []),
    ...(link === null ? [] : [link]),
  ];
}

/** The launch for a link that arrives as an event of the system (macOS). */
export function launchOf(link: string): Launch {
  return { quickNote: false, hidden: false, link };
}

/** What a start of the app asks for; a second start hands it to the first. */
import { isDeepLink } from './deep-link.ts';

export interface Launch {
  /** `inkling --quick-note`: the way to bind the quick note to keys where no program may listen to them (Wayland). */
  readonly quickNote: boolean;
  /** `inkling --hidden`: a start at login. */
  readonly hidden: boolean;
  /** An address of `deep-link.ts`, not looked at yet; null where the start was asked for by none. It comes before all else. */
  readonly link: string | null;
}

export const QUICK_NOTE_FLAG = '--quick-note';
export const HIDDEN_FLAG = '--hidden';

/** @param argv with whatever the host and Chromium put there, which moves switches in front of what else is there */
export function parseLaunch(argv: readonly string[]): Launch {
  return {
    quickNote: argv.includes(QUICK_NOTE_FLAG),
    hidden: argv.includes(HIDDEN_FLAG),
    link: argv.find(isDeepLink) ?? null,
  };
}

/** What `parseLaunch` reads this from. */
export function launchArguments({ quickNote, hidden, link }: Launch): readonly string[] {
  return [
    ...(quickNote ? [QUICK_NOTE_FLAG] : []),
    ...(hidden ? [HIDDEN_FLAG] : []),
    ...(link === null ? [] : [link]),
  ];
}

/** What a link asks for that comes by an event of the system (macOS). */
export function launchOf(link: string): Launch {
  return { quickNote: false, hidden: false, link };
}

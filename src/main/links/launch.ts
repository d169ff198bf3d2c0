/** What a start of the app asks for; a second instance passes it to the first. */
import { isDeepLink } from './deep-link.ts';

export interface Launch {
  /**
   * `inkling --quick-note`: the way to bind the quick note to keys where no program may listen to them
   * (Wayland).
   */
  readonly quickNote: boolean;
  /** `inkling --hidden`: a start at login. */
  readonly hidden: boolean;
  /**
   * A link (`deep-link.ts`) that is not parsed yet; null if the start has none. A link comes before
   * everything else.
   */
  readonly link: string | null;
}

export const QUICK_NOTE_FLAG = '--quick-note';
export const HIDDEN_FLAG = '--hidden';

/**
 * What may be a command of the person: the arguments before a link, and before `--`, which Windows puts in
 * front of one. What stands behind them may come from the author of the link.
 */
export function ownArguments(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((argument) => argument === '--' || isDeepLink(argument));
  return end === -1 ? argv : argv.slice(0, end);
}

/**
 * A start with a link is nothing but that: in the arguments of a second start, Chromium moves switches to the
 * front, so that nobody can tell which of them stood behind the link.
 * @param argv with whatever the host and Chromium added to it
 */
export function parseLaunch(argv: readonly string[]): Launch {
  const link = argv.find(isDeepLink);
  if (link !== undefined) return launchOf(link);
  const flags = ownArguments(argv);
  return { quickNote: flags.includes(QUICK_NOTE_FLAG), hidden: flags.includes(HIDDEN_FLAG), link: null };
}

/** The arguments from which `parseLaunch` reads this launch. */
export function launchArguments({ quickNote, hidden, link }: Launch): readonly string[] {
  return [
    ...(quickNote ? [QUICK_NOTE_FLAG] : []),
    ...(hidden ? [HIDDEN_FLAG] : []),
    ...(link === null ? [] : [link]),
  ];
}

/** The launch for a link: also for one that arrives as an event of the system (macOS). */
export function launchOf(link: string): Launch {
  return { quickNote: false, hidden: false, link };
}

/** The task of a start of the app, which a second instance passes to the first. */
import { isDeepLink } from './deep-link.ts';

export interface Launch {
  /** `inkling --quick-note`: for binding keys where programs may not listen to them (Wayland). */
  readonly quickNote: boolean;
  /** `inkling --hidden`: a start at login. */
  readonly hidden: boolean;
  /**
   * An unparsed link (`deep-link.ts`); null if the start has none. A link takes precedence over the flags.
   */
  readonly link: string | null;
}

export const QUICK_NOTE_FLAG = '--quick-note';
export const HIDDEN_FLAG = '--hidden';

/**
 * The arguments that may be the user's: those before a link, and before `--`, which Windows puts in front of
 * one. Later arguments may come from the author of the link.
 */
export function ownArguments(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((argument) => argument === '--' || isDeepLink(argument));
  return end === -1 ? argv : argv.slice(0, end);
}

/**
 * A start with a link has no other task. In the arguments of a second start, Chromium moves switches to the
 * front, so those after the link cannot be told apart.
 * @param argv including arguments that the host and Chromium added
 */
export function parseLaunch(argv: readonly string[]): Launch {
  const link = argv.find(isDeepLink);
  if (link !== undefined) return launchOf(link);
  const flags = ownArguments(argv);
  return { quickNote: flags.includes(QUICK_NOTE_FLAG), hidden: flags.includes(HIDDEN_FLAG), link: null };
}

/** The arguments that `parseLaunch` turns into this launch. */
export function launchArguments({ quickNote, hidden, link }: Launch): readonly string[] {
  return [
    ...(quickNote ? [QUICK_NOTE_FLAG] : []),
    ...(hidden ? [HIDDEN_FLAG] : []),
    ...(link === null ? [] : [link]),
  ];
}

/** The launch for a link, which on macOS arrives as an event. */
export function launchOf(link: string): Launch {
  return { quickNote: false, hidden: false, link };
}

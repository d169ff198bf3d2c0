/**
 * The command that opens a quick note, for users who bind their own keys to it. A running app receives it.
 */
import { appImage } from '../system/app-image.ts';
import { QUICK_NOTE_FLAG } from '../links/launch.ts';

export interface Installation {
  /** As in `process.platform`. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly program: string;
  /** Folder of the app that the program runs; null in a packaged app. */
  readonly app: string | null;
}

/** @returns a command for a shell, with quotation marks */
export function quickNoteCommand({ platform, environment, program, app }: Installation): string {
  const { FLATPAK_ID: flatpak } = environment;
  const quote = platform === 'win32' ? quoteForWindows : quoteForShell;
  if (app !== null) return `${quote(program)} ${quote(app)} ${QUICK_NOTE_FLAG}`;
  // Without -n, macOS drops the arguments if the app is running already.
  if (platform === 'darwin') return `open -n -a Inkling --args ${QUICK_NOTE_FLAG}`;
  if (flatpak !== undefined) return `flatpak run ${flatpak} ${QUICK_NOTE_FLAG}`;
  // The program of an AppImage is in a different folder at each start, so the command names the file itself.
  const started = appImage(environment, program);
  if (started !== null) return `${quote(started)} ${QUICK_NOTE_FLAG}`;
  // Packages of distributions put a link to the program on the path.
  if (program.startsWith('/opt/')) return `inkling ${QUICK_NOTE_FLAG}`;
  return `${quote(program)} ${QUICK_NOTE_FLAG}`;
}

function quoteForWindows(path: string): string {
  return `"${path}"`;
}

function quoteForShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

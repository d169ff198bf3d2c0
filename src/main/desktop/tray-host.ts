/**
 * Whether this desktop shows tray icons. Windows and macOS always do. On Linux a window must not be hidden into a tray that
 * nobody sees, so the session bus is asked for the service that draws them; no answer counts as none.
 */
import { execFile } from 'node:child_process';
import type { Clock } from '#shared/clock.ts';

const ANSWER_MS = 2_000;

/** @param platform as in `process.platform` */
export function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return Promise.resolve(true);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  execFile('gdbus', QUESTION, { timeout: ANSWER_MS }, (error, stdout) => {
    resolve(error === null && stdout.includes('true'));
  });
  return promise;
}

/** Pauses between two questions, milliseconds: at login the panel may come after the app. */
const PAUSES_MS = [2_000, 4_000, 6_000, 8_000];

export interface TraySearch {
  /** Whether there is a tray now. */
  readonly ask: () => Promise<boolean>;
  readonly clock: Pick<Clock, 'after'>;
  /** Told once: that there is one, or that none came in twenty seconds. */
  readonly onAnswer: (there: boolean) => void;
}

/** @returns the function that ends the search without an answer */
export function searchTray({ ask, clock, onAnswer }: TraySearch): () => void {
  let ended = false;
  // Starting a program takes milliseconds, and the window is waiting: not in this turn.
  let cancel = clock.after(0, () => void attempt(0));

  async function attempt(number: number): Promise<void> {
    const there = await ask();
    const pause = PAUSES_MS[number];
    if (ended) return;
    if (there || pause === undefined) onAnswer(there);
    else cancel = clock.after(pause, () => void attempt(number + 1));
  }

  return () => {
    ended = true;
    cancel();
  };
}

const QUESTION = [
  'call',
  '--session',
  '--dest',
  'org.freedesktop.DBus',
  '--object-path',
  '/org/freedesktop/DBus',
  '--method',
  'org.freedesktop.DBus.NameHasOwner',
  'org.kde.StatusNotifierWatcher',
];

/**
 * Whether this desktop shows tray icons. Windows and macOS always do. On Linux a window must not disappear
 * into an invisible tray. The session bus is therefore asked for the service that draws icons, and later
 * whether that service has accepted this app's icon. No answer counts as no.
 */
import { execFile } from 'node:child_process';
import type { Clock } from '#shared/base/clock.ts';

const ANSWER_MS = 2_000;

const WATCHER = 'org.kde.StatusNotifierWatcher';

/** @param platform as in `process.platform` */
export async function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  return (await askBus('NameHasOwner', WATCHER)).includes('true');
}

/**
 * Whether the tray has accepted the icon of this process. A refused icon is invisible.
 * @param platform as in `process.platform`
 * @param pid of the process that made the icon
 */
export async function hasIcon(platform: NodeJS.Platform, pid: number): Promise<boolean> {
  if (platform !== 'linux') return true;
  // Chromium's first icon has this name. Trays list it by this name or by that of the connection, with or
  // without a path.
  const name = `org.freedesktop.StatusNotifierItem-${pid}-1`;
  const owner = firstText(await askBus('GetNameOwner', name));
  if (owner === undefined) return false;
  const listed = await call(
    WATCHER,
    '/StatusNotifierWatcher',
    'org.freedesktop.DBus.Properties.Get',
    WATCHER,
    'RegisteredStatusNotifierItems',
  );
  return [...listed.matchAll(TEXT)].some(([, item = '']) =>
    [name, owner].includes(item.split(/[@/]/)[0] ?? ''),
  );
}

/** A text in GVariant's notation. Names and paths of the bus contain no quotation marks. */
const TEXT = /'([^']*)'/g;

function firstText(answer: string): string | undefined {
  return answer.match(/'([^']*)'/)?.[1];
}

function askBus(method: string, name: string): Promise<string> {
  return call('org.freedesktop.DBus', '/org/freedesktop/DBus', `org.freedesktop.DBus.${method}`, name);
}

/**
 * Calls a method of a service on the session bus.
 * @returns the answer in GVariant's notation; empty if there is none
 */
function call(service: string, object: string, method: string, ...args: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const command = ['call', '--session', '--dest', service, '--object-path', object, '--method', method];
  execFile('gdbus', [...command, ...args], { timeout: ANSWER_MS }, (error, stdout) => {
    resolve(error === null ? stdout : '');
  });
  return promise;
}

/** Pauses between two attempts, in milliseconds. At login the panel may start after the app. */
const PAUSES_MS = [2_000, 4_000, 6_000, 8_000];

export interface TraySearch {
  readonly hasTray: () => Promise<boolean>;
  /** Whether the tray has accepted the icon, which is made as soon as there is a tray. */
  readonly hasIcon: () => Promise<boolean>;
  readonly clock: Pick<Clock, 'after'>;
  /**
   * Called with true when there is a tray, with false if there is none after twenty seconds, and later with
   * false if the tray has not accepted the icon for as long.
   */
  readonly onAnswer: (isShown: boolean) => void;
}

/** @returns the function that ends the search without an answer */
export function searchTray(ports: TraySearch): () => void {
  const { clock, onAnswer } = ports;
  let end = search(ports.hasTray, clock, (found) => {
    onAnswer(found);
    if (!found) return;
    end = search(ports.hasIcon, clock, (shown) => {
      if (!shown) onAnswer(false);
    });
  });
  return () => end();
}

function search(
  ask: () => Promise<boolean>,
  clock: Pick<Clock, 'after'>,
  onAnswer: (yes: boolean) => void,
): () => void {
  let ended = false;
  // In a later turn, because starting a program takes milliseconds, and the window is waiting.
  let cancel = clock.after(0, () => void attempt(0));

  async function attempt(number: number): Promise<void> {
    const yes = await ask();
    const pause = PAUSES_MS[number];
    if (ended) return;
    if (yes || pause === undefined) onAnswer(yes);
    else cancel = clock.after(pause, () => void attempt(number + 1));
  }

  return () => {
    ended = true;
    cancel();
  };
}

/**
 * Automatic updates. The feed is read some time after the start, while the user is not typing, and then
 * daily. A later version is downloaded in the background. It is installed when the user chooses "Restart to
 * update", or when the app quits, unless the system would then ask for a password unexpectedly. Only a feed
 * that the publisher signed is trusted, only a later version is accepted, and a failed check or download is
 * only logged.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import { AppError } from '#shared/base/error.ts';
import type { Log } from '#shared/base/log.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { Fetch } from '../auth/contract.ts';
import { releaseNotes } from './release-notes.ts';
import { parseUpdateFeed, type UpdateFeed } from './update-feed.ts';
import { replaceNetwork } from './update-network.ts';

/** A later version that has been downloaded and waits for a restart. */
export interface UpdateOffer {
  readonly version: string;
  /** The publisher's notes about it, as plain text; empty if there are none. */
  readonly notes: string;
  /** Whether the system asks for an administrator's password before it installs. */
  readonly asksForPassword: boolean;
}

export interface Updates {
  readonly offer: UpdateOffer | null;
  /**
   * Installs the offered update, after checking again that the publisher signed it. The notes must be closed
   * before, because the installer ends an app that still runs. Never resolves: the app quits.
   * @throws AppError that says why the update was not installed, or what the updater throws
   */
  install(): Promise<never>;
  /** Ends the checks and a running download. A completed download is still installed on quit. */
  dispose(): void;
}

export interface UpdatePorts {
  /** Set by the build, see `parseUpdateFeed`; null if this build takes no updates. */
  readonly feed: { readonly url: string; readonly publicKey: string } | null;
  /** Loads electron-updater. While its code is compiled, no window gets any input. */
  readonly loadUpdater: () => Promise<AppUpdater>;
  /** Sends requests to the feed's server. */
  readonly fetch: Fetch;
  /** When a page last made a request to the account, such as at a typed key; milliseconds since the epoch. */
  readonly lastRequestAt: () => number;
  readonly system: UpdateSystem;
  /** Called when the new version was installed as an AppImage with a different name. */
  readonly onRenamed: (file: string) => void;
  readonly onOffer: (offer: UpdateOffer) => void;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly log: Log;
}

/** The differences between systems and kinds of installation. */
export interface UpdateSystem {
  /** Whether installing asks for an administrator's password. */
  readonly asksForPassword: (updater: AppUpdater) => boolean;
  /**
   * Resolves when the next download can be installed. On macOS the system's updater first takes over the
   * file.
   */
  readonly untilReady: () => Promise<unknown>;
  /**
   * Installs, quits the app, and has it started again.
   * @throws if the installation fails at once; the updater reports a later failure as an `error`
   */
  readonly installAndRestart: (updater: AppUpdater) => void;
}

/** Leaves time for the first paint and the first sync. */
const FIRST_CHECK_MS = 10_000;
/** A user who has not typed for this long is not in the middle of a word. */
const CALM_MS = 3_000;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Downloaded {
  readonly updater: AppUpdater;
  readonly file: string;
  /** From the signed feed. */
  readonly files: UpdateInfo['files'];
  readonly offer: UpdateOffer;
}

export function startUpdates(ports: UpdatePorts): Updates {
  const { feed: given, loadUpdater, fetch, lastRequestAt, system, clock, log, onOffer } = ports;
  const feed = readFeed(given, log);
  const ended = new AbortController();
  let loaded: Promise<AppUpdater> | null = null;
  let downloaded: Downloaded | null = null;
  let cancel = feed === null ? () => undefined : clock.after(FIRST_CHECK_MS, () => run(feed));

  function run(updateFeed: UpdateFeed): void {
    const sinceRequest = clock.now() - lastRequestAt();
    // The clock may have been set back meanwhile.
    const isCalm = sinceRequest >= CALM_MS || sinceRequest < 0;
    if (loaded === null && !isCalm) {
      cancel = clock.after(CALM_MS - sinceRequest, () => run(updateFeed));
      return;
    }
    cancel = clock.after(DAY_MS, () => run(updateFeed));
    check(updateFeed).catch((error: unknown) => log.warn('updates', error));
  }

  async function check(updateFeed: UpdateFeed): Promise<void> {
    const updater = await (loaded ??= load(updateFeed));
    const found = await updater.checkForUpdates();
    if (found === null || !found.isUpdateAvailable) return;
    const { updateInfo: info } = found;
    const { version } = info;
    if (version === downloaded?.offer.version) return;
    const [[file]] = await Promise.all([updater.downloadUpdate(), system.untilReady()]);
    if (file === undefined) throw new AppError('internal', 'update-nowhere');
    const asksForPassword = system.asksForPassword(updater);
    const offer = { version, notes: releaseNotes(info.releaseNotes), asksForPassword };
    downloaded = { updater, file, files: info.files, offer };
    log.info({ id: asksForPassword ? 'update-waits' : 'update-at-quit', version });
    onOffer(offer);
  }

  async function load(updateFeed: UpdateFeed): Promise<AppUpdater> {
    const updater = await loadUpdater();
    const { after } = clock;
    replaceNetwork(updater, { feed: updateFeed, fetch, after, signal: ended.signal });
    updater.logger = null;
    // A failed check or download also rejects. This listener is for failures of the installation.
    updater.on('error', (error) => {
      if (downloaded !== null) log.warn('updates', error);
    });
    updater.on('appimage-filename-updated', (file) => {
      try {
        ports.onRenamed(file);
      } catch (error) {
        // An error thrown here would count as a failed installation, although the file was replaced.
        log.warn('update-renamed', error);
      }
    });
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = !system.asksForPassword(updater);
    updater.allowPrerelease = false;
    updater.allowDowngrade = false;
    updater.disableWebInstaller = true;
    // Uses the network set above.
    updater.setFeedURL({ provider: 'generic', url: updateFeed.url });
    return updater;
  }

  return {
    get offer() {
      return downloaded?.offer ?? null;
    },
    async install() {
      if (downloaded === null) throw new AppError('internal', 'update-missing');
      const { updater, file, files } = downloaded;
      if (!(await isPublished(file, files))) throw new AppError('internal', 'update-not-published');
      return new Promise<never>((_resolve, reject) => {
        updater.once('error', reject);
        system.installAndRestart(updater);
      });
    },
    dispose() {
      cancel();
      ended.abort(new AppError('internal', 'app-closing'));
    },
  };
}

/** electron-updater compares the hash when it downloads, which may be days before the app restarts. */
async function isPublished(file: string, files: UpdateInfo['files']): Promise<boolean> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const digest = hash.digest('base64');
  return files.some(({ sha512 }) => sha512 === digest);
}

function readFeed(given: UpdatePorts['feed'], log: Log): UpdateFeed | null {
  try {
    return given === null ? null : parseUpdateFeed(given.url, given.publicKey);
  } catch (error) {
    log.error('updates', error);
    return null;
  }
}

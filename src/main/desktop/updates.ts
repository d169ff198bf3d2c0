/**
 * Updates without being asked: the feed is read some time after the start and then daily, what it offers is downloaded
 * behind the person's back and installed when the app quits. Only a feed that the publisher signed is believed, only
 * a later version is taken, and no failure does more than write to the log.
 */
import type { AppUpdater } from 'electron-updater';
import { messageOf } from '#shared/error.ts';
import type { Log } from '../log.ts';
import type { Clock } from '#shared/clock.ts';
import { isGenuine, parseUpdateFeed, type UpdateFeed } from './update-feed.ts';

export interface UpdatePorts {
  /** As it was built in, see `parseUpdateFeed`; null where this build takes no updates. */
  readonly feed: { readonly url: string; readonly publicKey: string } | null;
  /** Loads electron-updater, which is needed by nothing else. */
  readonly loadUpdater: () => Promise<AppUpdater>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

/** The first paint and the first sync go before. */
const FIRST_CHECK_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns the function that ends the checks; what is downloaded by then is still installed on quit */
export function startUpdates({ feed: given, loadUpdater, clock, log }: UpdatePorts): () => void {
  const feed = readFeed(given, log);
  if (feed === null) return () => undefined;
  const { url, publicKey } = feed;
  let loaded: Promise<AppUpdater> | null = null;
  let downloaded: string | null = null;
  let cancel = clock.after(FIRST_CHECK_MS, run);

  function run(): void {
    cancel = clock.after(DAY_MS, run);
    check().catch((error: unknown) => log.warn(`Updates: ${messageOf(error)}`));
  }

  async function check(): Promise<void> {
    const updater = await (loaded ??= load());
    const found = await updater.checkForUpdates();
    if (found === null || !found.isUpdateAvailable) return;
    const { version } = found.updateInfo;
    if (version === downloaded) return;
    if (!isGenuine(found.updateInfo, publicKey)) {
      log.error(`Updates: ${url} offers ${version} without the publisher's signature; it is not taken.`);
      return;
    }
    await updater.downloadUpdate();
    downloaded = version;
    log.info(`Updates: ${version} will be installed when Inkling quits.`);
  }

  async function load(): Promise<AppUpdater> {
    const updater = await loadUpdater();
    updater.logger = null;
    // Every failure of a check or download is also a rejection; this is for those of the installation.
    updater.on('error', (error) => {
      if (downloaded !== null) log.warn(`Updates: ${error.message}`);
    });
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = true;
    updater.allowPrerelease = false;
    updater.allowDowngrade = false;
    updater.disableWebInstaller = true;
    // In place of the number by which electron-updater would let a server recognise this device.
    updater.requestHeaders = { 'x-user-staging-id': 'none' };
    updater.setFeedURL({ provider: 'generic', url });
    return updater;
  }

  return () => cancel();
}

function readFeed(given: UpdatePorts['feed'], log: Log): UpdateFeed | null {
  try {
    return given === null ? null : parseUpdateFeed(given.url, given.publicKey);
  } catch (error) {
    log.error(messageOf(error));
    return null;
  }
}

/** electron-updater's own choice for this system and kind of installation. */
export async function systemUpdater(): Promise<AppUpdater> {
  const { default: electronUpdater } = await import('electron-updater');
  return electronUpdater.autoUpdater;
}

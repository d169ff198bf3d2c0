/**
 * Services of the desktop for pages. A user needs each of them only a few times, but a page under foreign
 * control might never stop. Hence the limits, and the dialogs that such a page cannot answer.
 */
import { clipboard } from 'electron';
import { limitReports, MOST_OF_PAGES_IN_DAY } from '#shared/base/error-report.ts';
import type { Settings } from '#shared/ipc/settings.ts';
import { systemClock } from '../base/clock.ts';
import type { LogFile } from '../device/log-file.ts';
import type { PageServices } from '../ipc/handlers.ts';
import type { Picture } from './account-picture.ts';
import { serveApp } from './app-protocol.ts';
import { watchGestures } from './gestures.ts';
import { hardenPages } from './hardening.ts';
import { openFolder, revealFile } from '../links/open-outside.ts';
import { createPageLinks } from './page-links.ts';
import { createRateLimit } from './rate-limit.ts';
import { createSettingsQuestion } from './settings-question.ts';

/**
 * @param files folder of the pages' files
 * @param settings the current settings
 * @param picture of the signed-in account
 */
export function createPageServices(
  files: string,
  log: LogFile,
  settings: () => Settings,
  picture: () => Promise<Picture | null>,
): PageServices {
  const { now } = systemClock;
  // The app's pages limit their own reports, but a page under foreign control does not, and can also make
  // requests and files fail.
  const report = limitReports(systemClock, log.error, MOST_OF_PAGES_IN_DAY);
  const openExternal = createPageLinks(watchGestures(now), now);
  const limitFolders = createRateLimit(5, now);
  const limitCopies = createRateLimit(20, now);
  serveApp(files, picture, (error) => report('app-file-unreadable', error));
  hardenPages((url) => {
    openExternal(url).catch((error: unknown) => report('link-not-opened', error));
  });
  return {
    openExternal,
    confirmSettings: createSettingsQuestion(settings, now),
    async copyText(text) {
      limitCopies();
      await clipboard.writeText(text);
    },
    async showLogs() {
      limitFolders();
      await openFolder(log.folder, (error) => report('folder-not-opened', error));
    },
    revealFile(file) {
      limitFolders();
      revealFile(file);
    },
    report,
  };
}

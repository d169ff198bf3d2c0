/**
 * What pages get from the desktop. A person does each of these a few times at the most, but a page under foreign control might
 * never stop: hence the limits, and questions that such a page cannot answer.
 */
import { clipboard } from 'electron';
import { describeError, limitReports, MAX_REPORT, MOST_OF_PAGES_IN_DAY } from '#shared/base/error-report.ts';
import type { Settings } from '#shared/ipc/settings.ts';
import { systemClock } from '../base/clock.ts';
import type { LogFile } from '../device/log-file.ts';
import type { PageServices } from '../ipc/handlers.ts';
import { serveApp } from './app-protocol.ts';
import { watchGestures } from './gestures.ts';
import { hardenPages } from './hardening.ts';
import { openFolder, revealFile } from '../links/open-outside.ts';
import { createPageLinks } from './page-links.ts';
import { createRateLimit } from './rate-limit.ts';
import { createSettingsQuestion } from './settings-question.ts';

/**
 * @param files folder of the pages' files
 * @param settings the settings as they are
 */
export function createPageServices(files: string, log: LogFile, settings: () => Settings): PageServices {
  const { now } = systemClock;
  // A page limits its reports itself, but not one under foreign control, which can also make requests and files fail.
  const logReport = limitReports(systemClock, (report) => log.error(report), MOST_OF_PAGES_IN_DAY);
  const logFailure = (what: string, error: unknown): void =>
    logReport(`${what}: ${describeError(error)}`.slice(0, MAX_REPORT));
  const openExternal = createPageLinks(watchGestures(now), now);
  const limitFolders = createRateLimit(5, now);
  const limitCopies = createRateLimit(20, now);
  serveApp(files, logReport);
  hardenPages((url) => {
    openExternal(url).catch((error: unknown) => logFailure('A link was not opened', error));
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
      await openFolder(log.folder, (problem) => logFailure('The folder of the logs was not opened', problem));
    },
    revealFile(file) {
      limitFolders();
      revealFile(file);
    },
    logReport,
    logFailure,
  };
}

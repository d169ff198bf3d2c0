/**
 * "Restart to update": asks, lets the app quit normally, so that all words are safe, and installs at the very
 * end. If the installation fails, the app says so and starts again unchanged.
 */
import { app, BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { messageOf } from '#shared/base/error.ts';
import type { Log } from '#shared/base/log.ts';
import type { Launch } from '../links/launch.ts';
import { relaunch } from './update-system.ts';
import type { UpdateOffer, Updates } from './updates.ts';

export const RESTART_TO_UPDATE = 'Restart to update';

export interface Restart {
  /**
   * Asks whether to restart for the offered update. Does nothing without one, or while the question is open.
   */
  ask(): void;
  /**
   * The last step of quitting: ends the app. If the user chose the update, installs it, and the app starts
   * again in any case.
   * @param launches starts that arrived after the app began to quit
   */
  end(launches: readonly Launch[]): Promise<void>;
}

export function createRestart(updates: Pick<Updates, 'offer' | 'install'>, log: Log): Restart {
  let asking = false;
  let wanted = false;

  async function ask(offer: UpdateOffer): Promise<void> {
    const parent = BrowserWindow.getAllWindows().find((window) => window.isVisible());
    const question = restartQuestion(offer);
    // On macOS a message box without a window blocks everything else.
    const { response } = await (parent === undefined
      ? dialog.showMessageBox(question)
      : dialog.showMessageBox(parent, question));
    wanted = response === 0;
    if (wanted) app.quit();
  }

  return {
    ask() {
      const { offer } = updates;
      if (offer === null || asking) return;
      asking = true;
      ask(offer)
        .catch((error: unknown) => log.error('updates', error))
        .finally(() => {
          asking = false;
        });
    },
    async end(launches) {
      if (!wanted) {
        for (const launch of launches) relaunch(launch);
        app.quit();
        return;
      }
      // Some systems block this program while they install, so a window would seem to hang.
      for (const window of BrowserWindow.getAllWindows()) window.hide();
      try {
        await updates.install();
      } catch (error) {
        log.error('updates', error);
        dialog.showErrorBox(
          'Inkling was not updated',
          `${messageOf(error)}\n\nInkling restarts without the update. Your notes are safe.`,
        );
        relaunch();
        app.quit();
      }
    },
  };
}

function restartQuestion({ version, notes, asksForPassword }: UpdateOffer): MessageBoxOptions {
  const sentences = [
    'Your notes are saved first. This takes a moment.',
    asksForPassword ? 'Your system will ask for an administrator’s password to install it.' : '',
  ];
  return {
    type: 'question',
    title: 'Inkling',
    message: `Restart now to update to Inkling ${version}?`,
    detail: [notes, sentences.filter((sentence) => sentence !== '').join(' ')]
      .filter((part) => part !== '')
      .join('\n\n'),
    buttons: [RESTART_TO_UPDATE, 'Later'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  };
}

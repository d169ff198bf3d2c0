/**
 * Changes of the settings that weaken the user's protection or start the app at login are confirmed in a
 * system dialog. A page under foreign control could request them, but cannot answer the dialog. Changing back
 * needs no confirmation.
 */
import type { Settings } from '#shared/ipc/settings.ts';
import { confirm } from '../system/confirm.ts';
import { createRateLimit } from './rate-limit.ts';

const QUESTIONS = {
  launchAtLogin: {
    asksFor: true,
    message: 'Open Inkling when you log in?',
    detail: 'The quick note shortcut then works as soon as you log in.',
    yes: 'Open at Login',
  },
  storeWithoutKeyStore: {
    asksFor: true,
    message: 'Store your sign-in without a keyring?',
    detail:
      'No keyring is open on this computer to protect it. Other programs you run could use it to read your notes.',
    yes: 'Stay Signed In',
  },
  hideFromScreenSharing: {
    asksFor: false,
    message: 'Show Inkling in shared screens and recordings?',
    detail: 'Anyone who sees your screen in a call, recording or screenshot will see your notes.',
    yes: 'Show',
  },
} as const satisfies Partial<
  Record<keyof Settings, Parameters<typeof confirm>[0] & { readonly asksFor: boolean }>
>;

type Asked = keyof typeof QUESTIONS;
const ASKED: readonly Asked[] = ['launchAtLogin', 'storeWithoutKeyStore', 'hideFromScreenSharing'];
/** Limits a page that asks again after each Cancel. */
const MOST_IN_MINUTE = 5;

/**
 * @param current the current settings
 * @returns a function that asks about a change, and returns it without the settings that the user declined.
 *   While a dialog is open, further ones are not shown and count as declined. It throws AppError `too-often`
 *   for more than five questions in a minute.
 */
export function createSettingsQuestion(
  current: () => Settings,
  now: () => number,
): (change: Partial<Settings>) => Promise<Partial<Settings>> {
  const limit = createRateLimit(MOST_IN_MINUTE, now);
  let asking = false;

  async function isWanted(setting: Asked): Promise<boolean> {
    if (asking) return false;
    limit();
    asking = true;
    try {
      return await confirm(QUESTIONS[setting]);
    } finally {
      asking = false;
    }
  }

  return async (change) => {
    let confirmed = change;
    for (const setting of ASKED) {
      const { asksFor } = QUESTIONS[setting];
      if (change[setting] !== asksFor || current()[setting] === asksFor || (await isWanted(setting)))
        continue;
      const { [setting]: _refused, ...others } = confirmed;
      confirmed = others;
    }
    return confirmed;
  };
}

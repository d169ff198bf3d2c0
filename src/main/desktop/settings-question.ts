/**
 * Settings that protect the person less, or start the app by itself, are turned on in a dialog of the system: a page under foreign
 * control could ask for them, but it cannot answer. Turning them off needs no answer.
 */
import type { Settings } from '#shared/settings.ts';
import { confirm } from './confirm.ts';

const QUESTIONS = {
  launchAtLogin: {
    message: 'Open Inkling whenever you log in?',
    detail: 'Inkling then runs from the start, so that the shortcut for a quick note works.',
    yes: 'Open at Login',
  },
  keepWithoutKeyStore: {
    message: 'Store your sign-in without a keyring?',
    detail:
      'No keyring is open on this computer to protect it. Other programs that you run could use it to read your notes.',
    yes: 'Stay Signed In',
  },
} as const satisfies Partial<Record<keyof Settings, Parameters<typeof confirm>[0]>>;

type Asked = keyof typeof QUESTIONS;
const ASKED: readonly Asked[] = ['launchAtLogin', 'keepWithoutKeyStore'];

/**
 * @param current the settings as they are
 * @returns a function that asks about what a change turns on, and returns the change without what the person did not want. While a
 * question is open, no other is asked: it counts as not wanted.
 */
export function createSettingsQuestion(
  current: () => Settings,
): (change: Partial<Settings>) => Promise<Partial<Settings>> {
  let asking = false;

  async function isWanted(setting: Asked): Promise<boolean> {
    if (asking) return false;
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
      if (change[setting] !== true || current()[setting] === true || (await isWanted(setting))) continue;
      const { [setting]: _refused, ...others } = confirmed;
      confirmed = others;
    }
    return confirmed;
  };
}

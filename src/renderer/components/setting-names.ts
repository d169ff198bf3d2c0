/** The settings by the ids of their rows, and which of them a device has. */
import type { SettingsState } from '#shared/ipc/settings.ts';

export const SETTING_NAMES = {
  theme: 'Theme',
  shortcut: 'Shortcut',
  command: 'Command',
  login: 'Open when I log in',
  hidden: 'Start in the background',
  languages: 'Languages',
  trash: 'Empty the trash after',
  export: 'Export all notes',
  import: 'Import notes',
  'sign-in': 'Sign-in',
  'screen-sharing': 'Hide from screen sharing',
  storage: 'Storage',
  history: 'History',
  diagnostics: 'Diagnostics',
  about: 'About Inkling',
} as const;

export type SettingId = keyof typeof SETTING_NAMES;

type DeviceState = Pick<SettingsState, 'canHideFromScreenSharing' | 'sessionProtection'>;

/** How the sign-in is stored is a question only on a device without a key store that protects it. */
export function isSettingShown(id: SettingId, state: DeviceState): boolean {
  if (id === 'screen-sharing') return state.canHideFromScreenSharing;
  return id !== 'sign-in' || state.sessionProtection === 'none' || state.sessionProtection === 'known-key';
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
export const SETTING_IDS = Object.keys(SETTING_NAMES) as readonly SettingId[];

/** Other words for commands and settings, by which the box finds them. */
import type { OfferedCommand } from '#shared/ipc/commands.ts';
import type { SettingId } from '../components/setting-names.ts';

export const COMMAND_SYNONYMS: Readonly<Partial<Record<OfferedCommand['id'], string>>> = {
  'new-note': 'create add write',
  'quick-note': 'create add write capture',
  search: 'find filter',
  notes: 'home all',
  archive: 'archived done',
  trash: 'bin deleted removed restore',
  undo: 'revert back',
  redo: 'again repeat',
  'edit-labels': 'tags rename create new label',
  settings: 'preferences options configuration',
  transfer: 'takeout keep backup move migrate markdown',
  sync: 'refresh synchronise synchronize cloud',
  shortcuts: 'help keyboard keys hotkeys',
  about: 'help version update licence license support',
  'log-out': 'sign out logout exit account switch',
  move: 'done',
  pin: 'favourite favorite star top',
  labels: 'tags',
  colour: 'color tint background',
  'throw-away': 'remove bin',
  select: 'mark choose',
  'select-all': 'mark everything',
};

export const SETTING_SYNONYMS: Readonly<Record<SettingId, string>> = {
  theme: 'dark light mode night appearance colour color look',
  shortcut: 'quick note keys hotkey keyboard',
  command: 'quick note terminal keys',
  login: 'start launch autostart startup boot',
  hidden: 'background start minimised minimized startup tray',
  languages: 'spelling spell check dictionary',
  trash: 'bin delete automatically days',
  export: 'backup takeout download save markdown zip',
  import: 'takeout keep move migrate restore markdown evernote',
  'sign-in': 'stay signed in keyring password session',
  'screen-sharing': 'privacy screenshot recording',
  storage: 'disk space size backups',
  history: 'versions clear privacy',
  diagnostics: 'log logs help problem error bug',
  about: 'help version',
};

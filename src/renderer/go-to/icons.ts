/** The icon of each entry. */
import type { FluentIcon } from '@fluentui/react-icons';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { ArchiveRegular } from '@fluentui/react-icons/svg/archive';
import { ArrowExportRegular } from '@fluentui/react-icons/svg/arrow-export';
import { ArrowImportRegular } from '@fluentui/react-icons/svg/arrow-import';
import { ArrowRedoRegular } from '@fluentui/react-icons/svg/arrow-redo';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { ArrowUndoRegular } from '@fluentui/react-icons/svg/arrow-undo';
import { BugRegular } from '@fluentui/react-icons/svg/bug';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { CodeRegular } from '@fluentui/react-icons/svg/code';
import { ColorRegular } from '@fluentui/react-icons/svg/color';
import { DarkThemeRegular } from '@fluentui/react-icons/svg/dark-theme';
import { DatabaseRegular } from '@fluentui/react-icons/svg/database';
import { DeleteRegular } from '@fluentui/react-icons/svg/delete';
import { EyeOffRegular } from '@fluentui/react-icons/svg/eye-off';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { InfoRegular } from '@fluentui/react-icons/svg/info';
import { KeyboardRegular } from '@fluentui/react-icons/svg/keyboard';
import { LocalLanguageRegular } from '@fluentui/react-icons/svg/local-language';
import { NoteAddRegular } from '@fluentui/react-icons/svg/note-add';
import { PersonKeyRegular } from '@fluentui/react-icons/svg/person-key';
import { PinRegular } from '@fluentui/react-icons/svg/pin';
import { PowerRegular } from '@fluentui/react-icons/svg/power';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import { WindowRegular } from '@fluentui/react-icons/svg/window';
import type { OfferedCommand } from '#shared/ipc/commands.ts';
import type { SettingId } from '../components/setting-names.ts';
import { LIST_INFO } from '../notes/state/lists.ts';
import type { Entry } from './entries.ts';

const COMMAND_ICONS: Readonly<Record<OfferedCommand['id'], FluentIcon>> = {
  'new-note': AddRegular,
  'quick-note': NoteAddRegular,
  search: SearchRegular,
  notes: LIST_INFO.active.icon,
  archive: LIST_INFO.archived.icon,
  trash: LIST_INFO.trashed.icon,
  undo: ArrowUndoRegular,
  redo: ArrowRedoRegular,
  'edit-labels': TagRegular,
  settings: SettingsRegular,
  transfer: ArrowImportRegular,
  sync: ArrowSyncRegular,
  shortcuts: KeyboardRegular,
  about: InfoRegular,
  'log-out': SignOutRegular,
  move: ArchiveRegular,
  pin: PinRegular,
  labels: TagRegular,
  colour: ColorRegular,
  'throw-away': DeleteRegular,
  select: CheckmarkCircleRegular,
  'select-all': CheckmarkCircleRegular,
};

const SETTING_ICONS: Readonly<Record<SettingId, FluentIcon>> = {
  theme: DarkThemeRegular,
  shortcut: KeyboardRegular,
  command: CodeRegular,
  login: PowerRegular,
  hidden: WindowRegular,
  languages: LocalLanguageRegular,
  trash: DeleteRegular,
  export: ArrowExportRegular,
  import: ArrowImportRegular,
  'sign-in': PersonKeyRegular,
  'screen-sharing': EyeOffRegular,
  storage: DatabaseRegular,
  history: HistoryRegular,
  diagnostics: BugRegular,
  about: InfoRegular,
};

export function iconOf(entry: Entry): FluentIcon {
  if (entry.kind === 'command') return COMMAND_ICONS[entry.command.id];
  if (entry.kind === 'setting') return SETTING_ICONS[entry.id];
  if (entry.kind === 'label') return TagRegular;
  return LIST_INFO[entry.list].icon;
}

import { breaking, type Mutation } from '../mutation.ts';

const HISTORY = 'src/account/tables/history.ts';

export const OF_DISK: readonly Mutation[] = [
  breaking('C1', 'src/disk/folder.ts', 'mode: 0o700', 'mode: 0o755'),
  breaking('C1', 'src/account/database/new-database.ts', "'wx', 0o600", "'wx', 0o644"),
  breaking('C1', 'src/main/device/log-file.ts', '{ mode: 0o600 }', '{ mode: 0o644 }'),
  breaking('C2', 'src/disk/close-to-others.ts', 'isOpen && (stats.isFile()', 'isOpen && (!stats.isFile()'),
  breaking('C3', 'src/account/database/open.ts', 'secure_delete = ON', 'secure_delete = FAST'),
  breaking('C4', 'src/account/upkeep/upkeep.ts', 'const HISTORY_DAYS = 30;', 'const HISTORY_DAYS = 31;'),
  breaking('C4', HISTORY, "db.exec('DELETE FROM history WHERE is_missing = 0')", 'undefined'),
  breaking('C4', HISTORY, "'DELETE FROM history WHERE is_missing = 0'", "'DELETE FROM history'"),
  breaking('C4', HISTORY, 'expiry_start < ? AND is_missing = 0', 'expiry_start < ?'),
  breaking('C5', 'src/account/upkeep/daily-backup.ts', 'const MOST_BACKUPS = 2;', 'const MOST_BACKUPS = 3;'),
  breaking(
    'C5',
    'src/account/upkeep/daily-backup.ts',
    'ERASING.nextAfterMs : DAY_MS',
    'ERASING.nextAfterMs : 2 * DAY_MS',
  ),
  breaking('C5', 'src/account/upkeep/daily-backup.ts', 'ERASING.nextAfterMs : DAY_MS', 'DAY_MS : DAY_MS'),
  breaking(
    'C6',
    'src/main/account/host.ts',
    '(taken) => filesOf(uid).remove(taken)',
    'async () => undefined',
  ),
  breaking(
    'C7',
    'src/main/account/files.ts',
    'await mark(folder, taken);\n        throw error;',
    'throw error;',
  ),
  breaking(
    'C8',
    'src/main/device/settings-file.ts',
    '{ ...emptyTrashAfter, [accountDigest(uid)]: days }',
    '{ ...emptyTrashAfter, [accountDigest(uid)]: days, [uid]: days }',
  ),
  breaking(
    'C9',
    'src/main/windows/screen-sharing.ts',
    'window.setContentProtection(hidden);',
    'void window;',
  ),
  breaking(
    'C10',
    'src/main/windows/screen-sharing.ts',
    "platform === 'win32' || platform === 'darwin'",
    "platform !== 'android'",
  ),
  breaking('C111', 'src/account/transfer/export.ts', 'const MODE = 0o600;', 'const MODE = 0o644;'),
  breaking('C111', 'src/account/transfer/attachments.ts', 'const MODE = 0o600;', 'const MODE = 0o644;'),
  breaking('C113', 'src/account/database/erasure.ts', 'if (removal <= truncatedAt) {', 'if (removal >= 0) {'),
  breaking(
    'C113',
    'src/account/database/erasure.ts',
    'if (removal === 0) return',
    'if (removal >= 0) return',
  ),
  breaking('C113', 'src/account/upkeep/daily-backup.ts', 'mostAgeMs: 23', 'mostAgeMs: 48'),
];

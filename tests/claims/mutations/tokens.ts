import { breaking, type Mutation } from '../mutation.ts';

const SESSION_FILE = 'src/main/auth/session-file.ts';

export const OF_TOKENS: readonly Mutation[] = [
  breaking(
    'C11',
    SESSION_FILE,
    'const bytes = await encryption.encrypt(text);',
    'const bytes = Buffer.from(text);',
  ),
  breaking(
    'C11',
    'src/main/auth/identity-toolkit.ts',
    "throw new AppError('sign-in-failed', problemOf(answer, ACCOUNT));",
    "throw new AppError('sign-in-failed', problemOf(answer, ACCOUNT), { cause: new Error(answer.text) });",
  ),
  breaking('C12', SESSION_FILE, "'wx', 0o600", "'wx', 0o644"),
  breaking('C13', SESSION_FILE, 'storeWithoutKeyStore() === true', 'storeWithoutKeyStore() !== false'),
  breaking('C13', 'src/main/system/encryption.ts', "const KNOWN_KEY = 'v10';", "const KNOWN_KEY = 'v11';"),
  breaking('C14', SESSION_FILE, 'byKnownKey && storeWithoutKeyStore() === false', 'false'),
  breaking(
    'C15',
    SESSION_FILE,
    'for (const path of [file, temporary, setAside]) {',
    'for (const path of [file]) {',
  ),
  breaking('C15', SESSION_FILE, 'await truncate(path)', 'await chmod(path, 0o600)'),
  breaking(
    'C16',
    'src/main/system/password-store.ts',
    'app.commandLine.appendSwitch(SWITCH, store);',
    "app.commandLine.appendSwitch(SWITCH, store); app.commandLine.appendSwitch('log-net-log', '/tmp/net.json');",
  ),
  breaking(
    'C16',
    'src/main/index.ts',
    "import { app, dialog } from 'electron';",
    "import { app, crashReporter, dialog } from 'electron'; crashReporter.start({ uploadToServer: false });",
  ),
];

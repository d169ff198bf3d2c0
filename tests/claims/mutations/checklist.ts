import { breaking, type Mutation } from '../mutation.ts';

const PREFERENCES = 'src/main/windows/page-preferences.ts';
const HARDENING = 'src/main/guard/hardening.ts';

export const OF_CHECKLIST: readonly Mutation[] = [
  breaking(
    'C78',
    'src/main/guard/content-security-policy.ts',
    `"script-src 'self'",`,
    `"script-src 'self' https:",`,
  ),
  breaking('C79', PREFERENCES, 'nodeIntegration: false', 'nodeIntegration: true'),
  breaking('C80', PREFERENCES, 'contextIsolation: true', 'contextIsolation: false'),
  breaking('C81', PREFERENCES, 'sandbox: true', 'sandbox: false'),
  breaking(
    'C82',
    HARDENING,
    '(_contents, _permission, decide) => decide(false)',
    "(_contents, permission, decide) => decide(!['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'new one'].includes(permission))",
  ),
  breaking(
    'C82',
    HARDENING,
    'setPermissionCheckHandler(() => false)',
    "setPermissionCheckHandler((_contents, permission) => permission === 'fullscreen')",
  ),
  breaking('C83', PREFERENCES, 'webSecurity: true', 'webSecurity: false'),
  breaking(
    'C84',
    'src/main/guard/content-security-policy.ts',
    `"default-src 'none'",`,
    `"default-src 'self'",`,
  ),
  breaking('C85', PREFERENCES, 'webSecurity: true,', 'webSecurity: true, allowRunningInsecureContent: true,'),
  breaking('C86', PREFERENCES, 'webSecurity: true,', 'webSecurity: true, experimentalFeatures: true,'),
  breaking(
    'C87',
    PREFERENCES,
    'webSecurity: true,',
    "webSecurity: true, enableBlinkFeatures: 'CSSVariables',",
  ),
  breaking('C88', PREFERENCES, 'webSecurity: true,', 'webSecurity: true, webviewTag: true,'),
  breaking('C89', HARDENING, "contents.on('will-attach-webview', (event) => event.preventDefault());", ''),
  breaking('C90', 'src/main/ipc/sender.ts', ' && host === APP_HOST', ''),
  breaking('C90', HARDENING, 'if (!isOwnPage(event.url)) event.preventDefault();', ''),
  breaking('C91', HARDENING, "return { action: 'deny' };", "return { action: 'allow' };"),
  breaking(
    'C92',
    'src/main/links/open-outside.ts',
    "['http:', 'https:'].includes",
    "['http:', 'https:', 'smb:'].includes",
  ),
  breaking(
    'C92',
    'src/main/links/open-outside.ts',
    "ONE_MAIL_ADDRESS.test(decodeURIComponent(href.slice(protocol.length)).normalize('NFKC'))",
    '/^[^\\s,;:?&#/@]+@[^\\s,;:?&#/@]+$/u.test(href.slice(protocol.length))',
  ),
  breaking('C92', 'src/main/links/open-outside.ts', ".normalize('NFKC')", ''),
  breaking('C94', 'src/main/ipc/sender.ts', ' && host === APP_HOST', ''),
  breaking(
    'C95',
    'src/main/guard/app-protocol.ts',
    "file.startsWith(path.resolve(root) + path.sep) && !name.includes('\\0')",
    "!name.includes('\\0')",
  ),
  breaking('C95', 'src/main/guard/app-protocol.ts', 'if (host !== APP_HOST) return null;', ''),
  breaking('C96', 'electron-builder.yml', 'runAsNode: false', 'runAsNode: true'),
  breaking(
    'C97',
    'src/preload/index.ts',
    '(_event, payload) => listener(payload)',
    '(event, payload) => listener({ event, ...payload })',
  ),
];

import { breaking, type Mutation } from '../mutation.ts';

const DEEP_LINK = 'src/main/links/deep-link.ts';
const INDEX = 'src/main/index.ts';
const HARDENING = 'src/main/guard/hardening.ts';

export const OF_LINKS: readonly Mutation[] = [
  breaking('C46', 'src/main/links/link-words.ts', 'waiting = [];', ''),
  breaking(
    'C46',
    'src/main/compose.ts',
    'if (linkWords.add(link.content)) shell.launch',
    "void waitingWords.add(accounts.current?.uid ?? null, { place: 'note', content: link.content }); if (linkWords.add(link.content)) shell.launch",
  ),
  breaking(
    'C47',
    'src/main/links/launch.ts',
    "argument === '--' || isDeepLink(argument)",
    "argument === '--'",
  ),
  breaking(
    'C48',
    'src/main/links/offer-links.ts',
    "const BEFORE_LINK = ['--'];",
    'const BEFORE_LINK: string[] = [];',
  ),
  breaking(
    'C49',
    DEEP_LINK,
    "if (address.includes('#') || !hasWholeParameters(url.search)) return DAMAGED;",
    '',
  ),
  breaking('C49', DEEP_LINK, 'if (address.length > MOST) return TOO_LONG;', ''),
  breaking('C49', DEEP_LINK, 'if (!isOneLine(title) || hasControls(text)) return DAMAGED;', ''),
  breaking('C50', 'src/main/links/invisible.ts', "text.replaceAll(PATTERN, '$1')", 'text'),
  breaking('C51', 'src/renderer/shell/follow-link.ts', 'return isTyping() ?', 'return document.hidden ?'),
  breaking(
    'C51',
    'src/renderer/shell/follow-link.ts',
    'if (hasUnsavedWords()) return',
    'if (document.hidden) return',
  ),
  breaking('C52', 'src/shared/ipc/link.ts', 'if (waiting.length >= MOST_WAITING_LINKS) return false;', ''),
  breaking(
    'C52',
    'src/shared/ipc/link.ts',
    'return utf8Length(words) <= MOST_WAITING_BYTES;',
    "return words !== '';",
  ),
  breaking(
    'C53',
    INDEX,
    'if (waitingLaunches.length < MOST_WAITING_LINKS)',
    'if (waitingLaunches.length < 100)',
  ),
  breaking('C54', INDEX, 'if (app.isPackaged) refuseUnsafeStart();', ''),
  breaking('C54', HARDENING, "  'remote-debugging-pipe',\n", ''),
  breaking('C54', HARDENING, 'for (const name of found) commandLine.removeSwitch(name);', ''),
  breaking('C54', HARDENING, "  'disable-site-isolation-trials',\n", ''),
  breaking(
    'C54',
    HARDENING,
    "feature !== '' && !HARMLESS_FEATURE.test(feature)",
    "feature === 'IsolatedWebApps'",
  ),
  breaking('C54', HARDENING, 'ConnectionAllowlists', 'SitePerProcess'),
  breaking('C55', HARDENING, "delete process.env['SSLKEYLOGFILE'];", ''),
  breaking('C56', INDEX, "app.setPath('userData', folder);", ''),
  breaking('C56', INDEX, "app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');", ''),
];

import { breaking, type Mutation } from '../mutation.ts';

const FEED = 'src/main/updates/update-feed.ts';
const NETWORK = 'src/main/updates/update-network.ts';
const UPDATES = 'src/main/updates/updates.ts';
const RESTART = 'src/main/updates/restart.ts';
const NOTES = 'src/main/updates/release-notes.ts';

export const OF_UPDATES: readonly Mutation[] = [
  breaking('C98', FEED, "if (!isSafe(url)) throw new AppError('config-invalid', 'feed-address-wrong');", ''),
  breaking('C99', UPDATES, 'cancel = clock.after(DAY_MS, () => run(updateFeed));', ''),
  breaking('C100', NETWORK, "method: 'GET', signal", "method: 'GET', headers: options.headers, signal"),
  breaking(
    'C101',
    FEED,
    'isGenuine ? new TextDecoder().decode(feed) : null',
    'new TextDecoder().decode(feed)',
  ),
  breaking('C101', FEED, 'Buffer.concat([Buffer.from(`${name}\\n`), feed])', 'Buffer.from(feed)'),
  breaking('C102', UPDATES, 'updater.allowDowngrade = false;', 'updater.allowDowngrade = true;'),
  breaking(
    'C102',
    NETWORK,
    "typeof sha512 !== 'string' || !SHA_512.test(sha512)",
    "typeof sha512 !== 'string'",
  ),
  breaking('C103', NETWORK, "if (hash.digest('base64') !== sha512)", "if (hash.digest('base64') === '')"),
  breaking('C105', NETWORK, 'if (received > mostBytes)', 'if (received < 0)'),
  breaking('C104', UPDATES, 'if (!(await isPublished(file, files)))', 'if (files.length === 0)'),
  breaking('C105', NETWORK, "ended.abort(new AppError('network', 'update-too-slow'))", 'undefined'),
  breaking('C106', NETWORK, "redirect: 'error'", "redirect: 'follow'"),
  breaking('C106', NETWORK, 'updater.disableDifferentialDownload = true;', ''),
  breaking(
    'C107',
    NETWORK,
    "if (!('httpExecutor' in updater)) throw new AppError('internal', 'updater-unknown');",
    '',
  ),
  breaking('C107', NETWORK, 'updater.httpExecutor = createUpdateNetwork(ports);', ''),
  breaking('C108', RESTART, 'if (wanted) app.quit();', 'if (wanted) void updates.install();'),
  breaking('C109', NOTES, ".replaceAll(UNWANTED, '')", ''),
  breaking('C109', RESTART, 'asksForPassword ? ', "asksForPassword && version === '' ? "),
  breaking(
    'C110',
    UPDATES,
    'updater.autoInstallOnAppQuit = !system.asksForPassword(updater);',
    'updater.autoInstallOnAppQuit = true;',
  ),
];

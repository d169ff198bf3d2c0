import { breaking, type Mutation } from '../mutation.ts';

const POLICY = 'src/main/guard/content-security-policy.ts';
const PLAIN_DATA = 'src/shared/ipc/plain-data.ts';
const REQUESTS = 'src/shared/ipc/requests.ts';
const ROUTER = 'src/main/ipc/router.ts';
const PAGE_LINKS = 'src/main/guard/page-links.ts';
const QUESTION = 'src/main/guard/settings-question.ts';
const SERVICES = 'src/main/guard/page-services.ts';
const KEEP_PAGE = 'src/account/transfer/notes/keep-page.ts';

export const OF_CONTENT: readonly Mutation[] = [
  breaking(
    'C60',
    'src/renderer/notes/card/note-text.tsx',
    '<span key={key}>{run.text}</span>',
    '<span key={key} dangerouslySetInnerHTML={{ __html: run.text }} />',
  ),
  breaking('C61', POLICY, `"script-src 'self'",`, `"script-src 'self' 'unsafe-inline'",`),
  breaking('C61', POLICY, `"connect-src 'self'",`, `"connect-src *",`),
  breaking('C61', POLICY, `"require-trusted-types-for 'script'",`, ''),
  breaking('C62', POLICY, `"trusted-types 'none'", 'sandbox'`, `"trusted-types 'none'"`),
  breaking(
    'C63',
    'src/main/auth/sign-in-attempt.ts',
    'URL.parse(picture)?.origin === PICTURE_ORIGIN ? picture : null',
    "picture === '' ? null : picture",
  ),
  breaking('C64', 'src/account/transfer/sources/zip.ts', 'if (start < end) overlapping.add(entry);', ''),
  breaking(
    'C64',
    'src/account/transfer/sources/read-bytes.ts',
    'if (size > most) throw new TooLargeError();',
    '',
  ),
  breaking(
    'C64',
    'src/account/transfer/sources/read-json.ts',
    'requireAtMost(Math.max(commas, containers), MOST_VALUES);',
    '',
  ),
  breaking('C64', 'src/account/transfer/sources/read-json.ts', 'Math.max(commas, containers)', 'commas'),
  breaking(
    'C64',
    'src/account/transfer/programs/google-keep.ts',
    'wordless.set(place, file);',
    'wordless.set(place, Object.assign(file, { value }));',
  ),
  breaking('C64', 'src/account/transfer/programs/google-keep.ts', 'wordless.delete(exactPlaceOf(file));', ''),
  breaking(
    'C64',
    'src/account/transfer/sources/sources.ts',
    '!filesBudget.take(archive.count)',
    'archive.count < 0',
  ),
  breaking(
    'C64',
    'src/account/transfer/sources/sources.ts',
    'constants.O_RDONLY | constants.O_NONBLOCK',
    'constants.O_RDONLY',
  ),
  breaking('C64', KEEP_PAGE, 'if (isTelling(one)) classes', 'classes'),
  breaking(
    'C64',
    'src/account/transfer/copies.ts',
    '    return last.words;\n  }',
    '    holders.set(String(holders.size), [last as never]);\n    return last.words;\n  }',
  ),
  breaking(
    'C64',
    KEEP_PAGE,
    'page.addresses.get(src) ??',
    "[...page.addresses.values()][Number(src.replace('embedded-picture:', ''))] ??",
  ),
  breaking(
    'C64',
    'src/account/transfer/notes/front-matter.ts',
    'const MOST_YAML = 64 * 1024;',
    'const MOST_YAML = 64 * 1024 * 1024;',
  ),
  {
    claim: 'C64',
    changes: [
      { file: KEEP_PAGE, from: 'const MOST_DEPTH = 100;', to: 'const MOST_DEPTH = 1e9;' },
      { file: KEEP_PAGE, from: 'const MOST_ELEMENTS = 50_000;', to: 'const MOST_ELEMENTS = 1e9;' },
    ],
  },
  breaking(
    'C64',
    'src/account/transfer/sources/sources.ts',
    'else if (stats.isFile()) await',
    'else if (stats.nlink > 0) await',
  ),
  breaking(
    'C65',
    'src/account/transfer/sources/zip.ts',
    "if (name.endsWith('/')) continue;",
    "if (name.endsWith('/')) continue; if (typeof file === 'string') (await import('node:fs')).writeFileSync((await import('node:path')).join(file, '..', `x${name.replaceAll(/\\W/gu, '')}`), '');",
  ),
  breaking('C66', ROUTER, '      checkSender(event);\n', ''),
  breaking('C66', ROUTER, 'frame.parent !== null || ', ''),
  breaking('C67', REQUESTS, 'if (!isPlainData(args))', 'if (args.length > 99)'),
  breaking('C67', PLAIN_DATA, 'values > MOST_VALUES || level > MOST_LEVELS', 'false'),
  breaking('C67', PLAIN_DATA, 'names.length === value.length && ', ''),
  breaking('C68', ROUTER, 'return { ok: false, error: toPlainError(error) };', 'throw error;'),
  breaking(
    'C69',
    'src/main/guard/gestures.ts',
    'time - last < LIFETIME_MS',
    'time - last < 10 * LIFETIME_MS',
  ),
  breaking(
    'C69',
    'src/main/guard/gestures.ts',
    '      last = null;\n      return isFresh;',
    '      return isFresh;',
  ),
  breaking('C69', PAGE_LINKS, 'if (gestures.use() || (await isWanted(href)))', 'if (gestures.use() || href)'),
  breaking('C70', PAGE_LINKS, 'const MOST_IN_MINUTE = 20;', 'const MOST_IN_MINUTE = 21;'),
  breaking('C70', PAGE_LINKS, 'if (asking) throw tooOften();', ''),
  breaking(
    'C70',
    'src/shared/ipc/link.ts',
    'export const MAX_ADDRESS = 2081;',
    'export const MAX_ADDRESS = 4000;',
  ),
  breaking('C71', QUESTION, 'const MOST_IN_MINUTE = 5;', 'const MOST_IN_MINUTE = 6;'),
  breaking(
    'C71',
    QUESTION,
    "const ASKED: readonly Asked[] = ['launchAtLogin', ",
    'const ASKED: readonly Asked[] = [',
  ),
  breaking('C71', 'src/main/system/confirm.ts', 'defaultId: 1,', 'defaultId: 0,'),
  breaking('C72', 'src/main/guard/rate-limit.ts', 'if (times.length >= most) throw tooOften();', ''),
  breaking('C72', SERVICES, '      limitCopies();\n', ''),
  breaking('C72', SERVICES, 'createRateLimit(5, now)', 'createRateLimit(50, now)'),
  breaking(
    'C73',
    'src/shared/ipc/accelerator.ts',
    "c: 'copy', v: 'paste', x: 'cut'",
    "c: 'copy', v: 'paste'",
  ),
  breaking('C73', 'src/shared/ipc/accelerator.ts', "'~': 'shift+`',", ''),
  breaking(
    'C112',
    'src/preload/index.ts',
    "if (channel === IMPORT_DROPPED) throw new Error('A page cannot name files');",
    '',
  ),
  breaking(
    'C112',
    'src/preload/index.ts',
    '    requireString(channel);\n    if (channel === IMPORT_DROPPED)',
    '    if (channel === IMPORT_DROPPED)',
  ),
  breaking('C112', 'src/preload/index.ts', 'Array.from(files, (file) =>', 'files.map((file) =>'),
  breaking(
    'C115',
    'src/main/guard/hardening.ts',
    "pages.on('will-download', (event) => event.preventDefault());",
    '',
  ),
  breaking('C114', 'src/main/index.ts', '      await cutOffPages();\n', ''),
  breaking('C114', 'src/main/system/page-session.ts', 'http://127.0.0.1:0', 'http://127.0.0.1:1'),
  breaking('C114', 'src/main/guard/app-protocol.ts', "'connection-allowlist': PAGE_CONNECTIONS,", ''),
  breaking(
    'C114',
    'src/main/system/page-session.ts',
    "commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp');",
    '',
  ),
  breaking(
    'C114',
    'src/main/system/page-session.ts',
    'dnsPrefetchingEnabled=false',
    'dnsPrefetchingEnabled=true',
  ),
  breaking(
    'C114',
    'src/main/guard/hardening.ts',
    "contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');",
    '',
  ),
  breaking(
    'C63',
    'src/main/guard/account-picture.ts',
    ' || URL.parse(current)?.origin !== PICTURE_ORIGIN',
    '',
  ),
  breaking(
    'C63',
    'src/main/guard/account-picture.ts',
    'status === 200 && type !== undefined',
    "type !== 'text/html'",
  ),
];

import { breaking, type Mutation } from '../mutation.ts';

const GOOGLE = 'src/main/auth/google.ts';
const LOOPBACK = 'src/main/auth/loopback.ts';
const ATTEMPT = 'src/main/auth/sign-in-attempt.ts';
const AUTH = 'src/main/auth/auth.ts';
const HTTP = 'src/main/auth/http.ts';

export const OF_SIGN_IN: readonly Mutation[] = [
  breaking('C22', GOOGLE, "prompt: 'select_account',", ''),
  breaking(
    'C22',
    GOOGLE,
    'code_challenge_method: CodeChallengeMethod.S256',
    'code_challenge_method: CodeChallengeMethod.Plain',
  ),
  breaking('C22', GOOGLE, 'randomBytes(32).toString', 'Buffer.alloc(32).toString'),
  breaking('C23', LOOPBACK, "const HOST = '127.0.0.1';", "const HOST = '127.0.0.2';"),
  breaking('C23', LOOPBACK, 'server.listen(0, HOST);', 'server.listen(0);'),
  breaking(
    'C23',
    ATTEMPT,
    'export const SIGN_IN_TIMEOUT = 5 * 60_000;',
    'export const SIGN_IN_TIMEOUT = 6 * 60_000;',
  ),
  breaking('C23', ATTEMPT, 'export const WATCH_TIME = 60_000;', 'export const WATCH_TIME = 70_000;'),
  breaking(
    'C24',
    LOOPBACK,
    'if (!isSame(cookieOf(request, cookie.name), cookie.value))',
    'if (target === null)',
  ),
  breaking('C24', LOOPBACK, 'return `http://${authority}${beginPath}`;', 'return location;'),
  breaking('C25', LOOPBACK, "if (!isSame(single(url, 'state'), state))", 'if (target === null)'),
  breaking(
    'C25',
    LOOPBACK,
    'if (request.headers.host !== authority)',
    'if (request.headers.host === undefined)',
  ),
  breaking('C25', LOOPBACK, "if (request.method !== 'GET')", "if (request.method === 'TRACE')"),
  breaking('C25', LOOPBACK, 'else if (browser !== null) send', 'else if (target === null) send'),
  breaking('C26', LOOPBACK, '    if (openings > 1) {\n', '    if (openings > 99) {\n'),
  breaking('C26', ATTEMPT, "openedTwice.abort(signInError('opened-twice'));", ''),
  breaking('C27', AUTH, 'else if (begun !== null && session?.tokens === begun)', 'else if (disposed)'),
  breaking('C27', AUTH, "if (attempt === null) endAttempt('sign-in-confirmed');", ''),
  breaking(
    'C28',
    'src/renderer/session/sign-in.ts',
    'showNotice({ text: `Signed in as ${nameOf(session.user)}` });',
    '',
  ),
  breaking('C29', LOOPBACK, 'oldest.destroy();', ''),
  breaking('C29', LOOPBACK, 'connections.values().find(', '[...connections].findLast('),
  breaking('C30', 'src/main/auth/result-page.ts', "`default-src 'none'; style-src", '`style-src'),
  breaking('C31', GOOGLE, 'audience: config.clientId,', ''),
  breaking('C31', GOOGLE, 'issuer: config.endpoints?.issuer ?? ISSUERS,', ''),
  breaking('C31', GOOGLE, 'const SERVER_TOLERANCE = 60;', 'const SERVER_TOLERANCE = 60_000_000;'),
  breaking('C32', HTTP, "redirect: 'error'", "redirect: 'follow'"),
  breaking('C32', HTTP, 'if (size > MAX_ANSWER)', 'if (size < 0)'),
  breaking('C32', HTTP, "ended.abort(new AppError('network', 'server-silent'));", ''),
  breaking(
    'C32',
    'src/main/auth/identity-toolkit.ts',
    'if (answer.status === 400 && refusal !== undefined)',
    'if (answer.status !== 200)',
  ),
];

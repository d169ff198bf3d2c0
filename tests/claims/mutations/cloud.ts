import { breaking, type Mutation } from '../mutation.ts';

const RULES = 'firebase/firestore.rules';
const LOAD = 'src/main/config/load.ts';
const CLIENT = 'src/cloud/firestore-client.ts';
const WAITING = 'src/main/device/waiting-words.ts';
const HOST = 'src/main/account/host.ts';

export const OF_CLOUD: readonly Mutation[] = [
  breaking('C33', RULES, 'hasGoogleAccount() && data.uid == request.auth.uid', 'hasGoogleAccount()'),
  breaking('C33', RULES, 'allow list: if owns(resource.data);', 'allow list: if true;'),
  breaking(
    'C34',
    RULES,
    "request.auth != null && request.auth.token.firebase.sign_in_provider == 'google.com'",
    'request.auth != null',
  ),
  breaking(
    'C35',
    LOAD,
    'if (!sources.packaged) return config;',
    'if (sources.userData !== "") return config;',
  ),
  breaking('C36', LOAD, "if (packaged && baked !== '') return bakedIn;", ''),
  breaking('C36', CLIENT, "  'GOOGLE_CLOUD_UNIVERSE_DOMAIN',\n", ''),
  breaking(
    'C37',
    'src/account/tables/excerpt.ts',
    "return cut(title ?? '', 0, TITLE_LENGTH);",
    "return title ?? '';",
  ),
  breaking('C37', 'src/account/tables/excerpt.ts', 'return cut(text, 0, EXCERPT_LENGTH);', 'return text;'),
  breaking('C38', 'src/shared/note/labels.ts', 'arrayValue.length > MOST_LABELS ||', ''),
  breaking(
    'C39',
    'src/shared/note/marks.ts',
    "isPinned,\n    color: typeof color === 'string'",
    "isPinned,\n    color: typeof color !== 'string' ? null : typeof color === 'string'",
  ),
  breaking('C40', 'src/cloud/authorities.ts', 'withSystem ? systemAuthorities(onFailure) : []', '[]'),
  breaking(
    'C40',
    CLIENT,
    'credentials.createSsl(authorities)',
    'credentials.createSsl(authorities, null, null, { rejectUnauthorized: false })',
  ),
  breaking('C41', 'src/main/base/proxy.ts', '|| portOf(url) !== port', ''),
  breaking('C41', 'src/main/base/proxy.ts', '|| url.hostname !== host ', ''),
  breaking('C42', 'src/main/base/proxy.ts', "ways.length === 0 ? 'direct' : 'unsupported'", "'direct'"),
  breaking('C42', CLIENT, "'no_grpc_proxy', 'no_proxy'", "'no_grpc_proxy'"),
  breaking(
    'C42',
    'src/main/system/system-network.ts',
    "if (answer === null) throw new AppError('network', 'cloud-route-unknown');",
    "if (answer === null) return { kind: 'direct' };",
  ),
  breaking(
    'C43',
    'src/main/account/files.ts',
    "path.join(userData, 'accounts', accountDigest(uid))",
    "path.join(userData, 'accounts', 'all')",
  ),
  breaking(
    'C44',
    HOST,
    'if (namesAccount(channel) && args[0] !== current?.uid) {',
    'if (namesAccount(channel) && current === null) {',
  ),
  breaking(
    'C45',
    HOST,
    'const uid = confirmedAccount(session);',
    "const uid = session.status === 'signed-in' ? session.user.uid : null;",
  ),
  breaking(
    'C45',
    'src/main/auth/auth.ts',
    'const unconfirmed = isAnother ? hasWords',
    'const unconfirmed = isAnother ? false',
  ),
  breaking('C57', 'src/disk/folder.ts', 'mode: 0o700', 'mode: 0o755'),
  breaking(
    'C57',
    'src/disk/durable-file.ts',
    "openSync(temporary, 'w', 0o600)",
    "openSync(temporary, 'w', 0o644)",
  ),
  breaking(
    'C58',
    'src/main/quick-note/new-note-command.ts',
    "if ([...values.values()].some((value) => value.includes('\\uFFFD')))",
    'if (values.size > 9)',
  ),
  breaking('C58', 'src/main/quick-note/new-note-command.ts', '{ fatal: true }', '{ fatal: false }'),
  breaking(
    'C59',
    WAITING,
    'filter((entry) => entry.owner === digest)',
    'filter((entry) => entry.owner !== NOBODY || owner === null)',
  ),
];

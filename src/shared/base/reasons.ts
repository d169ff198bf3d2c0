/**
 * Every sentence in which the app says what happened and why, by its id. Errors carry ids, ids cross threads
 * and the bridge, and the log or the screen looks the sentence up. A word in braces stands for data of that
 * kind (`DATA`); none of the kinds can hold words of a note, a name, a path or a token.
 */
import { CLOUD_REFUSAL_WORDS } from './cloud-refusal.ts';
import { OBSTACLE_WORDS } from './obstacle.ts';
import { LOG_LINES } from './spec.ts';

/** Why the cloud refuses a note, as its author reads it. */
export const REFUSALS = {
  'note-too-large':
    'This note is too large: the cloud takes up to 1 MiB. Shorten it, or split it into several.',
  'note-denied': 'The cloud’s rules do not allow this note.',
  'note-invalid': 'Something in this note cannot be stored in the cloud.',
  'note-refused': 'The cloud did not accept this note.',
} as const;
export type Refusal = keyof typeof REFUSALS;

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'string' && Object.hasOwn(REFUSALS, value);
}

export const REASONS = {
  // Events: a log entry begins with one of these, and the cause follows.
  'sign-in-error': LOG_LINES.signInFailed,
  'signed-in': LOG_LINES.signedIn,
  'start-failed': 'Inkling cannot start',
  'uncaught-error': 'Uncaught error',
  'unhandled-rejection': 'Unhandled promise rejection',
  'page-error': 'Uncaught error in {page}',
  'page-rejection': 'Unhandled promise rejection in {page}',
  'page-not-drawn': 'The page {page} could not be drawn',
  'page-not-loaded': 'The page {page} could not be loaded',
  'page-ended': 'The renderer of {page} exited: {ending} ({exitCode})',
  'chromium-error': 'Chromium reports {code}.',
  'page-without-bridge': 'The page {page} has no bridge',
  'process-ended': 'The {process} process exited: {ending} ({exitCode})',
  'thread-failed': 'A thread failed',
  'thread-error': 'Uncaught error in a thread',
  'errors-left-out': 'Errors of the last minute that were not logged: {count}.',
  'errors-left-out-today': 'Further errors will not be logged for up to a day.',
  'lines-left-out': 'Lines printed by libraries that were not logged: {count}.',
  'event-failed': 'A listener of an event failed',
  'request-failed': 'A request failed',
  'answer-failed': 'A call from an account’s thread failed',
  'link-not-opened': 'A link could not be opened',
  'folder-not-opened': 'A folder could not be opened',
  'app-file-unreadable': 'A file of the app could not be read',
  'tray-icon-unreadable': 'The image of the tray icon could not be loaded.',
  'login-start-not-set': 'The setting to start at login could not be applied',
  'settings-unreadable': 'The settings could not be read',
  'session-listener-failed': 'A session listener failed',
  'session-unreadable': 'The stored session could not be read',
  'session-not-stored': 'The session could not be stored',
  'session-not-decrypted': 'The stored session could not be decrypted on this device and was set aside.',
  'session-waits-for-key':
    'The key store that holds the key of the stored session does not respond; the session waits for it.',
  'no-key-store':
    'No key store responds: depending on the settings, the session is stored with little protection or not at all.',
  'no-encryption': 'This system offers no encryption: you will be asked to sign in at every start.',
  'session-refused': 'The session has ended: Google says {code}.',
  'session-over': 'The session is no longer accepted',
  'sign-out-failed': 'The session could not be ended',
  'signed-out-files-left': 'Files of a signed-out session could not be removed',
  'waiting-words-stay': 'Waiting words could not be moved into the notes',
  'waiting-words-unreadable': 'An entry of the waiting words could not be read and was set aside.',
  'waiting-words-not-watched': 'The folder of the waiting words could not be watched',
  'waiting-words-not-reserved': 'Words typed while signed out could not be reserved for the account',
  'waiting-words-not-counted': 'The waiting words could not be counted',
  'notes-reopen': 'The notes are being reopened',
  'notes-stay-closed': 'The notes could not be opened',
  'cloud-cut-off': 'The cloud cannot be reached',
  'cloud-refuses': 'The cloud refuses',
  'push-failed': 'Push failed',
  'live-query-ended': 'Live query ended',
  'snapshot-not-stored': 'A snapshot could not be stored',
  refusal: 'The cloud refused a note',
  'pending-not-counted': 'The pending changes could not be counted',
  'refusals-not-cleared': 'Refused notes could not be tried again',
  'drafts-not-counted': 'The drafts could not be counted',
  'upkeep-failed': 'Upkeep of the notes failed',
  'backup-failed': 'The daily backup failed',
  'check-failed': 'The check of the notes after an unclean exit failed',
  'index-failed': 'The search index failed',
  'import-mark-failed': 'The marker file of an import could not be read or written',
  'export-failed': 'The export failed',
  'import-failed': 'The import failed',
  'authorities-unreadable': 'The certificates trusted by this system could not be read',
  updates: 'Updates',
  'update-waits': 'Updates: {version} has been downloaded and waits for a restart.',
  'update-at-quit': 'Updates: {version} has been downloaded and will be installed when Inkling quits.',
  'update-renamed': 'Updates: starting at login could not be switched to the new file name',

  // Requests of pages and calls of threads.
  unexpected: 'Something unexpected happened. The log says where.',
  'not-authenticated': LOG_LINES.notAuthenticated,
  'arguments-not-data': 'The arguments of {channel} are not plain data.',
  'arguments-wrong': 'The arguments of {channel} are malformed.',
  'foreign-sender': 'Only pages of Inkling may ask for this.',
  'unknown-function': 'A thread was called with an unknown function name.',
  'too-often': 'Too many attempts. Wait a minute and try again.',
  'address-kind': 'Only web and mail addresses can be opened.',
  'address-too-long': 'This address is too long to be opened.',
  'not-opened-by-system': 'The system could not open it.',
  'for-another-account': 'This was written for another account.',
  'stored-for-another-account': 'This was written for another account, and is stored for that account.',
  'chosen-for-another-account': 'This was chosen for another account.',
  'account-not-open': 'The account is not open.',
  'account-left': 'This account is no longer open.',
  'note-gone': 'This note no longer exists.',
  'note-not-stored': 'This note is no longer stored.',
  'version-gone': 'This version is no longer stored.',
  'other-version-gone': 'The other version was deleted or is in the trash.',
  'empty-note': 'An empty note is not added.',
  'drafts-unread': 'Other words are stored in this place, which are read first.',
  'app-closing': 'The app is closing.',

  // The notes on this device.
  'disk-full': 'The disk is full, so this was not saved. Free some space and try again.',
  'folder-denied':
    'Inkling is not allowed to write to its notes folder. Change the folder’s permissions and try again.',
  'notes-busy': 'Another program is using your notes. Close it and try again.',
  'notes-disk-failed': 'The notes on this device could not be read or written ({code}).',
  'notes-not-saved-locally': 'The notes could not be stored on this device.',
  'notes-newer': 'These notes need a newer Inkling. Update Inkling to open them.',
  'notes-link': 'The file with your notes is a link. Put the file itself in its place.',
  'notes-closed': 'The notes of this account are closed.',
  'notes-reopening': 'Your notes are being opened again.',
  'notes-not-opened':
    'Your notes on this device could not be opened. Check that the disk works and has free space; the log says more.',
  'notes-file-unfinished': 'A new file of the notes could not be completed. Please try again.',
  'notes-file-in-the-way': 'A file of the notes already exists.',
  'disk-contradicts-itself':
    'Reading the disk of this device twice gave two different results. Please try again.',
  damaged: 'The notes on this device are damaged.',
  'damaged-pages': 'The notes on this device are damaged: a check of their pages failed.',
  'damaged-tables': 'The notes on this device are damaged: their tables are not those of Inkling.',
  'damaged-version': 'The notes on this device are damaged: their version is {count}.',
  'damaged-log': 'The notes on this device are damaged: their log is broken or belongs to another file.',
  'damaged-text': 'The notes on this device are damaged: a column holds no valid JSON.',
  'damaged-draft': 'The notes on this device are damaged: a draft belongs to no note.',
  'damaged-file-replaced': 'The notes on this device are damaged: their file was replaced by another one.',
  'damaged-file-cut': 'The notes on this device are damaged: their file was truncated.',
  'damaged-file-empty': 'The file of the notes is empty.',
  'damaged-file-missing': 'The notes of this account are not in their file.',
  'damaged-older-copy': 'The notes on this device are an older copy than their backup.',
  'typed-words-not-saved': 'The typed words could not be saved on this device ({code}).',

  // The cloud.
  ...OBSTACLE_WORDS,
  ...CLOUD_REFUSAL_WORDS,
  ...REFUSALS,
  'cloud-status': 'The cloud answered {status}.',
  'cloud-client-failed': 'The connection to the cloud failed.',
  'cloud-refused-value': 'The cloud’s client does not accept a value of the note.',
  'cloud-unreachable': 'The cloud cannot be reached.',
  'cloud-silent': 'The cloud did not answer within {seconds} s.',
  'cloud-snapshot-missing': 'The first snapshot did not arrive.',
  'cloud-route-changed': 'The route to the cloud has changed.',
  'cloud-route-unknown': 'The system did not give a route to the cloud in time.',
  'cloud-certificate-unknown': 'The cloud’s certificate was issued by an authority that Node does not know.',
  'cloud-token-refused': 'The cloud refused a new token.',
  'cloud-not-connected': 'There is no connection to the cloud yet.',
  'cloud-connection-lost': 'The connection to the cloud has ended.',

  // Sign-in and session.
  'opened-twice':
    'The address of this sign-in was opened twice, and Inkling cannot tell which browser is yours. Please start again.',
  'sign-in-newer': 'A newer sign-in has taken over.',
  'sign-in-signed-out': 'The sign-in was ended by signing out.',
  'sign-in-confirmed': 'The account is confirmed.',
  'sign-in-timeout': 'The browser did not answer within five minutes.',
  'no-browser': 'The browser could not be opened.',
  'no-loopback': 'This computer does not let the app wait for the browser’s answer.',
  'google-declined': 'Google says that the sign-in was declined.',
  'google-refused': 'Google refused the sign-in ({oauth}).',
  'google-not-accepted': 'Google did not accept the sign-in.',
  'google-not-accepted-oauth': 'Google did not accept the sign-in ({oauth}).',
  'google-not-accepted-status': 'Google did not accept the sign-in (status {http}).',
  'google-keys-not-loaded': 'Google’s keys could not be loaded.',
  'google-keys-not-loaded-oauth': 'Google’s keys could not be loaded ({oauth}).',
  'google-keys-not-loaded-status': 'Google’s keys could not be loaded (status {http}).',
  'google-keys-unreadable': 'Google’s keys could not be read.',
  'google-other-sign-in': 'Google’s answer belongs to another sign-in.',
  'google-no-token': 'Google’s answer holds no ID token.',
  'google-token-expired': 'Google’s ID token has expired.',
  'google-token-other-app': 'Google’s ID token was issued for another app.',
  'google-token-issuer': 'The ID token was not issued by Google.',
  'google-token-invalid': 'Google’s ID token is not valid.',
  'account-refused': 'The account could not be signed in: the server says {code}.',
  'account-status': 'The account could not be signed in: the server answered with status {http}.',
  'account-answer-foreign':
    'The account could not be signed in: the server’s answer does not have the expected form.',
  'refresh-refused': 'The session could not be refreshed: the server says {code}.',
  'refresh-status': 'The session could not be refreshed: the server answered with status {http}.',
  'refresh-answer-foreign':
    'The session could not be refreshed: the server’s answer does not have the expected form.',
  'session-expired': 'Google no longer accepts this session. Sign in again to keep syncing.',
  'session-ended': 'The session has ended.',
  'session-not-removed': 'The stored session could not be removed ({code}).',
  'server-silent': 'The server did not answer in time.',
  'server-unreachable': 'The server could not be reached ({code}).',
  'server-too-long': 'The server’s answer was too long.',
  'server-status': 'The server answered with status {http}.',

  // Exports and imports.
  'transfer-running': 'Another export or import is still running.',
  'transfer-no-notes-yet':
    'Your notes are not all on this device yet. Import once they are, so that nothing is added twice.',
  'report-gone':
    'The report is gone, because your notes had to be reopened. Import the same files again for a new one.',
  'export-disk-full': 'There is not enough space for the export. Free some, or choose another folder.',
  'export-denied': 'Inkling is not allowed to write to this folder. Choose another one.',
  'export-folder-gone': 'This folder no longer exists. Choose another one.',
  'export-no-folder': 'This is not a folder. Choose another one.',
  'export-disk-failed': 'The export could not be written ({code}).',

  // Starting.
  'config-missing': 'There is no configuration.',
  'config-unreadable': 'The configuration cannot be read.',
  'config-no-json': 'The configuration is not valid JSON.',
  'config-wrong': 'A field of the configuration is wrong.',
  'key-store-unreadable': 'The file that names the key store cannot be read.',
  'key-store-unknown': 'The file that names the key store does not name one.',
  'unsafe-switch': 'Inkling does not start with a switch that could let others read or change your notes.',
  'folder-not-writable': 'A folder of the app is not writable.',

  // Updates.
  'feed-address-wrong':
    'The update feed of this build is wrong: INKLING_UPDATE_FEED must be an https address.',
  'feed-key-wrong':
    'The update feed of this build is wrong: INKLING_UPDATE_KEY must be a public key: base64 of its SPKI form.',
  'feed-not-signed': 'The feed was not signed by its publisher.',
  'update-without-hash': 'The feed does not name the hash of the file.',
  'update-too-slow': 'The download took too long.',
  'update-too-long': 'The file is longer than any installer.',
  'update-not-published': 'The downloaded file is not the one that was published.',
  'update-nowhere': 'The downloaded update is missing.',
  'update-missing': 'No update has been downloaded.',
  'update-not-installed': 'The update was not installed.',
  'updater-unknown': 'This version of electron-updater has no network executor to replace.',
} as const;

export type ReasonId = keyof typeof REASONS;

/** gRPC's status codes in the order of their numbers. */
const STATUSES =
  'OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED'.split(
    ' ',
  );

/**
 * A code of Node, SQLite, TLS, Chromium's network or Google: `ENOENT`, `SQLITE_FULL`, `ERR_FAILED`,
 * `USER_DISABLED`. A word alone would be enough to quote one of a note, so one without an underscore begins
 * with an E.
 */
const CODE = /^(?=.{2,60}$)(?:E[A-Z0-9]+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/u;
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/u;

const PAGES = ['index.html', 'quick-note.html'] as const;
/** Electron's names for how a process of Chromium exits, and for these processes. */
const ENDINGS = [
  'abnormal-exit',
  'killed',
  'crashed',
  'oom',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
] as const;
const PROCESSES = [
  'GPU',
  'Utility',
  'Zygote',
  'Sandbox helper',
  'Network Service',
  'Audio Service',
  'Storage Service',
] as const;
/** RFC 6749 §4.1.2.1 and §5.2. */
const OAUTH_ERRORS = [
  'access_denied',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
] as const;

/** Whether this is the name of a request. Pages also load this file, so it cannot import their table. */
export type IsChannel = (name: string) => boolean;

/** Written in place of data that does not have the form of its kind. */
const NOTHING_KNOWN = '…';

/** How each kind of data is written: whatever it holds, as a number, a code, or one text of a list. */
const DATA = {
  count: numberText,
  exitCode: numberText,
  http: numberText,
  seconds: numberText,
  /** gRPC's. */
  status: (value: unknown) => {
    const name = typeof value === 'number' ? STATUSES[value] : undefined;
    return name === undefined ? numberText(value) : `${String(value)} ${name}`;
  },
  code: (value: unknown) => (isCode(value) ? value : 'no code'),
  version: (value: unknown) => (typeof value === 'string' && VERSION.test(value) ? value : NOTHING_KNOWN),
  page: oneOf(PAGES),
  ending: oneOf(ENDINGS),
  process: oneOf(PROCESSES),
  oauth: oneOf(OAUTH_ERRORS),
  channel: (value: unknown, isChannel: IsChannel) =>
    typeof value === 'string' && isChannel(value) ? value : NOTHING_KNOWN,
} satisfies Record<string, (value: unknown, isChannel: IsChannel) => string>;

type DataKind = keyof typeof DATA;

/** The type of each kind of data. */
interface DataTypes {
  readonly count: number;
  readonly exitCode: number;
  readonly http: number;
  readonly seconds: number;
  readonly status: number;
  readonly code: string;
  readonly version: string;
  readonly page: string;
  readonly ending: string;
  readonly process: string;
  readonly oauth: string;
  readonly channel: string;
}

type KindsIn<Sentence> = Sentence extends `${string}{${infer Kind}}${infer Rest}`
  ? Kind | KindsIn<Rest>
  : never;

/** An id or, if its sentence names data, the id with that data. Threads and pages can send it. */
export type Reason = {
  readonly [Id in ReasonId]: [KindsIn<(typeof REASONS)[Id]>] extends [never]
    ? Id
    : { readonly id: Id } & Pick<DataTypes, KindsIn<(typeof REASONS)[Id]> & DataKind>;
}[ReasonId];

export function isReason(value: unknown): value is Reason {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof id === 'string' && Object.hasOwn(REASONS, id);
}

/**
 * @param reason its data is not trusted: another thread or a page may have sent it
 * @param isChannel tells names of requests from other words. Only the log passes it; in all other places a
 *   channel is written as an ellipsis.
 */
export function sentenceOf(reason: Reason, isChannel: IsChannel = () => false): string {
  const { id, ...data }: { readonly id: ReasonId; readonly [kind: string]: unknown } =
    typeof reason === 'string' ? { id: reason } : reason;
  const writers: Readonly<Record<string, (value: unknown, isChannel: IsChannel) => string>> = DATA;
  return REASONS[id].replaceAll(
    /\{(\w+)\}/gu,
    (_text, kind: string) => writers[kind]?.(data[kind], isChannel) ?? NOTHING_KNOWN,
  );
}

/** Whether this is a code in the form that systems and libraries use. */
export function isCode(value: unknown): value is string {
  return typeof value === 'string' && CODE.test(value);
}

function numberText(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : NOTHING_KNOWN;
}

function oneOf(texts: readonly string[]): (value: unknown) => string {
  return (value) => texts.find((text) => text === value) ?? NOTHING_KNOWN;
}

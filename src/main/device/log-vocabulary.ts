/**
 * All that the log may say: sentences of this app, names and codes of errors, and places in the app's own files. A line that is handed
 * to the log may quote anything, because errors quote what they complain about: a path with a note's title, an address, a token. What is
 * not in these lists is therefore never written, whoever handed over the line. A test looks for a sentence that is missing here.
 */
import { getSystemErrorMap } from 'node:util';
import { ERROR_CODES } from '#shared/base/error.ts';
import { OBSTACLE_WORDS } from '#shared/ipc/obstacle.ts';
import { OPENED_TWICE } from '#shared/ipc/session.ts';
import { LOG_LINES } from '#shared/base/spec.ts';

const SENTENCES = [
  ...Object.values(LOG_LINES),
  ...Object.values(OBSTACLE_WORDS),
  OPENED_TWICE,
  // What a line begins with, and so says what failed.
  'A backup was not made',
  'A file of the app cannot be read',
  'A file of typed words could not be removed',
  'A link was not opened',
  'A listener of the session failed',
  'A note is refused',
  'A rejection that nobody took',
  'A link was not opened',
  'A request failed',
  'A thread has failed',
  'After an unclean end the notes were checked',
  'An error that nobody caught',
  'An event was not handled',
  'Further errors are left out for up to a day.',
  'Inkling cannot start',
  'Live query ended',
  'Push failed',
  'Starting at login could not be set',
  'The cloud cannot be reached',
  'The export failed',
  'The image of the tray’s icon cannot be loaded.',
  'The import failed',
  'The inbox cannot be watched',
  'The inbox still holds a note',
  'The mark of an import',
  'The notes are opened again',
  'The notes could not be opened',
  'The page could not be drawn',
  'The search index has failed',
  'The page',
  'The process',
  'The session could not be stored',
  'The session has ended',
  'The session is not accepted any more',
  'The settings could not be read',
  'The stored session cannot be decrypted on this device; it is set aside as',
  'The stored session could not be read',
  'The key store that has the stored session’s key does not answer; the session waits for it.',
  'No key store answers: the session is stored lightly protected or not at all, as the settings say.',
  'This system offers no encryption: you will be asked to sign in at every start.',
  'Updates',
  'Updates: starting at login could not follow the new name',
  'Upkeep of the notes failed',
  'What a sign-out left is still here',
  'What waits to be pushed could not be counted',
  'What was typed meanwhile still waits in its file',
  'an error that cannot be described',
  'caused by',
  'could not be loaded',
  'could not be reached',
  'did not answer in time',
  'has no bridge',
  'in the inbox cannot be read',
  'in the inbox is no entry, and was set aside.',
  'offers',
  'without the publisher’s signature; it is not taken.',
  "without the publisher's signature; it is not taken.",
  // Reasons, of the app's own errors.
  'Another program is using the notes of this device. Close it and try again.',
  'Inkling may not write to the folder of its notes. Allow that in the permissions of the folder and try again.',
  'The disk is full, so this was not saved. Free some space and try again.',
  'The file of the notes is empty.',
  'The notes are being opened again.',
  'The notes of this account are closed.',
  'The notes of this account are not in their file',
  'The notes on this device are an older copy than their backup.',
  'The notes on this device are damaged',
  'The notes on this device could not be read or written.',
  'a draft is of no note.',
  'another file was put in their place.',
  'their file was cut short.',
  'their log is broken, or of another file.',
  'their tables are not those of Inkling.',
  'Google no longer accepts this session. Sign in again to go on syncing.',
  'Google refused the sign-in.',
  'Google says that the sign-in was declined.',
  'Google’s ID token has expired.',
  'Google’s ID token is not valid.',
  'Google’s ID token was issued for another app.',
  'Google’s answer belongs to another sign-in.',
  'Google’s answer holds no ID token.',
  'Google’s keys could not be read.',
  'No answer came from the browser within five minutes.',
  'Something unexpected happened',
  'The ID token was not issued by Google.',
  'The account could not be signed in',
  'The app is closing.',
  'The browser could not be opened.',
  'The connection to the cloud has ended.',
  'The downloaded file is not the one that was published.',
  'The session could not be refreshed',
  'The system did not say in time how the cloud is reached.',
  'This computer does not let the app wait for the browser’s answer.',
  // What V8 and SQLite (sqlite3_errstr) say. All values and names around it are left out.
  'Cannot read properties of null',
  'Cannot read properties of undefined',
  'Cannot set properties of null',
  'Cannot set properties of undefined',
  'Invalid array length',
  'Invalid string length',
  'Maximum call stack size exceeded',
  'Unexpected end of JSON input',
  'is not a function',
  'is not defined',
  'is not iterable',
  'is not valid JSON',
  'The database connection is not open',
  'Cannot open database because the directory does not exist',
  'SQL logic error',
  'attempt to write a readonly database',
  'constraint failed',
  'database disk image is malformed',
  'database is locked',
  'database or disk is full',
  'database schema has changed',
  'datatype mismatch',
  'disk I/O error',
  'file is not a database',
  'locking protocol',
  'out of memory',
  'string or blob too big',
  'unable to open database file',
];

/** Classes of errors of JavaScript, browsers, Node, the app and its libraries. */
const NAMES = wordsIn(`
  AbortError AggregateError AppError AssertionError DamagedError DataCloneError DOMException Error EvalError FirebaseAppError
  FirebaseError GaxiosError GoogleError InvalidStateError JWTExpired NetworkError NotAllowedError NotFoundError
  QuotaExceededError RangeError ReferenceError RefusedWrite SecurityError SqliteError SyntaxError SystemError TimeoutError
  TypeError UnreadableError URIError ValiError`);

/** Besides those of the system: codes of Node, of TLS and zlib, of Chromium's network, and of Google's sign-in. */
const CODES = wordsIn(`
  ERR_DLOPEN_FAILED ERR_FS_EISDIR ERR_FS_FILE_TOO_LARGE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_VALUE ERR_INVALID_STATE
  ERR_INVALID_URL ERR_MODULE_NOT_FOUND ERR_OUT_OF_RANGE ERR_STREAM_DESTROYED ERR_STREAM_PREMATURE_CLOSE
  ERR_STREAM_WRITE_AFTER_END ERR_STRING_TOO_LONG ERR_TLS_CERT_ALTNAME_INVALID ERR_WORKER_INIT_FAILED
  ERR_WORKER_OUT_OF_MEMORY
  ABORT_ERR CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY
  UNABLE_TO_VERIFY_LEAF_SIGNATURE Z_BUF_ERROR Z_DATA_ERROR Z_MEM_ERROR
  ERR_ABORTED ERR_ACCESS_DENIED ERR_ADDRESS_UNREACHABLE ERR_CERT_AUTHORITY_INVALID ERR_CERT_COMMON_NAME_INVALID
  ERR_CERT_DATE_INVALID ERR_CONNECTION_CLOSED ERR_CONNECTION_REFUSED ERR_CONNECTION_RESET ERR_CONNECTION_TIMED_OUT
  ERR_FAILED ERR_FILE_NOT_FOUND ERR_INSUFFICIENT_RESOURCES ERR_INTERNET_DISCONNECTED ERR_NAME_NOT_RESOLVED
  ERR_NETWORK_CHANGED ERR_NETWORK_IO_SUSPENDED ERR_PROXY_CONNECTION_FAILED ERR_SSL_PROTOCOL_ERROR ERR_TIMED_OUT
  ERR_TUNNEL_CONNECTION_FAILED ERR_UNEXPECTED
  access_denied invalid_client invalid_grant INVALID_IDP_RESPONSE INVALID_REFRESH_TOKEN OPERATION_NOT_ALLOWED
  TOKEN_EXPIRED USER_DISABLED USER_NOT_FOUND`);

/** SQLite's codes without their `SQLITE_` (https://sqlite.org/rescode.html). */
const SQLITE_CODES = wordsIn(`
  ABORT ABORT_ROLLBACK AUTH BUSY BUSY_RECOVERY BUSY_SNAPSHOT BUSY_TIMEOUT CANTOPEN CANTOPEN_CONVPATH CANTOPEN_DIRTYWAL
  CANTOPEN_FULLPATH CANTOPEN_ISDIR CANTOPEN_NOTEMPDIR CANTOPEN_SYMLINK CONSTRAINT CONSTRAINT_CHECK CONSTRAINT_DATATYPE
  CONSTRAINT_NOTNULL CONSTRAINT_PRIMARYKEY CONSTRAINT_ROWID CONSTRAINT_TRIGGER CONSTRAINT_UNIQUE CORRUPT CORRUPT_INDEX
  CORRUPT_SEQUENCE CORRUPT_VTAB ERROR ERROR_SNAPSHOT FORMAT FULL INTERNAL INTERRUPT IOERR IOERR_ACCESS IOERR_AUTH
  IOERR_BEGIN_ATOMIC IOERR_BLOCKED IOERR_CLOSE IOERR_COMMIT_ATOMIC IOERR_CONVPATH IOERR_CORRUPTFS IOERR_DATA IOERR_DELETE
  IOERR_DELETE_NOENT IOERR_DIR_CLOSE IOERR_DIR_FSYNC IOERR_FSTAT IOERR_FSYNC IOERR_GETTEMPPATH IOERR_LOCK IOERR_MMAP
  IOERR_NOMEM IOERR_RDLOCK IOERR_READ IOERR_ROLLBACK_ATOMIC IOERR_SEEK IOERR_SHMLOCK IOERR_SHMMAP IOERR_SHMOPEN
  IOERR_SHMSIZE IOERR_SHORT_READ IOERR_TRUNCATE IOERR_UNLOCK IOERR_VNODE IOERR_WRITE LOCKED LOCKED_SHAREDCACHE MISMATCH
  MISUSE NOLFS NOMEM NOTADB PERM PROTOCOL RANGE READONLY READONLY_CANTINIT READONLY_CANTLOCK READONLY_DBMOVED
  READONLY_DIRECTORY READONLY_RECOVERY READONLY_ROLLBACK SCHEMA TOOBIG`);

/** gRPC's status codes, which stand before the details of an error. */
const STATUSES = wordsIn(`
  OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED
  FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED`);

/** How Electron says that a process of Chromium's has ended, and which one. */
const PROCESSES = [
  'GPU',
  'Utility',
  'Zygote',
  'Sandbox helper',
  'Network Service',
  'Audio Service',
  'Storage Service',
];
const ENDS = wordsIn('abnormal-exit killed crashed oom launch-failed integrity-failure memory-eviction');

const NUMBER = '-?\\d{1,10}';

/** Sentences with numbers in them, as patterns. */
const WITH_NUMBERS = [
  `${NUMBER} more errors of the last minute were left out\\.`,
  `The process ${oneOf(PROCESSES)} ended: ${oneOf(ENDS)} \\(${NUMBER}\\)`,
  `The page app://inkling/${oneOf(['index.html', 'quick-note.html'])}`,
  `/${oneOf(['index.html', 'quick-note.html'])}`,
  `ended: ${oneOf(ENDS)} \\(${NUMBER}\\)`,
  `Updates: \\d{1,5}\\.\\d{1,5}\\.\\d{1,5} is downloaded and ${oneOf(['waits for a restart', 'will be installed when Inkling quits'])}\\.`,
  `\\d{1,2} ${oneOf(STATUSES)}`,
];

/** Punctuation that stays as it is between two known parts of a line, or before what is left out between them. */
const BETWEEN = /^[)\]]?[:.,;]? ?[([]?$/u;
const BEFORE_GAP = /^[)\]]?[:.,;]?/u;

/**
 * @param ownFiles the app's own code, as paths from the built folder, such as `main/index.js`, and for pages from theirs
 * @returns a function that takes a line and returns what is known of it, with `…` for the rest; empty if nothing is known
 */
export function createVocabulary(ownFiles: readonly string[]): (line: string) => string {
  const places = ownFiles.map((file) => `${RegExp.escape(file)}:\\d{1,7}:\\d{1,7}`);
  const allowed = [
    ...[...SENTENCES, ...NAMES, ...CODES].map((text) => RegExp.escape(text)),
    ...[...getSystemErrorMap().values()].map(([code]) => code),
    ...SQLITE_CODES.map((code) => `SQLITE_${code}`),
    `\\[${oneOf(ERROR_CODES)}\\]`,
    ...WITH_NUMBERS,
  ];
  // Of two that begin alike, the longer one is tried first.
  const part = oneOf(allowed.toSorted((first, second) => second.length - first.length));
  const parts = new RegExp(`(?<![\\w\\u0080-\\u{10FFFF}])${part}(?![\\w\\u0080-\\u{10FFFF}])`, 'gu');
  // Without any file, nothing is a place.
  const place = new RegExp(`/(${oneOf(places.length === 0 ? ['(?!)'] : places)})\\)?$`, 'u');

  return (line) => {
    const text = line.trim();
    if (text.startsWith('at ')) {
      const found = place.exec(text)?.[1];
      return found === undefined ? '' : `at ${found}`;
    }
    let result = '';
    let end = 0;
    for (const { 0: found, index } of text.matchAll(parts)) {
      const between = text.slice(end, index);
      result += `${BETWEEN.test(between) ? between : `${markGap(between)} `}${found}`;
      end = index + found.length;
    }
    if (result === '') return '';
    const rest = text.slice(end);
    return (BETWEEN.test(rest) ? result + rest : result + markGap(rest)).trim();
  };
}

/** What is left out, as a mark. */
function markGap(gap: string): string {
  return `${BEFORE_GAP.exec(gap)?.[0] ?? ''} …`;
}

function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}

function oneOf(alternatives: readonly string[]): string {
  return `(?:${alternatives.join('|')})`;
}

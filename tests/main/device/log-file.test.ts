/** The log's file: its allowed contents, whoever writes a line. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from '#tests/support/fast-check.ts';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogFile, type LogFile } from '#main/device/log-file.ts';
import { AppError } from '#shared/base/error.ts';
import { describeError } from '#shared/base/error-report.ts';
import { type Reason, type ReasonId, REASONS, sentenceOf } from '#shared/base/reasons.ts';
import { LOG_LINES } from '#shared/base/spec.ts';
import { StartError } from '#main/base/start-error.ts';
import { pageError, pageEvent } from '#shared/ipc/page-report.ts';
import { parseArguments } from '#shared/ipc/requests.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** Files of the app's own code, named as in the build. */
const OWN_FILES = ['main/index.js', 'main/chunks/compose-D1b.js', 'renderer/assets/screens-U9f2sZ0-.js'];

let folder: string;
let lines: string[];
let file: LogFile;

beforeEach(() => {
  folder = path.join(temporaryFolder(), 'logs');
  const built = temporaryFolder();
  for (const name of OWN_FILES) {
    mkdirSync(path.join(built, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(built, name), '');
  }
  lines = [];
  const addLine = (line: string): void => void lines.push(line);
  file = createLogFile(
    folder,
    { info: addLine, warn: addLine, error: addLine },
    () => Date.UTC(2026, 0, 2),
    built,
  );
});

const stored = (): string => readFileSync(path.join(folder, 'inkling.log'), 'utf8');

/** The entry that the log makes. */
function entryOf(event: Reason, why?: unknown): string {
  file.error(event, why);
  return lines.at(-1) ?? '';
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('The call did not throw');
}

test('an entry of the log goes to the terminal and, with its time, into the file', () => {
  file.info('signed-in');
  file.error('push-failed');
  expect(lines).toEqual([LOG_LINES.signedIn, 'Push failed']);
  expect(stored()).toBe(
    '2026-01-02T00:00:00.000Z info User logged in successfully\n2026-01-02T00:00:00.000Z error Push failed\n',
  );
});

/** Data of each kind that a sentence may contain, with its text in the log. */
const DATA: Readonly<Record<string, readonly [data: unknown, text: string]>> = {
  count: [3, '3'],
  exitCode: [-1073741819, '-1073741819'],
  http: [503, '503'],
  seconds: [20, '20'],
  status: [14, '14 UNAVAILABLE'],
  code: ['ECONNREFUSED', 'ECONNREFUSED'],
  version: ['1.20.3', '1.20.3'],
  page: ['index.html', 'index.html'],
  ending: ['crashed', 'crashed'],
  process: ['GPU', 'GPU'],
  oauth: ['invalid_grant', 'invalid_grant'],
  channel: ['notes:change', 'notes:change'],
};
const IDS = Object.keys(REASONS) as ReasonId[];
const kindsIn = (id: ReasonId): readonly string[] =>
  [...REASONS[id].matchAll(/\{(\w+)\}/gu)].map(([, kind]) => kind ?? '');

/** A reason with this id and data of the right kinds, or of the given one in place of each. */
function reasonOf(id: ReasonId, data?: unknown): Reason {
  const fields = kindsIn(id).map((kind) => [kind, data ?? DATA[kind]?.[0]]);
  return (fields.length === 0 ? id : { id, ...Object.fromEntries(fields) }) as Reason;
}

/** The sentence with the data of `reasonOf`. */
const sentenceWithData = (id: ReasonId): string =>
  REASONS[id].replaceAll(/\{(\w+)\}/gu, (_text, kind: string) => DATA[kind]?.[1] ?? '…');

test.each(['live-query-ended', 'push-failed', 'updates', 'export-failed', 'sign-in-error'] as const)(
  'the log has a sentence for every reason of the app’s errors, after %s',
  (event) => {
    const begin = REASONS[event].replace(/:?$/u, ':');
    const entries = IDS.map((id) => entryOf(event, new AppError('internal', reasonOf(id))));
    expect(entries).toEqual(IDS.map((id) => `${begin} ${sentenceWithData(id)}`));
  },
);

test('the log has a sentence for every event, with all of its data', () => {
  const entries = IDS.map((id) => entryOf(reasonOf(id)));
  expect(entries).toEqual(IDS.map(sentenceWithData));
  expect(entries.join('')).not.toMatch(/…|[{}\n]/u);
});

test('the log has the name of an error, its code, and the places in the app’s own code', () => {
  const cause = Object.assign(new Error('x'), { name: 'SqliteError', code: 'SQLITE_CORRUPT', stack: '' });
  const error = Object.assign(new TypeError('x is not a function', { cause }), { code: 'ENOENT' });
  error.stack = [
    'TypeError: x is not a function',
    '    at Ada.lovelace (file:///home/ada/My%20Notes/out/main/chunks/compose-D1b.js:12:3)',
    '    at process.next (node:internal/process/task_queues:105:5)',
    '    at file:///home/ada/out/main/index.js:1:20',
    '    at Card (app://inkling/assets/screens-U9f2sZ0-.js:1:201337)',
    '    at keys (app://inkling/assets/third-stone.js:1:1)',
    '    at /home/ada/main/index.js:1:20 keys',
  ].join('\n');
  expect(entryOf('uncaught-error', error).split('\n    ')).toEqual([
    'Uncaught error: TypeError [ENOENT]',
    'at main/chunks/compose-D1b.js:12:3',
    'at main/index.js:1:20',
    'at assets/screens-U9f2sZ0-.js:1:201337',
    'caused by SqliteError [SQLITE_CORRUPT]',
  ]);
});

test.each([
  ['malformed', ['not a uid', [], 1]],
  ['not plain data', [new Date()]],
])('a request whose arguments are %s is named in the log when its page reports it', (problem, args) => {
  const report = describeError(thrownBy(() => parseArguments('notes:change', args)));
  const rejection = v.parse(pageEvent, { id: 'page-rejection', page: 'index.html' });
  expect(entryOf(rejection, v.parse(pageError, report))).toBe(
    `Unhandled promise rejection in index.html: The arguments of notes:change are ${problem}.`,
  );
});

test('[C20] the files of the log do not grow without end', () => {
  const error = new AppError('internal', 'unexpected');
  for (let depth = 0; depth < 3; depth += 1) error.cause = new TypeError('a', { cause: error.cause });
  Object.assign(error.cause as Error, { stack: `    at (/out/main/index.js:1:1)\n`.repeat(30) });
  for (let entry = 0; entry < 1500; entry += 1) file.warn('push-failed', error);
  const sizes = ['inkling.log', 'inkling.old.log'].map(
    (name) => readFileSync(path.join(folder, name)).length,
  );
  for (const size of sizes) expect(size).toBeLessThan(600 * 1024);
});

test('a log file that cannot be written causes no error, and its lines still go to the terminal', () => {
  mkdirSync(path.join(folder, 'inkling.log'), { recursive: true });
  expect(() => file.warn('push-failed')).not.toThrow();
  expect(lines).toEqual(['Push failed']);
});

describe('words of the user', () => {
  /** Letters that occur in no sentence. */
  const word = fc.string({
    unit: fc.constantFrom(...'q x z j v k Q X Z J V K ß λ ж 夢 7'.split(' ')),
    minLength: 4,
    maxLength: 30,
  });
  const secret = fc.oneof(
    word,
    fc.array(word, { minLength: 2, maxLength: 6 }).map((words) => words.join(' ')),
    fc.tuple(word, word).map((pair) => pair.join('\n    at ')),
    fc.tuple(word, word).map((pair) => pair.join('\r\n2026-01-01T00:00:00.000Z info Push failed \u001B[2J')),
    word.map((name) => `${name}@example.org`),
    word.map((name) => `/home/${name}/out/main/index.js:1:1`),
    word.map((name) => `C:\\Users\\${name}\\Notes\\${name}.md`),
    fc.tuple(word, word, word).map((parts) => `ey${parts.join('.')}`),
    word.map((token) => `ya29.${token}`),
    word.map((token) => `1//0g${token}`),
    word.map((token) => `code=4/0A${token}&state=${token}`),
  );

  /** Errors of everything that reads or writes words, as real as possible here. */
  const ERRORS: Readonly<Record<string, (words: string) => unknown>> = {
    fs: (words) => thrownBy(() => readFileSync(path.join(folder, 'none', words.replaceAll('\0', '')))),
    'fs, other folder': (words) => thrownBy(() => readdirSync(`/none/${words}.zip`)),
    SQLite: (words) => thrownBy(() => new Database(':memory:').exec(`SELECT "${words}" FROM [${words}]`)),
    'a constraint of SQLite': (words) =>
      thrownBy(() => {
        const db = new Database(':memory:');
        db.exec(`CREATE TABLE t (a TEXT CONSTRAINT [${words}] CHECK (a = ''))`);
        db.prepare('INSERT INTO t VALUES (?)').run(words);
      }),
    gRPC: (words) =>
      Object.assign(new Error(`3 INVALID_ARGUMENT: Field "${words}" is too long.`), {
        code: 3,
        details: words,
        metadata: { authorization: `Bearer ${words}` },
      }),
    Gaxios: (words) =>
      Object.assign(new Error(`Request failed with ${words}`), {
        name: 'GaxiosError',
        code: words,
        config: { headers: { Authorization: words }, data: words },
        response: { data: { error: 'invalid_grant', error_description: words } },
      }),
    JSON: (words) => thrownBy(() => JSON.parse(`{"title": ${words}`)),
    valibot: (words) => thrownBy(() => v.parse(v.object({ [words]: v.literal('a') }), { [words]: words })),
    URL: (words) => thrownBy(() => new URL(`no address ${words}`)),
    'a name and a code': (words) => Object.assign(new Error(words), { name: words, code: words }),
    'a function’s name': (words) => thrownBy({ [words]: () => JSON.parse(words) }[words] ?? String),
    'a changed message': (words) => {
      const error = new Error(`a\n    at ${words}`);
      // Reading the stack for the first time creates it, with the message of that moment.
      return error.stack === undefined ? null : Object.assign(error, { message: 'a' });
    },
    'a cause': (words) => new AppError('internal', 'app-closing', { cause: new Error(words) }),
    'the data of a reason': (words) => new AppError('internal', { id: 'notes-disk-failed', code: words }),
    'the explanation of a start': (words) =>
      new StartError('config-invalid', 'config-wrong', `The configuration ${words} is wrong.`),
    'the report of a page': (words) => ({
      ...describeError(new Error(words)),
      name: words,
      code: words,
      places: [`    at ${words} (${words}:1:1)`],
    }),
    text: (words) => words,
    data: (words) => ({ id: words, message: words, toString: () => words }),
  };

  function expectNoneOf(words: string, entry: string): void {
    const tokens = words.split(/[^qxzjvkßλж夢7]+/iu).filter((token) => token.length >= 4);
    for (const token of tokens) expect(entry).not.toContain(token);
    expect(entry).not.toMatch(/qxz|ya29|1\/\/|eyJ|@/u);
    // The text can neither begin another entry nor control the terminal.
    expect(entry).not.toMatch(/[^\P{C}\n]/u);
    for (const line of entry.split('\n').slice(1)) expect(line).toMatch(/^ {4}(?:at|caused by) /u);
  }

  test.each(Object.keys(ERRORS))(
    '[C17] [C18] [C19] no words, names or tokens in an error of %s get into the log',
    (kind) => {
      fc.assert(
        fc.property(secret, (words) => {
          const error = ERRORS[kind]?.(words);
          expectNoneOf(words, entryOf('export-failed', error));
          expectNoneOf(words, entryOf('push-failed', structuredClone(describeError(error))));
        }),
        { numRuns: 60 },
      );
    },
  );

  test.each(IDS.filter((id) => kindsIn(id).length > 0))(
    '[C17] [C18] whatever its data contains, the reason %s contains no words',
    (id) => {
      fc.assert(
        fc.property(secret, (words) =>
          expectNoneOf(words, entryOf(reasonOf(id, words), reasonOf(id, words))),
        ),
        { numRuns: 20 },
      );
    },
  );

  test('[C18] [C19] a page cannot put words into its reports', () => {
    const fields = fc.record({
      page: secret,
      count: fc.oneof(secret, fc.double()),
      id: fc.constantFrom(...IDS),
    });
    fc.assert(
      fc.property(secret, fc.oneof(fields, secret), (words, event) => {
        const report = { ...describeError(new Error(words)), reason: event, name: words, code: words };
        if (v.is(pageEvent, event)) expectNoneOf(words, entryOf(v.parse(pageEvent, event)));
        if (v.is(pageError, report)) expectNoneOf(words, entryOf('upkeep-failed', report));
      }),
    );
    for (const page of ['index.html', 'keys.html'])
      expect(sentenceOf({ id: 'page-error', page })).toBe(
        page === 'index.html' ? 'Uncaught error in index.html' : 'Uncaught error in …',
      );
  });
});

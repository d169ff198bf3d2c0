/** The log's file: what it may say, whoever hands a line to it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import Database from 'better-sqlite3';
import * as fc from '#tests/support/fast-check.ts';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogFile, type LogFile } from '#main/device/log-file.ts';
import { AppError, messageOf } from '#shared/base/error.ts';
import { describeError } from '#shared/base/error-report.ts';
import { OPENED_TWICE } from '#shared/ipc/session.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** The app's own code, as the build leaves it. */
const OWN_FILES = ['main/index.js', 'main/chunks/compose-D1b.js', 'renderer/assets/screens-U9f2sZ0-.js'];
const VOCABULARY = readFileSync(path.resolve('src/main/device/log-vocabulary.ts'), 'utf8');

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
  const addLine = (message: string): void => void lines.push(message);
  const terminal = { info: addLine, warn: addLine, error: addLine };
  file = createLogFile(folder, terminal, () => Date.UTC(2026, 0, 2), built);
});

const stored = (): string => readFileSync(path.join(folder, 'inkling.log'), 'utf8');

/** What the log makes of a message. */
function entryOf(message: string): string {
  file.error(message);
  return lines.at(-1) ?? '';
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('It must throw');
}

test('a line of the log goes to the terminal and, with its time, into the file', () => {
  file.info('User logged in successfully');
  file.error('Push failed');
  expect(lines).toEqual(['User logged in successfully', 'Push failed']);
  expect(stored()).toBe(
    '2026-01-02T00:00:00.000Z info User logged in successfully\n2026-01-02T00:00:00.000Z error Push failed\n',
  );
});

test.each([
  ['Push failed: 14 UNAVAILABLE: No connection to 10.0.0.7', 'Push failed: 14 UNAVAILABLE: …'],
  [
    "The export failed: EACCES: permission denied, open '/home/ada/Divorce.md'",
    'The export failed: EACCES: …',
  ],
  ['Live query ended: [store-full]', 'Live query ended: [store-full]'],
  ['00012-abc.json in the inbox cannot be read: EIO: i/o error', '… in the inbox cannot be read: EIO: …'],
  [
    'Error during sign-in: oauth2.googleapis.com could not be reached (ECONNREFUSED).',
    'Error during sign-in: … could not be reached (ECONNREFUSED).',
  ],
  [
    'The page app://inkling/index.html ended: crashed (-1073741819)',
    'The page app://inkling/index.html ended: crashed (-1073741819)',
  ],
  ['The stored session could not be read: TypeError, caused by Error ECONNRESET', null],
  ['Updates: 1.20.3 is downloaded and waits for a restart.', null],
  ['19 more errors of the last minute were left out.', null],
  [`Error during sign-in: ${OPENED_TWICE}`, null],
  ['something else', '…'],
  ['', '…'],
])('the log writes the line %j as %j', (message, expected) => {
  expect(entryOf(message)).toBe(expected ?? message);
});

test('the log has the name of an error, its code, and the places in the app’s own code', () => {
  const stack = [
    '/index.html: An error that nobody caught: TypeError [ENOENT]: x is not a function',
    '    at Ada.lovelace (file:///home/ada/My%20Notes/out/main/chunks/compose-D1b.js:12:3)',
    '    at process.next (node:internal/process/task_queues:105:5)',
    '    at file:///home/ada/out/main/index.js:1:20',
    '    at Card (app://inkling/assets/screens-U9f2sZ0-.js:1:201337)',
    '    at keys (app://inkling/assets/third-stone.js:1:1)',
    '    at /home/ada/main/index.js:1:20 keys',
    '    caused by SqliteError [SQLITE_CORRUPT]: database disk image is malformed',
  ].join('\n');
  expect(entryOf(stack).split('\n    ')).toEqual([
    '/index.html: An error that nobody caught: TypeError [ENOENT]: … is not a function',
    'at main/chunks/compose-D1b.js:12:3',
    'at main/index.js:1:20',
    'at assets/screens-U9f2sZ0-.js:1:201337',
    'caused by SqliteError [SQLITE_CORRUPT]: database disk image is malformed',
  ]);
});

test('[C17] [C19] no message in the log can pass for more than one entry or control the terminal', () => {
  file.error('Push failed\r\n2026-01-01T00:00:00.000Z info Push failed \u001B[2J');
  expect(stored()).toBe('2026-01-02T00:00:00.000Z error Push failed\n    … Push failed …\n');
  expect(lines).toEqual(['Push failed\n    … Push failed …']);
});

test('[C20] the files of the log do not grow without end', () => {
  for (let line = 0; line < 200; line += 1) file.warn('Push failed '.repeat(600));
  const sizes = ['inkling.log', 'inkling.old.log'].map(
    (name) => readFileSync(path.join(folder, name)).length,
  );
  for (const size of sizes) expect(size).toBeLessThan(600 * 1024);
});

test('a log file that cannot be written is no error, and its lines still go to the terminal', () => {
  mkdirSync(path.join(folder, 'inkling.log'), { recursive: true });
  expect(() => file.warn('Push failed')).not.toThrow();
  expect(lines).toEqual(['Push failed']);
});

describe('words of a person', () => {
  /** Letters that no word of the vocabulary consists of. */
  const word = fc.string({
    unit: fc.constantFrom(...'q x z j v k Q X Z J V K ß λ ж 夢 7'.split(' ')),
    minLength: 4,
    maxLength: 30,
  });
  const secret = fc.oneof(
    word,
    fc.array(word, { minLength: 2, maxLength: 6 }).map((words) => words.join(' ')),
    fc.tuple(word, word).map((pair) => pair.join('\n    at ')),
    word.map((name) => `${name}@example.org`),
    word.map((name) => `/home/${name}/out/main/index.js:1:1`),
    word.map((name) => `C:\\Users\\${name}\\Notes\\${name}.md`),
    fc.tuple(word, word, word).map((parts) => `ey${parts.join('.')}`),
    word.map((token) => `ya29.${token}`),
    word.map((token) => `1//0g${token}`),
    word.map((token) => `code=4/0A${token}&state=${token}`),
  );

  /** Errors of everything that reads or writes words, as real as can be had here. */
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
    zip: (words) => new AppError('store-failed', `${words}.json in the archive is damaged (${words}).`),
    JSON: (words) => thrownBy(() => JSON.parse(`{"title": ${words}`)),
    valibot: (words) => thrownBy(() => v.parse(v.object({ [words]: v.literal('a') }), { [words]: words })),
    URL: (words) => thrownBy(() => new URL(`no address ${words}`)),
    'a name and a code': (words) => Object.assign(new Error(words), { name: words, code: words }),
    'a function’s name': (words) => thrownBy({ [words]: () => JSON.parse(words) }[words] ?? String),
    'a changed message': (words) => {
      const error = new Error(`a\n    at ${words}`);
      // The first look at the stack writes it, with the message of that moment.
      return error.stack === undefined ? null : Object.assign(error, { message: 'a' });
    },
    'a cause': (words) => new AppError('internal', 'The app is closing.', { cause: new Error(words) }),
    text: (words) => words,
    data: (words) => ({ message: words, toString: () => words }),
  };
  const WRITERS: Readonly<Record<string, (error: unknown) => string>> = {
    message: (error) => `The export failed: ${messageOf(error)}`,
    report: (error) => `/index.html: An error that nobody caught: ${describeError(error)}`,
    stack: (error) => `A request failed: ${error instanceof Error ? error.stack : String(error)}`,
    'all of it': (error) => inspect(error),
  };

  test.each(Object.keys(ERRORS))(
    '[C18] no words, names or tokens in an error of %s get into the log',
    (kind) => {
      fc.assert(
        fc.property(secret, fc.constantFrom(...Object.values(WRITERS)), (words, write) => {
          const entry = entryOf(write(ERRORS[kind]?.(words)));
          const tokens = words.split(/[^qxzjvkßλж夢7]+/iu).filter((token) => token.length >= 4);
          for (const token of tokens) expect(entry).not.toContain(token);
          expect(entry).not.toMatch(/qxz|ya29|1\/\/|eyJ|@/u);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('[C17] whatever a line holds, each word of its entry is in the vocabulary', () => {
    const vocabulary = new Set([...VOCABULARY.matchAll(/[\p{L}_-]{2,}/gu)].map(([text]) => text));
    const shared = ['base/error', 'ipc/obstacle', 'ipc/session', 'base/spec'].map(
      (name) => `src/shared/${name}.ts`,
    );
    for (const source of shared)
      for (const [text] of readFileSync(path.resolve(source), 'utf8').matchAll(/[\p{L}_-]{2,}/gu))
        vocabulary.add(text);
    const pieces = VOCABULARY.split('\n').flatMap((line) => /'(.+)'/u.exec(line)?.[1] ?? []);
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        ...pieces,
        'ENOENT',
        '14 ABORTED',
        '[store-full]',
        ': ',
        ' (',
        '\n    at ',
        '\n',
        ' at ',
      ),
      fc.constantFrom(...OWN_FILES.map((name) => `/${name}:1:2`), 'app://inkling/assets/keys.js:1:2'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const entry = entryOf(parts.join(''));
        const rest = entry.replaceAll(/\bat (?:main|assets)\/[\w./-]+\.js:\d+:\d+$/gmu, '');
        for (const [text] of rest.matchAll(/[\p{L}_-]{2,}/gu))
          expect(vocabulary.has(text) || /^(?:SQLITE_)?[A-Z]+$/u.test(text), text).toBe(true);
        expect(rest).not.toMatch(/[^\P{C}\n]/u);
      }),
      { numRuns: 2000 },
    );
  });
});

test('each sentence with which the app’s code calls the log is one that the log knows', () => {
  const calls =
    /\b(?:onTrouble|onFailure|onMissing|reportFailure|warn|report|reportError|log\.(?:info|warn|error))\(\s*(?:`([^`$]+)|'([^']+)')/gu;
  const sentences = ['src/main', 'src/account', 'src/renderer/errors'].flatMap((layer) =>
    readdirSync(path.resolve(layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name))
      .flatMap((name) => {
        const text = readFileSync(path.join(path.resolve(layer), name), 'utf8');
        return [...text.matchAll(calls)].map(([, template, literal]) => (template ?? literal ?? '').trim());
      }),
  );
  expect(sentences.length).toBeGreaterThan(30);
  // "The" stands before the kind of a transfer.
  expect(sentences.filter((sentence) => entryOf(sentence).includes('…'))).toEqual(['The']);
});

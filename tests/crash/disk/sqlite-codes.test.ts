/** SQLite reports failing calls on the real disk with the same codes as on the simulated one. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Call, type DiskError, SQLITE_CALLS } from '#tests/support/failing-disk/calls.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { compileLibrary } from './compile.ts';

const compiled = compileLibrary();
const library = 'library' in compiled ? compiled.library : '';

const FAILURES = Object.entries(SQLITE_CALLS).flatMap(([call, codes]) =>
  Object.entries(codes).map(([error, code]) => ({ call, error, code })),
) as { readonly call: Call; readonly error: DiskError; readonly code: string }[];

describe.skipIf(library === '')('a call of SQLite that fails', () => {
  test.each(FAILURES)('$call fails with $error, and SQLite says $code', async ({ call, error, code }) => {
    const child = fork(
      path.join(import.meta.dirname, 'sqlite-process.ts'),
      [temporaryFolder(), call, error],
      {
        env: { ...process.env, LD_PRELOAD: library },
        execArgv: [],
      },
    );
    const answers: unknown[] = [];
    child.on('message', (answer) => answers.push(answer));
    await once(child, 'exit');
    // One failing read of the file's first page is reported as damage.
    expect(answers.map((answer) => String(answer).replace(' SQLITE_CORRUPT', ''))).toEqual([code]);
  });
});

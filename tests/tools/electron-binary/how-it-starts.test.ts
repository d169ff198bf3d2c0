/** Each start asks Electron's binary whether it starts, and reports what it cannot do. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type AskOptions, howItStarts } from '#tools/electron-binary/how-it-starts.ts';
import { advice, missingLibraries } from '#tools/electron-binary/libraries.ts';
import { sandboxCommands, whySandboxIsDenied } from '#tools/electron-binary/sandbox.ts';
import { makeFakeBinary } from './support/fake-binary.ts';

let folder: string;
/** A user other than root, on Linux, with a display. */
const person: AskOptions = { platform: 'linux', root: false };
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('DISPLAY', ':0');
  vi.stubEnv('WAYLAND_DISPLAY', 'wayland-7');
});

/** @param output the output of the program called ldd */
function fakeLdd(output: string): void {
  writeFileSync(path.join(folder, 'ldd'), `#!/bin/sh\ncat <<'END'\n${output}\nEND\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH']}`);
}

describe.skipIf(process.platform === 'win32')('the binary', () => {
  test('a binary that shows its page counts as starting', () => {
    const binary = makeFakeBinary(folder, 'none');
    expect(howItStarts(binary.executable, person)).toEqual({ kind: 'starts' });
    expect(binary.starts()).toHaveLength(1);
    expect(binary.starts()[0]).toMatch(/^--user-data-dir=.*probe\.cjs$/);
  });

  test('a binary whose sandbox is denied starts without it', () => {
    const binary = makeFakeBinary(folder, 'sandbox');
    expect(howItStarts(binary.executable, person)).toEqual({ kind: 'unsandboxed' });
    expect(binary.starts()).toHaveLength(2);
  });

  test('as root, only a start without the sandbox is tried, because the sandbox never starts as root', () => {
    const binary = makeFakeBinary(folder, 'sandbox');
    expect(howItStarts(binary.executable, { ...person, root: true })).toEqual({ kind: 'starts' });
    expect(binary.starts()).toHaveLength(1);
  });

  test('a binary that lacks libraries fails, with the names of all of them', () => {
    fakeLdd(`\tlinux-vdso.so.1 (0x00007ffd2a5c9000)
\tlibffmpeg.so => /opt/electron/libffmpeg.so (0x00007f1b8a000000)
\tlibnss3.so => not found
\tlibgbm.so.1 => not found
\tlibnss3.so => not found`);
    const binary = makeFakeBinary(folder, 'library');
    expect(howItStarts(binary.executable, person)).toEqual({
      kind: 'fails',
      why: 'it lacks libnss3.so, libgbm.so.1',
      advice: expect.stringContaining('libnss3'),
    });
  });

  test('the loader’s own message is reported if ldd cannot tell', () => {
    const binary = makeFakeBinary(folder, 'library');
    expect(howItStarts(binary.executable, person)).toEqual({
      kind: 'fails',
      why: `${binary.executable}: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory`,
    });
  });

  test('a failure is not remembered: a library that was installed later is found', () => {
    const { executable } = makeFakeBinary(folder, 'library');
    expect(howItStarts(executable, person).kind).toBe('fails');
    writeFileSync(executable, '#!/bin/sh\nexit 0\n');
    expect(howItStarts(executable, person)).toEqual({ kind: 'starts' });
  });

  test('a success is not remembered: a display that is gone later is named', () => {
    const { executable } = makeFakeBinary(folder, {
      code: `[ "$DISPLAY" = :0 ] && exit 0
echo '[7:1127/101010.1:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:257] Missing X server or $DISPLAY' >&2
echo '[7:1127/101010.1:ERROR:ui/aura/env.cc:246] The platform failed to initialize.  Exiting.' >&2
exit 1`,
    });
    expect(howItStarts(executable, person)).toEqual({ kind: 'starts' });
    vi.stubEnv('DISPLAY', ':77');
    expect(howItStarts(executable, person)).toEqual({ kind: 'no display', display: 'DISPLAY=:77' });
  });

  test('a Wayland compositor that does not answer is named', () => {
    const { executable } = makeFakeBinary(folder, {
      code: `echo '[7:1127/101010.1:ERROR:wayland_connection.cc:202] Failed to connect to Wayland display: No such file' >&2; exit 1`,
    });
    expect(howItStarts(executable, person)).toEqual({
      kind: 'no display',
      display: 'WAYLAND_DISPLAY=wayland-7',
    });
  });

  test('a binary for another loader, such as on Alpine, says what it needs', () => {
    const { executable } = makeFakeBinary(folder, 'none');
    writeFileSync(executable, '#!/nowhere/ld-linux-x86-64.so.2\n');
    expect(howItStarts(executable, person)).toEqual({ kind: 'fails', why: 'it needs a Linux with glibc' });
  });

  test('Chromium’s last message is reported without its time stamp', () => {
    const line = '[7:1127/101010.1:FATAL:v8_initializer.cc:625] Error loading V8 startup snapshot file';
    const { executable } = makeFakeBinary(folder, { code: `echo '${line}' >&2; exit 1` });
    expect(howItStarts(executable, person)).toEqual({
      kind: 'fails',
      why: 'Error loading V8 startup snapshot file',
    });
  });

  test('on systems other than Linux the binary is not asked', () => {
    expect(howItStarts('/nowhere/electron', { ...person, platform: 'darwin' })).toEqual({ kind: 'starts' });
  });
});

describe('missing libraries', () => {
  const LACKS = ['libnss3.so', 'libnssutil3.so', 'libasound.so.2', 'libatk-1.0.so.0'];
  const UBUNTU = 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n';

  test.runIf(process.platform === 'linux')('a complete program, such as this Node, lacks no library', () => {
    expect(missingLibraries(process.execPath)).toEqual([]);
  });

  test.each([
    ['Ubuntu', UBUNTU, '2.39', 'sudo apt install libnss3 libasound2t64 libatk1.0-0t64'],
    ['Debian before 64-bit times', 'ID=debian\n', '2.36', 'sudo apt install libnss3 libasound2 libatk1.0-0'],
    ['Fedora', 'NAME="Fedora Linux"\nID=fedora\n', '2.41', 'sudo dnf install nss alsa-lib atk'],
    ['Manjaro', 'ID=manjaro\nID_LIKE="arch"\n', '2.42', 'sudo pacman -S nss alsa-lib at-spi2-core'],
  ])('the command for %s installs the package of each once', (_, osRelease, glibc, command) => {
    expect(advice(LACKS, { osRelease, glibc })).toBe(command);
  });

  test('an unknown system gets the commands of all', () => {
    expect(advice(['libnss3.so'], { osRelease: 'ID=gentoo\n', glibc: '2.41' })).toBe(
      'Debian, Ubuntu: sudo apt install libnss3; Fedora: sudo dnf install nss; Arch: sudo pacman -S nss',
    );
  });

  test('a library whose package is not known has no command', () => {
    expect(advice(['libfuture.so.1'], { osRelease: UBUNTU, glibc: '2.39' })).toBeUndefined();
  });
});

describe('why the sandbox is denied', () => {
  const settings = (given: Record<string, string>) => (name: string) => given[name];
  const AppArmor = 'kernel.apparmor_restrict_unprivileged_userns';

  test.each([
    [{ [AppArmor]: '1' }, `AppArmor denies user namespaces to programs without a profile (${AppArmor} is 1)`],
    [
      { [AppArmor]: '0', 'kernel.unprivileged_userns_clone': '0' },
      'the kernel denies user namespaces (kernel.unprivileged_userns_clone is 0)',
    ],
    [
      { 'kernel.unprivileged_userns_clone': '1', 'user.max_user_namespaces': '0' },
      'the kernel denies user namespaces (user.max_user_namespaces is 0)',
    ],
    [{ 'user.max_user_namespaces': '96365' }, 'something here, such as a container, denies user namespaces'],
  ])('with %j the reason is: %s', (given, why) => {
    expect(whySandboxIsDenied(settings(given))).toBe(why);
  });

  test('the commands for the helper can be pasted into a shell, whatever the folder’s name', () => {
    expect(sandboxCommands("/home/o'hara/ink ling/electron")).toEqual([
      String.raw`sudo chown root:root '/home/o'\''hara/ink ling/chrome-sandbox'`,
      String.raw`sudo chmod 4755 '/home/o'\''hara/ink ling/chrome-sandbox'`,
    ]);
  });
});

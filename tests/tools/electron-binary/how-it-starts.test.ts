/** Electron's binary is asked once whether it starts, and what it cannot do is told. */
import { chmodSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type AskOptions, howItStarts, recordDeath } from '#tools/electron-binary/how-it-starts.ts';
import { sandboxCommands, whySandboxIsDenied } from '#tools/electron-binary/sandbox.ts';
import { makeFakeBinary } from './support/fake-binary.ts';

let folder: string;
/** A person who is not root, on Linux, with a display. */
let person: AskOptions;
beforeEach(() => {
  folder = temporaryFolder();
  person = { record: path.join(folder, 'record.json'), platform: 'linux', root: false };
  vi.stubEnv('DISPLAY', ':0');
});

describe.skipIf(process.platform === 'win32')('the binary', () => {
  test('a binary that shows its page counts as starting, and is tried once', () => {
    const binary = makeFakeBinary(folder, 'none');
    expect(howItStarts(binary.executable, person)).toEqual({ kind: 'starts' });
    expect(howItStarts(binary.executable, person)).toEqual({ kind: 'starts' });
    expect(binary.starts()).toHaveLength(1);
    expect(binary.starts()[0]).toMatch(/^--user-data-dir=.*probe\.cjs$/);
  });

  test('a binary whose sandbox is denied starts without it, and is tried once', () => {
    const binary = makeFakeBinary(folder, 'sandbox');
    expect(howItStarts(binary.executable, person)).toEqual({ kind: 'unsandboxed' });
    expect(howItStarts(binary.executable, person)).toEqual({ kind: 'unsandboxed' });
    expect(binary.starts()).toHaveLength(2);
  });

  test('root is asked without the sandbox alone, which never starts as root', () => {
    const binary = makeFakeBinary(folder, 'sandbox');
    expect(howItStarts(binary.executable, { ...person, root: true })).toEqual({ kind: 'starts' });
    expect(binary.starts()).toHaveLength(1);
  });

  test('a binary that lacks a library fails, with the reason that the system gave', () => {
    const binary = makeFakeBinary(folder, 'library');
    expect(howItStarts(binary.executable, person)).toEqual({
      kind: 'fails',
      why: `${binary.executable}: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory`,
    });
  });

  test('Chromium’s last message is reported without its time stamp', () => {
    const line =
      '[7:1127/101010.1:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:257] Missing X server or $DISPLAY';
    const { executable } = makeFakeBinary(folder, { code: `echo '${line}' >&2; exit 1` });
    expect(howItStarts(executable, person)).toEqual({ kind: 'fails', why: 'Missing X server or $DISPLAY' });
  });

  test.each([
    ['another binary', (file: string) => utimesSync(file, 1, 1)],
    [
      'its helper has become root’s',
      (file: string) => {
        const helper = path.join(path.dirname(file), 'chrome-sandbox');
        writeFileSync(helper, '');
        chmodSync(helper, 0o4755);
      },
    ],
  ])('the binary is asked again after a change: %s', (_, change) => {
    const { executable, starts } = makeFakeBinary(folder, 'none');
    howItStarts(executable, person);
    change(executable);
    howItStarts(executable, person);
    expect(starts()).toHaveLength(2);
  });

  test('an unreadable record counts as none', () => {
    const { executable } = makeFakeBinary(folder, 'none');
    writeFileSync(path.join(folder, 'record.json'), '{"key":');
    expect(howItStarts(executable, person)).toEqual({ kind: 'starts' });
  });

  test('a start that died of the sandbox is believed more than the answer before', () => {
    const { executable } = makeFakeBinary(folder, 'none');
    howItStarts(executable, person);
    recordDeath(executable, person);
    expect(howItStarts(executable, person)).toEqual({ kind: 'unsandboxed' });
  });

  test('systems other than Linux are not asked', () => {
    expect(howItStarts('/nowhere/electron', { ...person, platform: 'darwin' })).toEqual({ kind: 'starts' });
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

  test('the commands for the helper can be pasted into a shell, whatever the folder is called', () => {
    expect(sandboxCommands("/home/o'hara/ink ling/electron")).toEqual([
      String.raw`sudo chown root:root '/home/o'\''hara/ink ling/chrome-sandbox'`,
      String.raw`sudo chmod 4755 '/home/o'\''hara/ink ling/chrome-sandbox'`,
    ]);
  });
});

/** Why Chromium's sandbox cannot start on this system, and how to enable it. Only Linux can lack it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The kernel settings that deny user namespaces, with the value that denies them. */
const SETTINGS = [
  {
    name: 'kernel.apparmor_restrict_unprivileged_userns',
    denies: '1',
    why: 'AppArmor denies user namespaces to programs without a profile',
  },
  { name: 'kernel.unprivileged_userns_clone', denies: '0', why: 'the kernel denies user namespaces' },
  { name: 'user.max_user_namespaces', denies: '0', why: 'the kernel denies user namespaces' },
] as const;

/** Reads a setting such as `kernel.hostname`; undefined if the kernel does not have it. */
export type ReadSetting = (name: string) => string | undefined;

/**
 * The part of a sentence after "because": it names the setting that denies the sandbox, or says that the
 * cause is unknown.
 */
export function whySandboxIsDenied(read: ReadSetting = readSetting): string {
  const setting = SETTINGS.find(({ name, denies }) => read(name) === denies);
  if (setting !== undefined) return `${setting.why} (${setting.name} is ${setting.denies})`;
  return 'something here, such as a container, denies user namespaces';
}

/** Shell commands that make Chromium use its own helper instead of user namespaces. */
export function sandboxCommands(executable: string): readonly string[] {
  const helper = `'${helperOf(executable).replaceAll("'", String.raw`'\''`)}'`;
  return [`sudo chown root:root ${helper}`, `sudo chmod 4755 ${helper}`];
}

function helperOf(executable: string): string {
  return path.join(path.dirname(executable), 'chrome-sandbox');
}

function readSetting(name: string): string | undefined {
  try {
    return readFileSync(path.join('/proc/sys', ...name.split('.')), 'utf8').trim();
  } catch {
    return undefined;
  }
}

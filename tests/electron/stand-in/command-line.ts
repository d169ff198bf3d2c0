/** `app.commandLine`: the switches given to the process, and those the app adds before Chromium starts. Limit: no arguments. */
import { strict } from './strict.ts';

/** Switches by name; `''` is a switch without a value. */
export const switches = new Map<string, string>();

/** Takes over the switches among `args`. */
export function readSwitches(args: readonly string[]): void {
  for (const argument of args) {
    const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name !== undefined) switches.set(name, value);
  }
}

/** The arguments as Chromium tells another instance of them: switches come before all else, up to a `--`. */
export function switchesFirst([program = '', ...args]: readonly string[]): string[] {
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  const isSwitch = (argument: string): boolean => /^--?[^-]/.test(argument);
  return [
    program,
    ...before.filter(isSwitch),
    ...before.filter((argument) => !isSwitch(argument)),
    ...args.slice(before.length),
  ];
}

// Electron takes names in any case; the last value counts.
export const commandLine = strict('app.commandLine', {
  appendSwitch: (name: string, value = ''): void => void switches.set(name.toLowerCase(), value),
  removeSwitch: (name: string): void => void switches.delete(name.toLowerCase()),
  hasSwitch: (name: string): boolean => switches.has(name.toLowerCase()),
  getSwitchValue: (name: string): string => switches.get(name.toLowerCase()) ?? '',
});

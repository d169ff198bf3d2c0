/**
 * `app.commandLine`: the switches given to the process, and those that the app adds before Chromium starts.
 * Limit: no arguments other than switches.
 */
import { strictProxy } from './strict.ts';

/** Switches by name; `''` is a switch without a value. */
export const switches = new Map<string, string>();

export function readSwitches(args: readonly string[]): void {
  for (const argument of args) {
    const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name !== undefined) switches.set(name, value);
  }
}

/**
 * The arguments as Chromium reports them to the first instance: up to a `--`, switches come first.
 */
export function withSwitchesFirst([program = '', ...args]: readonly string[]): string[] {
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

// Electron ignores the case of names; the last value counts.
export const commandLine = strictProxy('app.commandLine', {
  appendSwitch: (name: string, value = ''): void => void switches.set(name.toLowerCase(), value),
  removeSwitch: (name: string): void => void switches.delete(name.toLowerCase()),
  hasSwitch: (name: string): boolean => switches.has(name.toLowerCase()),
  getSwitchValue: (name: string): string => switches.get(name.toLowerCase()) ?? '',
});

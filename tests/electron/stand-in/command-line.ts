/** `app.commandLine`: the switches given to the process, and those the app adds before Chromium starts. */
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

export const commandLine = strict('app.commandLine', {
  appendSwitch(name: string, value = ''): void {
    switches.set(name, value);
  },
});

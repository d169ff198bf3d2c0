/**
 * What is written to the terminal that started the app: lines that `device/log-file.ts` has made, and nothing
 * else.
 */
import { format } from 'node:util';

export interface Terminal {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

// Of the time before `sendConsoleTo` replaces them.
const { log: info, warn, error } = console;

export const terminal: Terminal = {
  info: (line) => info(line),
  warn: (line) => warn(line),
  error: (line) => error(line),
};

/**
 * Hands all that is written to the console from now on to `write`. Electron and libraries write there, and
 * quote what a page or a server sent.
 */
export function sendConsoleTo(write: (text: string) => void): void {
  const writeLine = (...parts: readonly unknown[]): void => write(format(...parts));
  const methods = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const;
  Object.assign(console, Object.fromEntries(methods.map((name) => [name, writeLine])));
}

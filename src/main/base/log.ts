/** The terminal that started the app. Only lines of `device/log-file.ts` are written to it. */
import { format } from 'node:util';

export interface Terminal {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

// Taken before `sendConsoleTo` replaces them.
const { log: info, warn, error } = console;

export const terminal: Terminal = {
  info: (line) => info(line),
  warn: (line) => warn(line),
  error: (line) => error(line),
};

/**
 * Passes all further console output to `write`. Electron and libraries print there, and quote data from pages
 * and servers.
 */
export function sendConsoleTo(write: (text: string) => void): void {
  const writeLine = (...parts: readonly unknown[]): void => write(format(...parts));
  const methods = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const;
  Object.assign(console, Object.fromEntries(methods.map((name) => [name, writeLine])));
}

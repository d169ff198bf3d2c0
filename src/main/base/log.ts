/** The app's log: lines on the terminal that started it. The app writes to it through `device/log-file.ts`, which leaves out all words. */
import { format } from 'node:util';

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

// Of the time before `sendConsoleTo` replaces them.
const { log: info, warn, error } = console;

export const terminalLog: Log = {
  info: (message) => info(message),
  warn: (message) => warn(message),
  error: (message) => error(message),
};

/**
 * Hands all that is written to the console from now on to `write`. Electron and libraries write there, too, and quote what a page or a
 * server sent.
 */
export function sendConsoleTo(write: (message: string) => void): void {
  const writeLine = (...parts: readonly unknown[]): void => write(format(...parts));
  const methods = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const;
  Object.assign(console, Object.fromEntries(methods.map((name) => [name, writeLine])));
}

/** The app's log: lines on the terminal that started it. The app writes to it through `device/log-file.ts`, which leaves out all words. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const terminalLog: Log = {
  info: (message) => console.log(message),
  warn: (message) => console.warn(message),
  error: (message) => console.error(message),
};

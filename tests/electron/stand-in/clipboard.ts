/** `clipboard`: text of this process. Limit: not the system's clipboard, nor the pages'. */
import { strict } from './strict.ts';

let text = '';

export const clipboard = strict('clipboard', {
  readText: (): string => text,
  writeText: (value: string): void => void (text = value),
});

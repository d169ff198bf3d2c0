/** `clipboard`: holds a text in this process. Limit: neither the system's clipboard nor that of the pages. */
import { strictProxy } from './strict.ts';

let text = '';

export const clipboard = strictProxy('clipboard', {
  readText: (): string => text,
  writeText: (value: string): void => void (text = value),
});

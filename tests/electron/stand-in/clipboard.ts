/** `clipboard`: text and HTML of this process. Limit: not the system's clipboard, nor the pages'. */
import { strict } from './strict.ts';

let text = '';
let html = '';

export const clipboard = strict('clipboard', {
  readText: (): string => text,
  writeText: (value: string): void => void (text = value),
  readHTML: (): string => html,
  writeHTML: (value: string): void => void (html = value),
  write(data: { readonly text?: string; readonly html?: string }): void {
    text = data.text ?? '';
    html = data.html ?? '';
  },
  clear(): void {
    text = '';
    html = '';
  },
});

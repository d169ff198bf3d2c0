/**
 * The tags that Simplenote writes below the text of a note: as many lines as they need, each with two spaces
 * before it.
 */
import { trimEnd } from './white-space.ts';

const MARK = '\nTags:\n';

export function splitTags(text: string): { readonly words: string; readonly tags: readonly string[] } {
  const whole = `\n${text}`;
  const at = whole.lastIndexOf(MARK);
  if (at < 0) return { words: text, tags: [] };
  const lines = whole.slice(at + MARK.length).split('\n');
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  if (!lines.every((line) => line.startsWith('  ') && !line.startsWith('   ')))
    return { words: text, tags: [] };
  const tags = lines.flatMap((line) => line.split(',').map((name) => name.trim()));
  return { words: trimEnd(whole.slice(1, at)), tags: tags.filter((name) => name !== '') };
}

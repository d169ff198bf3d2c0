/**
 * A note as a Markdown file: what else is known of it in front matter, the title as a heading, the text as it was
 * typed.
 */
import type { ExportedNote } from './own-format.ts';

export function toMarkdown({ id, createdAt, list, title, text }: ExportedNote): string {
  const front = `---\nid: ${yamlString(id)}\ncreated: ${createdAt}\nlist: ${list}\n---\n`;
  const heading = title === null || title === '' ? '' : `\n# ${title.replaceAll(/\s+/g, ' ').trim()}\n`;
  return `${front}${heading}${text === null || text === '' ? '' : `\n${text}\n`}`;
}

/** A string of JSON is one of YAML, too, but for some characters that YAML takes for line breaks. */
function yamlString(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

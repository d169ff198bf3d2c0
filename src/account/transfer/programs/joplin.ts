/**
 * Joplin's own formats, which have notebooks, tags and links between them as files like notes: a folder (RAW), or an
 * archive of the same files (JEX). Its Markdown is read like any other.
 */
import { refuse, type ReadFile } from './program.ts';

/** The last lines of a file: properties of the item, which all have an id and a type. */
const PROPERTIES = /(?:^|\n)(?:[a-z_]+:(?: [^\n]*)?\n)*type_: \d+\s*$/;
/** A tar archive consists of blocks of this size; the header of a file begins with its name. */
const BLOCK_BYTES = 512;
const TAR_MARK = { at: 257, text: 'ustar' } as const;
const NAME_OF_ITEM = /^(?:\.\/)?(?:[0-9a-f]{32}\.md|resources\/)\0?/;

export const joplin = refuse(
  'This is a Joplin backup. In Joplin choose File › Export all › MD + Front Matter, and import that folder.',
  (read) => isItem(read) || (read.type === 'other' && isArchiveOfItems(read.beginning)),
);

function isItem(read: ReadFile): boolean {
  if (read.type !== 'text') return false;
  const properties = PROPERTIES.exec(read.text.replaceAll('\r\n', '\n').slice(-8192))?.[0] ?? '';
  return /(?:^|\n)id: [0-9a-f]{32}\n/.test(properties);
}

function isArchiveOfItems(beginning: string): boolean {
  if (!beginning.startsWith(TAR_MARK.text, TAR_MARK.at)) return false;
  for (let at = 0; at < beginning.length; at += BLOCK_BYTES)
    if (NAME_OF_ITEM.test(beginning.slice(at, at + BLOCK_BYTES))) return true;
  return false;
}

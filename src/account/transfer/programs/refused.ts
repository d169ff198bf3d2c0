/**
 * Backups and exports that Inkling does not read. Each is called by its name, with the way that works
 * instead: what these programs export as Markdown or text is read like any other.
 */
import { leftOut } from '../sources/outcome.ts';
import { type CreateProgram, isObject, type ReadFile } from './program.ts';

interface Refusal {
  /** A sentence that names the program and says what to do. */
  readonly reason: string;
  readonly isOne: (read: ReadFile) => boolean;
  /** Names of files that are left out, too, if a refused file was chosen with them. */
  readonly beside?: RegExp;
}

const REFUSALS: readonly Refusal[] = [
  {
    reason:
      'This is a backup of Standard Notes. In Standard Notes choose Preferences › Backups › Download backup › Decrypted, unpack it, and import its folder Items › Note.',
    isOne: isStandardNotesBackup,
    beside: /[\\/]Items[\\/][^\\/]+[\\/][^\\/]+$/,
  },
  {
    reason:
      'This is a Joplin backup. In Joplin choose File › Export all › MD + Front Matter, and import that folder.',
    isOne: (read) => isJoplinItem(read) || (read.type === 'other' && isArchiveOfJoplinItems(read.beginning)),
  },
  {
    reason:
      'This is an Evernote export, which Inkling does not read. Joplin does: there choose File › Import › ENEX as Markdown, then File › Export all › MD + Front Matter, and import that folder.',
    isOne: (read) =>
      (read.type === 'other' && /<(?:!DOCTYPE )?en-export\b/.test(read.beginning.replaceAll('\0', ''))) ||
      /\.(?:enex|enb|exb)$/i.test(read.file.name),
  },
  {
    reason:
      'This is the database of Apple Notes, which Inkling does not read. In Notes select the notes, choose File › Export as › Markdown (macOS 26 or later), and import that folder.',
    isOne: (read) =>
      read.type === 'other' &&
      read.beginning.startsWith('SQLite format 3\0') &&
      (/ZICCLOUDSYNCINGOBJECT|ZICNOTEDATA/.test(read.beginning) ||
        /NoteStore\.sqlite$/i.test(read.file.name)),
  },
  {
    reason:
      'This is a Notesnook backup. In Notesnook choose Settings › Backup & export › Export all notes › Markdown + Frontmatter, and import that archive.',
    isOne: (read) =>
      /\.nnbackupz?(?:\/|$)/i.test(read.file.name) ||
      (read.type === 'json' && hasAll(read.value, ['version', 'type', 'date', 'data', 'hash'])),
  },
];

export const createRefused: CreateProgram = () => {
  /** For each refusal, the chosen paths with such a file. */
  const chosen = new Map(REFUSALS.map((refusal) => [refusal, new Set<string>()]));
  return {
    read(read) {
      for (const [refusal, paths] of chosen) {
        const { reason, isOne, beside } = refusal;
        const isBeside = paths.has(read.file.chosen) && beside?.test(read.file.name) === true;
        if (!isBeside && !isOne(read)) continue;
        paths.add(read.file.chosen);
        return leftOut(reason);
      }
      return null;
    },
  };
};

function hasAll(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => name in value);
}

/** One JSON of all items, often called `.txt`. Beside it stands a file of each item. */
function isStandardNotesBackup(read: ReadFile): boolean {
  if (read.type === 'other')
    return (
      /^\s*\{/.test(read.beginning) &&
      /"items"\s*:\s*\[\s*\{/.test(read.beginning) &&
      /"content_type"\s*:/.test(read.beginning)
    );
  const value = read.type === 'json' ? read.value : read.type === 'text' ? jsonOf(read.text) : null;
  if (!isObject(value) || !Array.isArray(value['items'])) return false;
  const [first] = value['items'] as readonly unknown[];
  return first === undefined
    ? 'keyParams' in value || 'auth_params' in value
    : hasAll(first, ['content_type', 'uuid']);
}

function jsonOf(text: string): unknown {
  if (!/^\s*\{/.test(text) || !/"items"\s*:/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The last lines of a Joplin file: properties of the item, which all have an id and a type. */
const JOPLIN_PROPERTIES = /(?:^|\n)(?:[a-z_]+:(?: [^\n]*)?\n)*type_: \d+\s*$/;
/** A tar archive consists of blocks of this size; the header of a file begins with its name. */
const BLOCK_BYTES = 512;
const TAR_MARK = { at: 257, text: 'ustar' } as const;
const NAME_OF_JOPLIN_ITEM = /^(?:\.\/)?(?:[0-9a-f]{32}\.md|resources\/)\0?/;

/** A folder (RAW) that has notebooks, tags and links between them as files like notes. */
function isJoplinItem(read: ReadFile): boolean {
  if (read.type !== 'text') return false;
  const properties = JOPLIN_PROPERTIES.exec(read.text.replaceAll('\r\n', '\n').slice(-8192))?.[0] ?? '';
  return /(?:^|\n)id: [0-9a-f]{32}\n/.test(properties);
}

/** An archive of the same files (JEX). */
function isArchiveOfJoplinItems(beginning: string): boolean {
  if (!beginning.startsWith(TAR_MARK.text, TAR_MARK.at)) return false;
  for (let at = 0; at < beginning.length; at += BLOCK_BYTES)
    if (NAME_OF_JOPLIN_ITEM.test(beginning.slice(at, at + BLOCK_BYTES))) return true;
  return false;
}

/** Backups of Standard Notes: one JSON of all items, often called `.txt`, and beside it a file of each item. */
import type { Reading } from '../notes/reading.ts';
import { leftOut } from '../sources/outcome.ts';
import { type CreateProgram, isObject, type ReadFile } from './program.ts';

const REFUSED: Reading = leftOut(
  'This is a backup of Standard Notes. In Standard Notes choose Preferences › Backups › Download backup › Decrypted, unpack it, and import its folder Items › Note.',
);

export const createStandardNotes: CreateProgram = () => {
  /** Chosen paths with a backup. */
  const backups = new Set<string>();
  return {
    read(read) {
      if (isBackup(read)) backups.add(read.file.chosen);
      else if (!backups.has(read.file.chosen) || !/[\\/]Items[\\/][^\\/]+[\\/][^\\/]+$/.test(read.file.name))
        return null;
      return REFUSED;
    },
  };
};

function isBackup(read: ReadFile): boolean {
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
    : isObject(first) && 'content_type' in first && 'uuid' in first;
}

function jsonOf(text: string): unknown {
  if (!/^\s*\{/.test(text) || !/"items"\s*:/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

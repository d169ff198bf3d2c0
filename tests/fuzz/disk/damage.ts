/** What disks, virus scanners, sync programs and people do to files. A seed gives the same damage again. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { type Random, weighted } from '../random.ts';
import { PAGE_SIZE } from './pages.ts';

export type Damage = {
  readonly file: string;
  readonly how:
    | { readonly kind: 'page'; readonly number: number; readonly with: 'zeros' | 'noise' | 'older page' }
    /** Cut down to so many bytes. */
    | { readonly kind: 'cut'; readonly to: number }
    | { readonly kind: 'missing' }
    /** Replaced by an earlier copy. */
    | { readonly kind: 'older copy' };
};

const KINDS = weighted([
  ['zeros', 5],
  ['noise', 4],
  ['older page', 2],
  ['cut', 2],
  ['emptied', 1],
  ['missing', 1],
  ['older copy', 1],
] as const);

/**
 * Damages one file.
 * @param earlier path of an earlier copy, which may be missing
 * @returns what was done; null if it was not possible
 */
export function damageFile(file: string, earlier: string, random: Random): Damage | null {
  if (!existsSync(file)) return null;
  const how = chooseDamage(statSync(file).size, random.pick(KINDS), random);
  if (how === null) return null;
  const done =
    how.kind === 'page' ? overwritePage(file, earlier, how, random) : replaceFile(file, earlier, how);
  return done ? { file: path.basename(file), how } : null;
}

/** Whether pages of different times mix and SQLite cannot notice it: an older page of a file, or a file that is an earlier one. */
export function mixes({ file, how }: Damage): boolean {
  return (
    how.kind === 'older copy' || (how.kind === 'page' && how.with === 'older page' && !file.endsWith('-wal'))
  );
}

function chooseDamage(size: number, kind: (typeof KINDS)[number], random: Random): Damage['how'] | null {
  if (size === 0 && kind !== 'missing' && kind !== 'older copy') return null;
  switch (kind) {
    case 'cut':
      return { kind, to: random.integer(0, size - 1) };
    case 'emptied':
      return { kind: 'cut', to: 0 };
    case 'missing':
    case 'older copy':
      return { kind };
    default:
      return { kind: 'page', number: random.integer(1, Math.ceil(size / PAGE_SIZE)), with: kind };
  }
}

function overwritePage(
  file: string,
  earlier: string,
  how: Damage['how'] & { kind: 'page' },
  random: Random,
): boolean {
  const start = (how.number - 1) * PAGE_SIZE;
  const length = Math.min(PAGE_SIZE, statSync(file).size - start);
  const content = contentOfPage(how.with, earlier, start, length, random);
  if (content.length === 0) return false;
  const open = openSync(file, 'r+');
  try {
    writeSync(open, content, 0, content.length, start);
  } finally {
    closeSync(open);
  }
  return true;
}

function contentOfPage(
  kind: 'zeros' | 'noise' | 'older page',
  earlier: string,
  start: number,
  length: number,
  random: Random,
): Buffer {
  if (kind === 'zeros') return Buffer.alloc(length);
  if (kind === 'noise') return Buffer.from(Array.from({ length }, () => random.integer(0, 255)));
  return existsSync(earlier) ? readFileSync(earlier).subarray(start, start + length) : Buffer.alloc(0);
}

function replaceFile(file: string, earlier: string, how: Damage['how']): boolean {
  if (how.kind === 'cut') truncateSync(file, how.to);
  else if (how.kind === 'missing') rmSync(file);
  else if (existsSync(earlier)) {
    // This is how programs restore files. A process that has the file open goes on with the old file.
    copyFileSync(earlier, `${file}.restored`);
    renameSync(`${file}.restored`, file);
  } else return false;
  return true;
}

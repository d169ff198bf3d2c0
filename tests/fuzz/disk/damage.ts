/**
 * Damage that disks, virus scanners, sync programs and users do to files. A seed gives the same damage again.
 */
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
import { countFrames, FRAME_SIZE, LOG_HEADER, PAGE_SIZE } from './pages.ts';

export type Damage = {
  readonly file: string;
  readonly how:
    | { readonly kind: 'page'; readonly number: number; readonly with: 'zeros' | 'noise' | 'older page' }
    /** Bad sectors of a log, with the frame at which each is aimed, from 1 on; 0 is the log's header. */
    | { readonly kind: 'sectors'; readonly with: 'zeros' | 'noise'; readonly sectors: readonly Sector[] }
    /** Cut down to this many bytes. */
    | { readonly kind: 'cut'; readonly to: number }
    | { readonly kind: 'missing' }
    /** Replaced by an earlier copy. */
    | { readonly kind: 'older copy' };
};

interface Sector {
  readonly frame: number;
  /** Offset in the file, and length, in bytes. */
  readonly at: number;
  readonly length: number;
}

const KINDS = weighted([
  ['zeros', 5],
  ['noise', 4],
  ['older page', 2],
  ['cut', 2],
  ['emptied', 1],
  ['missing', 1],
  ['older copy', 1],
] as const);

const KINDS_OF_LOG = weighted([
  ['sectors', 10],
  ['cut', 2],
  ['older page', 1],
  ['emptied', 1],
  ['missing', 1],
  ['older copy', 1],
] as const);

const SECTORS = [512, 4096];

/**
 * Damages one file.
 * @param earlier path of an earlier copy, which may be missing
 * @param how the page to damage, or the earlier copy that takes its place; null for any damage
 * @returns the damage; null if it was not possible
 */
export function damageFile(
  file: string,
  earlier: string,
  random: Random,
  how: number | 'older copy' | null = null,
): Damage | null {
  if (!existsSync(file)) return null;
  const chosen = how === null ? choose(file, random) : aimed(how, random);
  if (chosen === null) return null;
  const done = isOverwriting(chosen)
    ? overwrite(file, earlier, chosen, random)
    : replaceFile(file, earlier, chosen);
  return done ? { file: path.basename(file), how: chosen } : null;
}

function aimed(how: number | 'older copy', random: Random): Damage['how'] {
  return how === 'older copy'
    ? { kind: how }
    : { kind: 'page', number: how, with: random.pick(['zeros', 'noise']) };
}

function choose(file: string, random: Random): Damage['how'] | null {
  const kind = random.pick(file.endsWith('-wal') ? KINDS_OF_LOG : KINDS);
  return kind === 'sectors'
    ? chooseSectors(countFrames(readFileSync(file)), random)
    : chooseDamage(statSync(file).size, kind, random);
}

/**
 * Whether pages of different times mix without SQLite noticing: an older page in a file, or an earlier file.
 */
export function mixes({ file, how }: Damage): boolean {
  return (
    how.kind === 'older copy' || (how.kind === 'page' && how.with === 'older page' && !file.endsWith('-wal'))
  );
}

/** @param frames number of the log's frames, up to its last whole commit */
function chooseSectors(frames: number, random: Random): Damage['how'] | null {
  if (frames === 0) return null;
  const sectors = Array.from({ length: random.pick([1, 1, 2]) }, (): Sector => {
    const frame = random.pick([0, 1, frames, ...Array.from({ length: 5 }, () => random.integer(1, frames))]);
    const length = random.pick(SECTORS);
    const start = frame === 0 ? 0 : LOG_HEADER + (frame - 1) * FRAME_SIZE;
    const offset = frame === 0 ? 0 : random.integer(0, FRAME_SIZE - 1);
    return { frame, at: Math.floor((start + offset) / length) * length, length };
  });
  return { kind: 'sectors', with: random.pick(['zeros', 'noise']), sectors };
}

function chooseDamage(
  size: number,
  kind: Exclude<(typeof KINDS)[number] | (typeof KINDS_OF_LOG)[number], 'sectors'>,
  random: Random,
): Damage['how'] | null {
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

type Overwriting = Damage['how'] & { kind: 'page' | 'sectors' };

function isOverwriting(how: Damage['how']): how is Overwriting {
  return how.kind === 'page' || how.kind === 'sectors';
}

function overwrite(file: string, earlier: string, how: Overwriting, random: Random): boolean {
  const places =
    how.kind === 'sectors' ? how.sectors : [{ at: (how.number - 1) * PAGE_SIZE, length: PAGE_SIZE }];
  const { size } = statSync(file);
  const open = openSync(file, 'r+');
  try {
    return places
      .map(({ at, length }) => {
        const content = contentOfPage(how.with, earlier, at, Math.min(length, size - at), random);
        writeSync(open, content, 0, content.length, at);
        return content.length;
      })
      .some((written) => written > 0);
  } finally {
    closeSync(open);
  }
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
    // Programs restore files in this way. A process that has the file open keeps using the old file.
    copyFileSync(earlier, `${file}.restored`);
    renameSync(`${file}.restored`, file);
  } else return false;
  return true;
}

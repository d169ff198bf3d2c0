/**
 * The content of a file on the disk after a power cut. Flushed data is there; of everything else any part may
 * be missing: a write may be torn between two sectors, and the file may have its new length and zeros. The
 * real disk (`tests/crash/disk/power-cut.ts`) and the simulated one (`tests/fuzz/disk/power.ts`) use this.
 */
import type { Random } from '#tests/fuzz/random.ts';

/** The number of bytes that a disk writes completely or not at all. */
export const SECTOR = 512;

export type Write =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number };

export interface UnflushedFile {
  /** Data that is certainly on the disk. */
  readonly durable: Buffer;
  /** The writes since, in order. */
  readonly pending: readonly Write[];
}

/** How much of the unflushed data is lost. */
export type Loss = 'nothing is lost' | 'all is lost' | 'data is lost' | 'names are lost' | 'any part is lost';
export const LOSSES: readonly Loss[] = [
  'nothing is lost',
  'all is lost',
  'data is lost',
  'names are lost',
  'any part is lost',
];

/** The file as the process sees it. */
export function contentNow({ durable, pending }: UnflushedFile): Buffer {
  return pending.reduce(withWrite, durable);
}

/** The file as the disk has it after the power cut. */
export function contentAfterCut({ durable, pending }: UnflushedFile, loss: Loss, random: Random): Buffer {
  const tear = loss === 'any part is lost' ? random : null;
  return survivors(pending, loss, 'data is lost', random).reduce(
    (bytes, write) => withWrite(bytes, torn(write, bytes, tear)),
    durable,
  );
}

/**
 * The changes that are on the disk. Half of the cuts preserve the order, as some file systems do.
 * @param lost the loss that takes all changes of this kind
 */
export function survivors<Item>(
  items: readonly Item[],
  loss: Loss,
  lost: Loss,
  random: Random,
): readonly Item[] {
  if (loss === 'all is lost' || loss === lost) return [];
  if (loss !== 'any part is lost') return items;
  if (random.oneIn(2)) return items.slice(0, random.integer(0, items.length));
  return items.filter(() => random.oneIn(2));
}

/** The write with some of its sectors unchanged. */
function torn(write: Write, before: Buffer, random: Random | null): Write {
  if (write.kind === 'truncate' || random === null || random.oneIn(2)) return write;
  const bytes = Buffer.from(write.bytes);
  // Sectors are counted from the start of the disk, wherever the write begins.
  for (let start = -(write.at % SECTOR); start < bytes.length; start += SECTOR) {
    if (random.oneIn(2)) continue;
    const from = Math.max(start, 0);
    const sector = bytes.subarray(from, start + SECTOR);
    sector.fill(0);
    const at = write.at + from;
    if (at < before.length) before.copy(sector, 0, at, at + sector.length);
  }
  return { ...write, bytes };
}

function withWrite(content: Buffer, write: Write): Buffer {
  const end =
    write.kind === 'truncate' ? write.size : Math.max(content.length, write.at + write.bytes.length);
  const changed = Buffer.alloc(end);
  content.copy(changed);
  if (write.kind === 'write') write.bytes.copy(changed, write.at);
  return changed;
}

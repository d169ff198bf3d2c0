/**
 * Reads the record of `preload.c`: lines of words separated by tabs; the bytes of a write follow its line.
 */
import { type Call, isCall } from '#tests/support/failing-disk/calls.ts';

export interface RecordedCall {
  readonly call: Call;
  readonly file: string;
}

/**
 * A successful change of the folder or of a file, a flush, or a mark of the process. Inodes name the files.
 */
export type Change =
  | { readonly kind: 'create' | 'mkdir'; readonly name: string; readonly inode: number }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly to: string }
  | { readonly kind: 'write'; readonly inode: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly inode: number; readonly size: number }
  | { readonly kind: 'sync'; readonly inode: number }
  | { readonly kind: 'mark'; readonly text: string };

export interface Recorded {
  readonly calls: readonly RecordedCall[];
  readonly changes: readonly Change[];
}

export function parseRecord(bytes: Buffer): Recorded {
  const calls: RecordedCall[] = [];
  const changes: Change[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\n', at);
    const [kind = '', first = '', second = '', third = ''] = bytes.toString('utf8', at, end).split('\t');
    at = end + 1;
    if (kind === 'call') calls.push({ call: toCall(first), file: second });
    else if (kind === 'write') {
      const length = Number(third);
      changes.push({
        kind,
        inode: Number(first),
        at: Number(second),
        bytes: bytes.subarray(at, at + length),
      });
      at += length;
    } else changes.push(toChange(kind, first, second));
  }
  return { calls, changes };
}

function toCall(name: string): Call {
  if (!isCall(name)) throw new Error(`The record has an unknown call ${name}`);
  return name;
}

function toChange(kind: string, first: string, second: string): Change {
  switch (kind) {
    case 'create':
    case 'mkdir':
      return { kind, name: first, inode: Number(second) };
    case 'remove':
      return { kind, name: first };
    case 'rename':
    case 'link':
      return { kind, from: first, to: second };
    case 'truncate':
      return { kind, inode: Number(first), size: Number(second) };
    case 'sync':
      return { kind, inode: Number(first) };
    case 'mark':
      return { kind, text: first };
    default:
      throw new Error(`The record has an unknown line ${kind}`);
  }
}

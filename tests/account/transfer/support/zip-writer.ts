/** Zip archives for tests, including false ones that no ordinary program would write. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Replaces the deflated content. */
  readonly packed?: Uint8Array;
  /** Replaces 8 (deflated). */
  readonly method?: number;
  readonly isEncrypted?: boolean;
  /** The name as its bytes, which the archive does not say to be in UTF-8. */
  readonly unmarkedName?: Uint8Array;
  /** `crc` and `size` replace the true ones. */
  readonly crc?: number;
  readonly size?: number;
  /** Whether the sizes and the offset are in the zip64 extra field. */
  readonly zip64?: boolean;
}

const DEFLATED = 8;
const STORED = 0;
const UTF8_NAME = 0x800;
const BIG = 0xffff_ffff;

export function zipOf(entries: readonly ZipEntry[], { zip64 = false } = {}): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = entryOf(entry, offset);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = endOf(entries.length, directory.length, offset, zip64);
  return Buffer.concat([...locals, directory, end]);
}

export function writeZip(folder: string, entries: readonly ZipEntry[], name = 'takeout.zip'): string {
  const file = path.join(folder, name);
  writeFileSync(file, zipOf(entries));
  return file;
}

function entryOf(entry: ZipEntry, offset: number): { local: Buffer; central: Buffer } {
  const name = Buffer.from(entry.unmarkedName ?? entry.name);
  const content = Buffer.from(entry.content);
  const method = entry.method ?? DEFLATED;
  const data = entry.packed ?? (method === STORED ? content : deflateRawSync(content));
  const size = entry.size ?? content.length;
  const common = Buffer.alloc(22);
  const mark = entry.unmarkedName === undefined ? UTF8_NAME : 0;
  common.writeUInt16LE(mark | Number(entry.isEncrypted ?? false), 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(entry.crc ?? crc32(content), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(size, 18);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, lengths(name.length, 0), name, data]);
  const extra = entry.zip64 === true ? zip64Extra(size, data.length, offset) : Buffer.alloc(0);
  if (entry.zip64 === true) {
    common.writeUInt32LE(BIG, 14);
    common.writeUInt32LE(BIG, 18);
  }
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.zip64 === true ? BIG : offset, 10);
  const madeBy = Buffer.from([20, 0]);
  const signature = Buffer.from('PK\u0001\u0002');
  return {
    local,
    central: Buffer.concat([
      signature,
      madeBy,
      common,
      lengths(name.length, extra.length),
      rest,
      name,
      extra,
    ]),
  };
}

function lengths(name: number, extra: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(name, 0);
  bytes.writeUInt16LE(extra, 2);
  return bytes;
}

function zip64Extra(size: number, packed: number, offset: number): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [index, value] of [size, packed, offset].entries()) {
    extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  }
  return extra;
}

function endOf(count: number, size: number, offset: number, zip64: boolean): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(zip64 ? 0xffff : count, 8);
  end.writeUInt16LE(zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(zip64 ? BIG : size, 12);
  end.writeUInt32LE(zip64 ? BIG : offset, 16);
  if (!zip64) return end;
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

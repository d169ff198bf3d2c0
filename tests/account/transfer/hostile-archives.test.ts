/**
 * Archives that no program wrote: random bytes, entries that share their bytes, and sizes, places and counts
 * that are not true.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createAccount } from './support/account.ts';
import { keepFile } from './support/keep-files.ts';
import { type ZipEntry, zipOf } from './support/zip-writer.ts';

const MB = 1024 * 1024;
const CENTRAL = Buffer.from('PK\u0001\u0002');
const END = Buffer.from('PK\u0005\u0006');
/** Offsets of fields within a central header and the end record (APPNOTE.TXT 4.3.12 and 4.3.16). */
const CENTRAL_FIELDS = { packedSize: 20, size: 24, nameLength: 28, extraLength: 30, place: 42 } as const;
const END_FIELDS = { count: 10, directorySize: 12, directoryPlace: 16 } as const;

const BOMB = deflateRawSync(Buffer.alloc(8 * MB, ' '));
const notes = Array.from({ length: 3 }, (_, day) => keepFile(day + 1, `day ${day + 1}`));

const anyEntry: fc.Arbitrary<ZipEntry> = fc.record(
  {
    name: fc.oneof(fc.constantFrom('Keep/a.json', 'a.md', 'b.zip', 'Keep/', '../a.txt'), fc.string()),
    content: fc.oneof(fc.constantFrom(...notes), fc.string(), fc.uint8Array({ maxLength: 300 })),
    packed: fc.oneof(fc.constant(BOMB), fc.uint8Array({ maxLength: 300 })),
    method: fc.constantFrom(0, 8, 8, 9, 99),
    crc: fc.nat(),
    size: fc.oneof(fc.nat(), fc.constant(0xffff_ffff)),
    zip64: fc.boolean(),
  },
  { requiredKeys: ['name', 'content'] },
);

/** A field that gets another value: that of another place in the archive, or any. */
const anyLie = fc.record({
  entry: fc.nat(10),
  field: fc.constantFrom(...Object.values(CENTRAL_FIELDS)),
  value: fc.oneof(fc.nat(600), fc.nat(), fc.constant(0xffff_ffff)),
});
const anyEnd = fc.option(
  fc.record({ field: fc.constantFrom(...Object.values(END_FIELDS)), value: fc.oneof(fc.nat(600), fc.nat()) }),
);

const anyArchive = fc
  .tuple(
    fc.array(anyEntry, { minLength: 1, maxLength: 6 }),
    fc.boolean(),
    fc.array(anyLie, { maxLength: 6 }),
    anyEnd,
  )
  .map(([entries, zip64, lies, end]) => {
    const zip = zipOf(entries, { zip64 });
    const headers: number[] = [];
    for (let at = zip.indexOf(CENTRAL); at !== -1; at = zip.indexOf(CENTRAL, at + 1)) headers.push(at);
    for (const { entry, field, value } of lies) {
      const header = headers[entry % headers.length];
      if (header === undefined || header + field + 4 > zip.length) continue;
      const isShort = field === CENTRAL_FIELDS.nameLength || field === CENTRAL_FIELDS.extraLength;
      if (isShort) zip.writeUInt16LE(value % 0x1_0000, header + field);
      else zip.writeUInt32LE(value, header + field);
    }
    if (end === null) return zip;
    const record = zip.lastIndexOf(END);
    if (end.field === END_FIELDS.count) zip.writeUInt16LE(end.value % 0x1_0000, record + end.field);
    else zip.writeUInt32LE(end.value, record + end.field);
    return zip;
  });

const anyBytes = fc
  .tuple(
    fc.constantFrom('', 'PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0001\u0002'),
    fc.uint8Array({ maxLength: 4000 }),
    fc.constantFrom('', 'PK\u0005\u0006'),
    fc.uint8Array({ maxLength: 40 }),
  )
  .map(([start, middle, mark, rest]) => Buffer.concat([Buffer.from(start), middle, Buffer.from(mark), rest]));

test('[C64] an archive of any bytes is read to an end, in little time and memory', async () => {
  const file = path.join(temporaryFolder(), 'x.zip');
  const account = createAccount();
  const before = process.memoryUsage().rss;
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: anyArchive }, anyBytes), async (zip) => {
      writeFileSync(file, zip);
      const importIt = async (): Promise<void> => {
        const { added, broken } = await account.import(file);
        expect(added).toBeLessThanOrEqual(6);
        for (const { reason } of broken) expect(reason).toMatch(/^[A-Z].*\.$/);
      };
      expect(await cpuTimeOf(importIt)).toBeLessThan(5_000);
    }),
    { numRuns: 300 },
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB);
});

test('[C64] entries that share the bytes of one bomb are refused before they are unpacked', async () => {
  const file = path.join(temporaryFolder(), 'x.zip');
  const packed = deflateRawSync(Buffer.alloc(4_000_000, ' '));
  const count = 20_000;
  const empty = { content: '', packed: Buffer.alloc(0), size: 0 };
  const zip = zipOf([
    { name: 'bomb.md', content: '', packed, crc: 0 },
    ...Array.from({ length: count }, (_, index) => ({ name: `${index}.md`, ...empty })),
  ]);
  // Every entry of the list names the place and the size of the first.
  let at = zip.indexOf(CENTRAL);
  for (; at !== -1; at = zip.indexOf(CENTRAL, at + 1)) {
    zip.writeUInt32LE(packed.length, at + CENTRAL_FIELDS.packedSize);
    zip.writeUInt32LE(0, at + CENTRAL_FIELDS.place);
  }
  writeFileSync(file, zip);
  const account = createAccount();
  const importIt = async (): Promise<void> => {
    const { added, broken } = await account.import(file);
    expect(added).toBe(0);
    expect(broken.map(({ reason }) => reason)).toContain('Overlaps with another file of its archive.');
  };
  expect(await cpuTimeOf(importIt)).toBeLessThan(10_000);
});

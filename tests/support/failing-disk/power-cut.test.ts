import { expect, test } from 'vitest';
import * as fc from '#tests/support/fast-check.ts';
import { createRandomFor } from '#tests/fuzz/random.ts';
import { contentAfterCut, contentNow, SECTOR, type UnflushedFile, type Write } from './power-cut.ts';

const bytes = fc.uint8Array({ maxLength: 4 * SECTOR }).map((array) => Buffer.from(array));
const write: fc.Arbitrary<Write> = fc.record({
  kind: fc.constant('write'),
  at: fc.nat(6 * SECTOR),
  bytes: bytes.filter(({ length }) => length > 0),
});
const truncation: fc.Arbitrary<Write> = fc.record({
  kind: fc.constant('truncate'),
  size: fc.nat(6 * SECTOR),
});
const writtenFile = fc.record<UnflushedFile>({ durable: bytes, pending: fc.array(write, { maxLength: 5 }) });
const anyFile = fc.record<UnflushedFile>({
  durable: bytes,
  pending: fc.array(fc.oneof(write, truncation), { maxLength: 5 }),
});
const seed = fc.nat();

test('a power cut that loses nothing leaves the file as the process sees it', () => {
  fc.assert(
    fc.property(anyFile, seed, (file, number) => {
      expect(contentAfterCut(file, 'nothing is lost', createRandomFor(number, 0))).toEqual(contentNow(file));
    }),
  );
});

test('a power cut that loses all data leaves the flushed data', () => {
  fc.assert(
    fc.property(anyFile, seed, (file, number) => {
      for (const loss of ['all is lost', 'data is lost'] as const)
        expect(contentAfterCut(file, loss, createRandomFor(number, 0))).toEqual(file.durable);
    }),
  );
});

test('after a power cut that loses any part, each byte has one of its former values, or zero if the file has grown', () => {
  fc.assert(
    fc.property(writtenFile, seed, (file, number) => {
      const states = file.pending.map((_, index) =>
        contentNow({ ...file, pending: file.pending.slice(index, index + 1) }),
      );
      const after = contentAfterCut(file, 'any part is lost', createRandomFor(number, 0));
      expect(after.length).toBeGreaterThanOrEqual(file.durable.length);
      expect(after.length).toBeLessThanOrEqual(contentNow(file).length);
      const isKnown = (byte: number, at: number): boolean =>
        [file.durable, ...states].some((state) => state[at] === byte) ||
        (byte === 0 && at >= file.durable.length);
      expect(after.findIndex((byte, at) => !isKnown(byte, at))).toBe(-1);
    }),
  );
});

test('a torn write has whole sectors, wherever it begins', () => {
  const pending: readonly Write[] = [{ kind: 'write', at: 100, bytes: Buffer.alloc(8 * SECTOR, 1) }];
  const file = { durable: Buffer.alloc(10 * SECTOR), pending };
  const cuts = Array.from({ length: 300 }, (_, number) =>
    contentAfterCut(file, 'any part is lost', createRandomFor(number, 0)),
  );
  const lasting = new Set<number>();
  for (const after of cuts) {
    for (let sector = 0; sector < 9; sector += 1) {
      const [from, to] = [Math.max(sector * SECTOR, 100), Math.min((sector + 1) * SECTOR, 100 + 8 * SECTOR)];
      const values = new Set(after.subarray(from, to));
      expect(values.size).toBe(1);
      if (values.has(1)) lasting.add(sector);
    }
  }
  expect(lasting.size).toBe(9);
  expect(new Set(cuts.map((after) => after.toString('latin1'))).size).toBeGreaterThan(20);
});

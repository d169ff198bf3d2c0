import { expect, test } from 'vitest';
import { formatBytes } from '#renderer/settings/bytes.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_234_567, '1.2 MB'],
  [9_950_000, '10 MB'],
  [999_600, '1 MB'],
  [58_400_000, '58 MB'],
  [3e15, '3,000 TB'],
])('%i bytes are shown as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});

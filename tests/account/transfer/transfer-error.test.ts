import { expect, test } from 'vitest';
import { reasonOf, UnreadableError } from '#account/transfer/sources/transfer-error.ts';
import { openZip } from '#account/transfer/sources/zip.ts';

const systemError = (code: string): Error =>
  Object.assign(new Error(`${code}: raw words of the system, open '/home/ada/x'`), { code, errno: -1 });

test.each([
  [systemError('ENOTDIR'), 'It no longer exists.'],
  [systemError('EACCES'), 'Inkling is not allowed to read it.'],
  [systemError('EIO'), 'The disk could not read it.'],
  [systemError('ELOOP'), 'Could not be read (ELOOP).'],
  [new TypeError('x is undefined'), 'Could not be read.'],
  [new UnreadableError('Encrypted.'), 'Encrypted.'],
])('the reason of %s is a sentence without raw words of the system', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

test('a damaged archive is told without the words of the library that reads it', async () => {
  const damaged = openZip(Buffer.from(`PK\u0003\u0004${'x'.repeat(100)}`));
  await expect(damaged).rejects.toThrow(
    /^The archive is damaged or incomplete\. Copy or download it again\.$/,
  );
});

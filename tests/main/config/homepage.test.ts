import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { homepageOf } from '#main/config/homepage.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test.each([
  ['{"homepage": "https://example.org/inkling"}', 'https://example.org/inkling'],
  ['{"name": "inkling"}', null],
  ['{"homepage": "javascript:alert(1)"}', null],
  ['{"homepage": 3}', null],
  ['no JSON', null],
])('a package.json with %s has the homepage %s', (text, homepage) => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'package.json'), text);
  expect(homepageOf(folder)).toBe(homepage);
});

test('without a package.json there is no homepage', () => {
  expect(homepageOf(path.join(tmpdir(), 'inkling-not-there'))).toBeNull();
});

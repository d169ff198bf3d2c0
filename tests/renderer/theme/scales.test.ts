/** Reads the styles of all pages. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const RENDERER = path.resolve(import.meta.dirname, '../../../src/renderer');

const styles = globSync('**/*.{ts,tsx}', { cwd: RENDERER })
  .filter((file) => !file.startsWith('theme'))
  .map((file) => [file, readFileSync(path.join(RENDERER, file), 'utf8')] as const);

test.each([
  ['radii', /Radius: '(?!0')[^']+'/g],
  ['weights of fonts', /fontWeight: ['\d]\S*/g],
])('styles have no %s of their own beside the scale of the theme', (_name, pattern) => {
  expect(styles.length).toBeGreaterThan(100);
  const literals = styles.flatMap(([file, text]) =>
    [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`),
  );
  expect(literals).toEqual([]);
});

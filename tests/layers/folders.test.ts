/** The folders of `src`, at every depth, form no circle. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../src');

/** The folders that each folder with code imports from, as paths within `src`. */
const imported = new Map<string, Set<string>>();
for (const file of globSync('**/*.{ts,tsx}', { cwd: source })) {
  const from = path.dirname(file);
  const folders = imported.get(from) ?? new Set();
  imported.set(from, folders);
  for (const [, name = ''] of readFileSync(path.join(source, file), 'utf8').matchAll(
    /'((?:\.\.?|#\w+)\/[^']+\.tsx?)'/g,
  )) {
    const to = path.dirname(name.startsWith('#') ? name.slice(1) : path.join(from, name));
    if (to !== from) folders.add(to);
  }
}

test('the folders form no circle', () => {
  const left = new Map(imported);
  expect(left.size).toBeGreaterThan(40);
  // Removes the folders that import none of the remaining ones, until no more can be removed.
  for (;;) {
    const leaves = [...left].filter(([, folders]) => ![...folders].some((folder) => left.has(folder)));
    if (leaves.length === 0) break;
    for (const [folder] of leaves) left.delete(folder);
  }
  const circles = [...left].map(
    ([folder, folders]) => `${folder} → ${[...folders].filter((to) => left.has(to)).join(', ')}`,
  );
  expect(circles, 'folders that import each other').toEqual([]);
});

test.each(['account', 'main'])(
  'no folder of %s imports the files beside it, which put the folders together',
  (layer) => {
    const inside = [...imported].filter(([folder]) => folder.startsWith(`${layer}/`));
    expect(inside.length).toBeGreaterThan(5);
    expect(inside.filter(([, folders]) => folders.has(layer)).map(([folder]) => folder)).toEqual([]);
  },
);

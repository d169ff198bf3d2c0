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
  const remainingFolders = new Map(imported);
  expect(remainingFolders.size).toBeGreaterThan(40);
  // Removes the folders that import none of the remaining ones, until no more can be removed.
  for (;;) {
    const leaves = [...remainingFolders].filter(
      ([, folders]) => ![...folders].some((folder) => remainingFolders.has(folder)),
    );
    if (leaves.length === 0) break;
    for (const [folder] of leaves) remainingFolders.delete(folder);
  }
  const circles = [...remainingFolders].map(
    ([folder, folders]) => `${folder} → ${[...folders].filter((to) => remainingFolders.has(to)).join(', ')}`,
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

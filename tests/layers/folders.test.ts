/**
 * The folders of `src` form no cycle: neither those with code nor, at any depth, those inside one folder.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../src');

type Imports = Map<string, Set<string>>;

/** The folders that each folder with code imports from, as paths within `src`. */
const imported: Imports = new Map();
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

/** For each folder of folders, the imports between its subfolders, each with everything below it. */
const importedBySiblings = new Map<string, Imports>();
for (const [from, folders] of imported) {
  for (const to of folders) {
    const fromNames = from.split(path.sep);
    const toNames = to.split(path.sep);
    const depth = fromNames.findIndex((name, index) => name !== toNames[index]);
    const fromSibling = fromNames[depth];
    const toSibling = toNames[depth];
    // One is the parent of the other.
    if (fromSibling === undefined || toSibling === undefined) continue;
    const parent = fromNames.slice(0, depth).join('/');
    const siblings: Imports = importedBySiblings.get(parent) ?? new Map();
    importedBySiblings.set(parent, siblings);
    siblings.set(fromSibling, (siblings.get(fromSibling) ?? new Set()).add(toSibling));
  }
}

/** @returns the folders in cycles, and those that import one, each with its imports from them */
function findCircles(imports: Imports): readonly string[] {
  const remainingFolders = new Map(imports);
  // Removes the folders that import none of the remaining ones, until no more can be removed.
  for (;;) {
    const leaves = [...remainingFolders].filter(
      ([, folders]) => ![...folders].some((folder) => remainingFolders.has(folder)),
    );
    if (leaves.length === 0) break;
    for (const [folder] of leaves) remainingFolders.delete(folder);
  }
  return [...remainingFolders].map(
    ([folder, folders]) => `${folder} → ${[...folders].filter((to) => remainingFolders.has(to)).join(', ')}`,
  );
}

test('the folders form no cycle', () => {
  expect(imported.size).toBeGreaterThan(40);
  expect(findCircles(imported), 'folders that import each other').toEqual([]);
});

test('the folders in one folder form no cycle', () => {
  expect([...importedBySiblings.keys()]).toEqual(
    expect.arrayContaining(['', 'account', 'main', 'renderer', 'renderer/notes']),
  );
  const circles = [...importedBySiblings]
    .map(([parent, siblings]) => ({ parent, circles: findCircles(siblings) }))
    .filter(({ circles: found }) => found.length > 0);
  expect(circles, 'folders that import each other through their subfolders').toEqual([]);
});

test.each(['account', 'main'])(
  'no folder of %s imports the files beside it, which put the folders together',
  (layer) => {
    const inside = [...imported].filter(([folder]) => folder.startsWith(`${layer}/`));
    expect(inside.length).toBeGreaterThan(5);
    expect(inside.filter(([, folders]) => folders.has(layer)).map(([folder]) => folder)).toEqual([]);
  },
);

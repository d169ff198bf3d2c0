import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../src/renderer');

/** What each folder of the renderer imports from its other folders. */
function importedFolders(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: root })) {
    const from = folderOf(file);
    const imported = folders.get(from) ?? new Set();
    folders.set(from, imported);
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/'(\.\.?\/[^']+)'/g)) {
      const to = folderOf(path.join(path.dirname(file), name));
      if (to !== from && to !== '..') imported.add(to);
    }
  }
  return folders;
}

function folderOf(file: string): string {
  return file.split(path.sep)[0] ?? '';
}

test('the folders of the renderer form no circle', () => {
  const folders = importedFolders();
  expect(folders.size).toBeGreaterThan(10);
  // Removes the folders that import none of the remaining ones, until no more can be removed.
  for (;;) {
    const leaves = [...folders].filter(
      ([, imported]) => ![...imported].some((folder) => folders.has(folder)),
    );
    if (leaves.length === 0) break;
    for (const [folder] of leaves) folders.delete(folder);
  }
  expect([...folders.keys()], 'folders that import each other').toEqual([]);
});

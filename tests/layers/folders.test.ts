/** The folders of a layer form no circle. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../src');

/** What each folder of a layer imports from the layer's other folders; `..` stands for the files beside them. */
function importedFolders(layer: string): Map<string, Set<string>> {
  const root = path.join(source, layer);
  const folders = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: root })) {
    const from = folderOf(file);
    const imported = folders.get(from) ?? new Set();
    folders.set(from, imported);
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/'(\.\.?\/[^']+)'/g)) {
      const to = folderOf(path.join(path.dirname(file), name));
      if (to !== from) imported.add(to);
    }
  }
  return folders;
}

function folderOf(file: string): string {
  const [folder = '', ...rest] = file.split(path.sep);
  return rest.length === 0 ? '..' : folder;
}

test.each(['renderer', 'account'])('the folders of %s form no circle', (layer) => {
  const left = importedFolders(layer);
  expect(left.size).toBeGreaterThan(6);
  // Removes the folders that import none of the remaining ones, until no more can be removed.
  for (;;) {
    const leaves = [...left].filter(([, imported]) => ![...imported].some((folder) => left.has(folder)));
    if (leaves.length === 0) break;
    for (const [folder] of leaves) left.delete(folder);
  }
  expect([...left.keys()], 'folders that import each other').toEqual([]);
});

test('no folder of account imports the files beside it, which put the folders together', () => {
  const outside = [...importedFolders('account')].filter(([, imported]) => imported.has('..'));
  expect(outside.map(([folder]) => folder)).toEqual([]);
});

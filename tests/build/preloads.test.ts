/** A built page names in its head the files that its entry loads at once. */
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { filesLoadedBy } from '#build/preloads.ts';

function chunk(fileName: string, imports: string[], dynamicImports: string[] = []): Rolldown.OutputChunk {
  const moduleIds = [fileName];
  return { type: 'chunk', fileName, imports, dynamicImports, moduleIds } as unknown as Rolldown.OutputChunk;
}

test('a page preloads what its entry loads by import(), with its imports, but no file that the entry imports', () => {
  const entry = chunk('entry.js', ['store.js'], ['draw.js']);
  const chunks = [
    entry,
    chunk('store.js', ['jotai.js']),
    chunk('jotai.js', []),
    chunk('draw.js', ['react.js', 'store.js'], ['settings.js']),
    chunk('react.js', ['jotai.js', 'draw.js']),
    chunk('settings.js', ['react.js']),
  ];
  const bundle = Object.fromEntries(chunks.map((one) => [one.fileName, one]));
  expect(filesLoadedBy(entry, bundle)).toEqual(['draw.js', 'react.js']);
});

test('a page preloads no file that only re-exports others', () => {
  const entry = chunk('entry.js', [], ['draw.js', 'facade.js']);
  const facade = { ...chunk('facade.js', ['draw.js']), moduleIds: [] };
  expect(
    filesLoadedBy(entry, { 'entry.js': entry, 'draw.js': chunk('draw.js', []), 'facade.js': facade }),
  ).toEqual(['draw.js']);
});

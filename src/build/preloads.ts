/**
 * Names in each page what its entry loads at once by `import()`, so that it is on its way while the entry runs. Vite
 * itself names only what is imported statically.
 */
import type { Plugin, Rolldown } from 'vite';

export function preloadsPlugin(): Plugin {
  return {
    name: 'preloads',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, chunk }) =>
        (chunk === undefined ? [] : filesLoadedBy(chunk, bundle)).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        })),
    },
  };
}

/** What the entry imports dynamically, and what that imports statically; without what the entry has anyway. */
export function filesLoadedBy(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const there = withImports([entry.fileName], bundle);
  return [...withImports(entry.dynamicImports, bundle)].filter((file) => !there.has(file));
}

function withImports(files: readonly string[], bundle: Rolldown.OutputBundle): Set<string> {
  // Whoever goes through a set comes to what is added meanwhile, too.
  const all = new Set(files);
  for (const file of all) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const next of chunk.imports) all.add(next);
  }
  return all;
}

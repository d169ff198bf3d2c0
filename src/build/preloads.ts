/**
 * Names in each page what its entry loads at once by `import()`, so that it is on its way while the entry runs, and the font
 * of the first words, which are laid out with another one else, and then once more. Vite itself names only what is imported
 * statically.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const FIRST_FONT = /inter-latin-wght-normal-[^/]*\.woff2$/;

export function preloadsPlugin(): Plugin {
  return {
    name: 'preloads',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, chunk }) => [
        ...firstFonts(bundle).map((file) => link({ rel: 'preload', as: 'font', type: 'font/woff2' }, file)),
        ...(chunk === undefined ? [] : filesLoadedBy(chunk, bundle)).map((file) =>
          link({ rel: 'modulepreload' }, file),
        ),
      ],
    },
  };
}

function link(attrs: Readonly<Record<string, string>>, file: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `./${file}` }, injectTo: 'head' };
}

/** Of the alphabet that the app's own words have; others are loaded for the notes that need them. */
function firstFonts(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle).filter((file) => FIRST_FONT.test(file));
}

/** What the entry imports dynamically, and what that imports statically; without what the entry has anyway. */
export function filesLoadedBy(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const there = withImports([entry.fileName], bundle);
  const named = entry.dynamicImports.filter((file) => !isFacade(bundle[file]));
  return [...withImports(named, bundle)].filter((file) => !there.has(file));
}

/** Whether it only names what other files have, so that it is asked for as quickly once somebody needs it. */
function isFacade(file: Rolldown.OutputBundle[string] | undefined): boolean {
  return file?.type === 'chunk' && file.moduleIds.length === 0;
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

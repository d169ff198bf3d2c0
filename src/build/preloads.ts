/**
 * Adds preload links to each page: for the files that its entry loads at once by `import()`, so that they load while the
 * entry runs, and for the font of the first words, because text that is first laid out with another font has to be laid out
 * again. Vite itself adds links only for static imports.
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

/** The fonts of the alphabet that the app's own words use. Fonts of other alphabets are loaded for the notes that need them. */
function firstFonts(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle).filter((file) => FIRST_FONT.test(file));
}

/** The files that the entry imports dynamically and their static imports, without those that the entry imports statically. */
export function filesLoadedBy(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const there = withImports([entry.fileName], bundle);
  const named = entry.dynamicImports.filter((file) => !isFacade(bundle[file]));
  return [...withImports(named, bundle)].filter((file) => !there.has(file));
}

/** Whether the file only re-exports modules of other files. Such a file loads just as quickly when it is needed. */
function isFacade(file: Rolldown.OutputBundle[string] | undefined): boolean {
  return file?.type === 'chunk' && file.moduleIds.length === 0;
}

function withImports(files: readonly string[], bundle: Rolldown.OutputBundle): Set<string> {
  // Iterating over a set also visits what is added meanwhile.
  const all = new Set(files);
  for (const file of all) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const next of chunk.imports) all.add(next);
  }
  return all;
}

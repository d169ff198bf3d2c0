/**
 * Lets V8 compile all functions of the first screen's files as they are loaded, by a comment at their beginning. Otherwise it compiles a
 * function when it is first called, and what Electron keeps of a file for later starts is the code that V8 has once the file has run. For
 * the file that both pages share, that is after the quick note was drawn, without the functions that draw cards. All functions take longer
 * to compile, but at later starts hardly any has to be.
 */
import type { Plugin } from 'vite';

/** Names of chunks (chunks.ts). */
const FIRST_SCREEN: ReadonlySet<string> = new Set(['store', 'page', 'screens']);

const HINT = '//# allFunctionsCalledOnLoad\n';

export function compileHintsPlugin(): Plugin {
  return {
    name: 'compile-hints',
    generateBundle: {
      // V8 only reads it at the very beginning, and Vite itself puts code there.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && FIRST_SCREEN.has(file.name)) file.code = HINT + file.code;
        }
      },
    },
  };
}

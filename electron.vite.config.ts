import path from 'node:path';
import griffel from '@griffel/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { normalizePath } from 'vite';
import { chunkNames } from './src/build/chunks.ts';
import { LICENCES, licencesPlugin } from './src/build/licences.ts';

export default defineConfig({
  main: {
    // What is under "dependencies" stays outside the bundle: SQLite, whose native binary has to be a file.
    // The rest is bundled, so that a package of the app contains nothing that is never loaded. It is not
    // minified, so that the lines that the log names can be read.
    build: {
      license: { fileName: LICENCES },
      sourcemap: true,
      rolldownOptions: {
        output: { comments: false },
        // All but the first are threads'; see src/main/account/threads.ts and
        // src/account/upkeep/file-jobs.ts.
        input: {
          index: 'src/main/index.ts',
          account: 'src/account/worker.ts',
          cloud: 'src/cloud/worker.ts',
          'file-worker': 'src/account/upkeep/file-worker.ts',
        },
      },
    },
    define: {
      // For people who publish a build of their own: see docs/setup.md, "Your own Firebase project".
      BAKED_CONFIG: JSON.stringify(process.env['INKLING_BAKED_CONFIG'] ?? ''),
      // Where packaged builds look for updates and whose signature they believe: see docs/security-claims.md,
      // "Updates".
      BAKED_UPDATE_FEED: JSON.stringify(process.env['INKLING_UPDATE_FEED'] ?? ''),
      BAKED_UPDATE_KEY: JSON.stringify(process.env['INKLING_UPDATE_KEY'] ?? ''),
    },
  },
  preload: {
    build: {
      // A sandboxed preload must be one CommonJS file.
      rolldownOptions: {
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    build: {
      license: { fileName: LICENCES },
      minify: true,
      cssCodeSplit: false,
      rolldownOptions: {
        input: ['src/renderer/index.html', 'src/renderer/quick-note.html'],
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: chunkNames(normalizePath(path.resolve('src/renderer'))), debugName: 'steps' }],
          },
        },
      },
    },
    plugins: [
      griffel({ babelOptions: { presets: ['@babel/preset-typescript'] } }),
      react(),
      licencesPlugin(import.meta.dirname),
    ],
  },
});

/**
 * Vite lists the packages of each bundle with their licences (`build.license`). This plugin of the pages'
 * build adds the packages of the main process's bundles, which are built earlier, and those that ship beside
 * the bundles. The about dialog shows the list.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Plugin } from 'vite';

/** The name of the list in the folder of each bundle. */
export const LICENCES = 'licences.json';

const list = v.array(
  v.object({
    name: v.string(),
    version: v.string(),
    /** As the package states it, mostly an SPDX expression. */
    identifier: v.optional(v.string()),
    /** Missing if the package comes without the text of its licence. */
    text: v.optional(v.string()),
  }),
);
type Licences = v.InferOutput<typeof list>;

const manifest = v.object({ name: v.string(), version: v.string(), license: v.string() });
const appManifest = v.object({ dependencies: v.record(v.string(), v.string()) });

/** @param root folder of package.json */
export function licencesPlugin(root: string): Plugin {
  return {
    name: 'licences',
    writeBundle({ dir = '' }) {
      const bundled = [dir, path.join(dir, '../main')].flatMap((folder) =>
        v.parse(list, readJson(path.join(folder, LICENCES))),
      );
      const all = [...bundled, ...packagesBesideBundles(root)];
      const unique = new Map(all.map((one) => [`${one.name} ${one.version}`, one]));
      const sorted = [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
      writeFileSync(path.join(dir, LICENCES), JSON.stringify(sorted));
    },
  };
}

/** Electron, and the `dependencies` of package.json. */
function packagesBesideBundles(root: string): Licences {
  const { dependencies } = v.parse(appManifest, readJson(path.join(root, 'package.json')));
  return ['electron', ...Object.keys(dependencies)].map((id) => {
    const folder = path.join(root, 'node_modules', id);
    const { name, version, license } = v.parse(manifest, readJson(path.join(folder, 'package.json')));
    const text = readFileSync(path.join(folder, 'LICENSE'), 'utf8').trim();
    return { name, version, identifier: license, text };
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Which packages the app is made of, read from `node_modules` as they are installed. */
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** As the package states it, mostly an SPDX expression; empty if it states none. */
  readonly licence: string;
  readonly folder: string;
}

const namedValues = v.optional(v.record(v.string(), v.unknown()), {});
const manifest = v.object({
  name: v.optional(v.string(), ''),
  version: v.optional(v.string(), ''),
  license: v.optional(v.union([v.string(), v.object({ type: v.string() })])),
  /** As packages of before 2015 have it. */
  licenses: v.optional(v.array(v.object({ type: v.string() })), []),
  dependencies: namedValues,
  optionalDependencies: namedValues,
  peerDependencies: namedValues,
  peerDependenciesMeta: v.optional(v.record(v.string(), v.object({ optional: v.optional(v.boolean()) })), {}),
});
type Manifest = v.InferOutput<typeof manifest>;

/** Electron ships as a program beside the app, so the packages that npm needs to download it are not part of the app. */
const ALONE = new Set(['electron']);
/** `debug` loads it if it is installed, which it is for other tools. So it is bundled, although no package depends on it. */
const TAKEN_ALONG = ['supports-color'];
/** Only the compiler reads packages of types. */
const isTypes = (name: string): boolean => name.startsWith('@types/');

/**
 * The packages that the app's sources import, the `dependencies` of package.json, and what these need in turn. The list
 * may have more packages than the app, but never fewer.
 * @param root folder of package.json
 */
export function shippedPackages(root: string): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();

  function visit(name: string, from: string): void {
    const folder = installedFolder(name, from, root);
    if (folder === null || found.has(folder)) return;
    const read = readManifest(folder);
    found.set(folder, { name, version: read.version, licence: licenceOf(read), folder });
    if (!ALONE.has(name)) for (const needed of dependencyNames(read)) visit(needed, folder);
  }

  const direct = [...Object.keys(readManifest(root).dependencies), ...importedPackages(root)];
  for (const name of [...direct, ...TAKEN_ALONG]) visit(name, root);
  return [...found.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

function dependencyNames(read: Manifest): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = read;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const all = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
  return all.filter((name) => !isTypes(name));
}

/** Looks for a package as Node.js does: in the folder's own `node_modules`, then further up to the root. */
function installedFolder(name: string, from: string, root: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (statSync(path.join(candidate, 'package.json'), { throwIfNoEntry: false })) return candidate;
    if (folder === root) return null;
  }
}

/** Names of the packages that the app's sources import. */
function importedPackages(root: string): Set<string> {
  const names = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['src/build/**'] })
    .flatMap((file) => specifiers(readFileSync(path.join(root, file), 'utf8')))
    .filter((specifier) => !/^(?:node|virtual):/.test(specifier));
  return new Set(names.map(packageOf));
}

/** What the text imports, except the app's own sources. */
function specifiers(text: string): string[] {
  return Array.from(text.matchAll(/(?:from|import) '([^'.#][^']*)'/g), ([, specifier = '']) => specifier);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function readManifest(folder: string): Manifest {
  return v.parse(manifest, JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
}

function licenceOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license;
  // A list offers a choice.
  return license?.type ?? licenses.map(({ type }) => type).join(' OR ');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The licences of all packages that the app is made of, as the module `virtual:licences`, because the packaged app
 * leaves out the licence files of the packages.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type InstalledPackage, shippedPackages } from './packages.ts';

const NAME = 'virtual:licences';
const RESOLVED = `\0${NAME}`;

export interface Licences {
  readonly packages: readonly {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
    /** Index into `texts`; null if the package has no licence text. */
    readonly text: number | null;
  }[];
  /** Each text once, however many packages have it. */
  readonly texts: readonly string[];
}

export function licencesPlugin(): Plugin {
  let root = '';
  return {
    name: 'inkling-licences',
    configResolved(config) {
      root = folderOfPackage(config.root);
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const { packages, texts } = collectLicences(root);
      return `export const packages = ${JSON.stringify(packages)};\nexport const texts = ${JSON.stringify(texts)};`;
    },
  };
}

/** @param root folder of package.json */
export function collectLicences(root: string): Licences {
  const texts: string[] = [];
  const packages = shippedPackages(root).map(({ name, version, licence, folder }) => {
    const text = textOf(folder);
    if (text !== '' && !texts.includes(text)) texts.push(text);
    return { name, version, licence, text: text === '' ? null : texts.indexOf(text) };
  });
  return { packages, texts };
}

/** The texts of the package's licence and notice files; empty if it has none. */
function textOf(folder: InstalledPackage['folder']): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|unlicen[cs]e|notice)/i.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
  const texts = files.map((file) =>
    readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim(),
  );
  return [...new Set(texts)].join('\n\n');
}

function folderOfPackage(from: string): string {
  return statSync(path.join(from, 'package.json'), { throwIfNoEntry: false })
    ? from
    : folderOfPackage(path.dirname(from));
}

/** A copy of the checkout in a temporary folder, until this process ends. One mutation at a time is applied in it. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceTexts } from '#tests/fuzz/break-rule.ts';
import type { Mutation } from './mutation.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** What is not part of the sources. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'dist', 'node_modules', 'out']);

export interface Copy {
  readonly folder: string;
  /**
   * Applies the mutation.
   * @returns the function that undoes it
   * @throws Error if a place to change is not found exactly once
   */
  apply(mutation: Mutation): () => void;
}

export function makeCopy(): Copy {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-claims-'));
  // Also if a signal ends the run.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  cpSync(PROJECT, folder, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(path.basename(path.relative(PROJECT, source))),
  });
  linkPackages(folder);
  return {
    folder,
    apply({ changes }) {
      const changed = [...replaceTexts(changes, folder)].map(([url, text]) => {
        const place = fileURLToPath(url);
        return { place, text, before: readFileSync(place) };
      });
      for (const { place, text } of changed) writeFileSync(place, text);
      return () => {
        for (const { place, before } of changed) writeFileSync(place, before);
      };
    },
  };
}

/** The installed packages, except that the project's own ones are those of the copy. */
function linkPackages(folder: string): void {
  const installed = path.join(PROJECT, 'node_modules');
  const links = path.join(folder, 'node_modules');
  mkdirSync(path.join(links, '@inkling'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@inkling' && (!name.startsWith('.') || name === '.bin'))
      symlinkSync(path.join(installed, name), path.join(links, name), 'junction');
  }
  for (const name of readdirSync(path.join(PROJECT, 'packages')))
    symlinkSync(path.join(folder, 'packages', name), path.join(links, '@inkling', name), 'junction');
}

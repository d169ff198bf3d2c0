/** Breaks a rule of the app in this process by replacing texts of its files while they are loaded. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export type BrokenRule = readonly {
  /** Path of the file, relative to the project's folder. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}[];

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** Must be called before the files are loaded. @throws as `replaceTexts` */
export function breakRule(rule: BrokenRule): void {
  const sources = replaceTexts(rule);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const source = sources.get(url);
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
}

/**
 * @param folder the checkout that has the files
 * @returns the changed files by their URLs
 * @throws Error if a file does not have a text exactly once
 */
export function replaceTexts(rule: BrokenRule, folder = PROJECT): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { file, from, to } of rule) {
    const place = path.join(folder, file);
    const url = pathToFileURL(place).href;
    const parts = (sources.get(url) ?? readFileSync(place, 'utf8')).split(from);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
    sources.set(url, parts.join(to));
  }
  return sources;
}

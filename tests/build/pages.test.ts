/** What the first screen of each built page must load. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const BUILT = path.resolve(import.meta.dirname, '../../out/renderer');
const ASSETS = path.join(BUILT, 'assets');

/**
 * The scripts that a page runs before it draws anything: those that it names, their imports, and the scripts
 * that its entry loads.
 */
function scriptsOf(page: string): string[] {
  const html = readFileSync(path.join(BUILT, page), 'utf8');
  const [entry = '', ...named] = filesIn(html, /(?:src|href)="\.\/assets\/([^"]+\.js)"/g);
  const drawing = filesIn(readScript(entry), /import\([`'"]\.\/([^`'"]+\.js)[`'"]\)/g);
  // Iterating over a set also visits items added meanwhile.
  const all = new Set([entry, ...named, ...drawing]);
  for (const file of all)
    for (const next of filesIn(readScript(file), /(?:from|import)\s?[`'"]\.\/([^`'"]+\.js)[`'"]/g))
      all.add(next);
  return [...all].map((file) => path.join(ASSETS, file));
}

function filesIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, file = '']) => file);
}

function readScript(file: string): string {
  return readFileSync(path.join(ASSETS, file), 'utf8');
}

const PAGES = ['index.html', 'quick-note.html'];

test.each(PAGES)('%s loads no dialog and no toast before its first screen', (page) => {
  const scripts = scriptsOf(page);
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((file) => /fui-(?:Dialog|Toast)/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test.each(PAGES)('%s loads only a few scripts of limited size before its first screen', (page) => {
  const scripts = scriptsOf(page);
  const bytes = scripts.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(scripts.length).toBeLessThanOrEqual(6);
  expect(bytes).toBeLessThan(1_062_000);
});

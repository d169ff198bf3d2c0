/** Compares the list of shortcuts with the keys in the pages' source code. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keysOf, SHORTCUTS } from '#renderer/keyboard/shortcut-groups.ts';

const RENDERER = path.resolve(import.meta.dirname, '../../../src/renderer');

/** A key in an event's notation: a letter or sign, or a named key. */
const KEY = String.raw`(\S|Arrow\w+|Home|End|Enter|Delete|Tab|Escape|F\d+)`;
const COMPARED = new RegExp(String.raw`\bkey(?:\.toLowerCase\(\))? [!=]== '${KEY}'`, 'g');
const CASE = new RegExp(String.raw`\bcase '${KEY}':`, 'g');
const SWITCH = /switch \((?:event\.)?key\)/;
/** An entry of a table from keys to actions. */
const ENTRY = /\['([a-z\d,]|Arrow\w+)', '/g;
/** The list itself, and the shortcut that users choose. */
const NO_HANDLERS = ['keyboard/shortcut-groups.ts', 'settings/accelerator.ts'];

function handledKeys(): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: RENDERER, exclude: NO_HANDLERS })) {
    const source = readFileSync(path.join(RENDERER, file), 'utf8');
    const patterns = SWITCH.test(source) ? [COMPARED, CASE, ENTRY] : [COMPARED, ENTRY];
    for (const pattern of patterns)
      for (const [, key = ''] of source.matchAll(pattern)) keys.add(nameOf(key));
  }
  return keys;
}

/** The name of a key in the list. */
function nameOf(key: string): string {
  if (key.startsWith('Arrow')) return 'Arrow';
  return key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key;
}

const BESIDE = new Set(['Ctrl', 'Shift', 'Alt', 'keys']);

test('the list of shortcuts has exactly the keys that the pages handle', () => {
  const listed = SHORTCUTS.flatMap(({ commands }) => commands)
    .flatMap(keysOf)
    .flatMap((key) => key.replace(/[↑↓←]/u, 'Arrow').split(' '))
    .filter((part) => !BESIDE.has(part));
  expect([...new Set(listed)].toSorted()).toEqual([...handledKeys()].toSorted());
});

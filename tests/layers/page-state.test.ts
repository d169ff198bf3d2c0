/**
 * State of the pages is in atoms, or belongs to an object that code has created: modules have no variables.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';

/** The names of variables that a module, formatted as in this project, declares at its top level. */
function moduleVariables(source: string): readonly string[] {
  return [...source.matchAll(/^(?:export )?(?:let|var) (\w+|[[{][^=]*)/gmu)].map(([, name = '']) => name);
}

test('variables of a module are found, and constants and variables of functions are not', () => {
  const source = `let count = 0;
export let last: Date | null = null;
const limit = 3;
function add(): void {
  let sum = 0;
  for (let i = 0; i < limit; i += 1) sum += i;
}
let [first, second] = [1, 2];`;
  expect(moduleVariables(source)).toEqual(['count', 'last', '[first, second] ']);
});

test('no module of the pages has a variable', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: at('src/renderer') });
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    moduleVariables(readFileSync(at('src/renderer', file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';
import { run } from '#tests/support/run.ts';
import { pairFigures } from './against.ts';
import { absoluteFigure, relativeFigure } from './figure.ts';
import { pairedTable } from './table.ts';

const save = (figure: number, baseline: number) => relativeFigure('save', 'ms', figure, baseline, 3);
const key = (figure: number) => absoluteFigure('a key', 'ms', figure, 16);

test('a pair is compared turn by turn, so that a turn on a busy machine changes no ratio', () => {
  const here = [
    [save(20, 10), key(8)],
    [save(60, 30), key(24)],
  ];
  const there = [
    [key(4), save(10, 10)],
    [key(12), save(30, 30)],
  ];
  expect(pairFigures(here, there)).toEqual([
    { ...save(40, 20), toCommit: 2 },
    { ...key(16), toCommit: 2 },
  ]);
});

test('a figure that the other commit does not have has no ratio to it', () => {
  expect(pairFigures([[key(8)], [key(9)]], [[], []])).toEqual([{ ...key(8.5), toCommit: null }]);
});

test('the table of pairs ends with the ratio to the commit', () => {
  const figures = pairFigures([[save(20, 10), key(8)]], [[save(16, 10)]]);
  expect(pairedTable(figures, 'v1').split('\n')).toEqual([
    'name   unit  figure  baseline  ratio  bound  holds  to v1',
    'save   ms        20        10      2      3    yes   1.25',
    'a key  ms         8                      16    yes',
  ]);
});

test('the checkout of another commit is removed when the bench ends', async () => {
  const program = `
    import { existsSync } from 'node:fs';
    import { checkOut } from '${pathToFileURL(at('tests/bench/against.ts')).href}';
    const folder = await checkOut('HEAD');
    console.log(existsSync(folder + '/package.json'), folder);
  `;
  const bench = run(process.execPath, ['--input-type=module', '-e', program]);
  expect(await bench.ended).toBe(0);
  const [, isComplete, folder = ''] = /^(\w+) (.+)$/m.exec(bench.output()) ?? [];
  expect(isComplete).toBe('true');
  expect(existsSync(folder)).toBe(false);
  const worktrees = run('git', ['worktree', 'list']);
  await worktrees.ended;
  expect(worktrees.output()).not.toContain(folder);
});

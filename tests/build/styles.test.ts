/** The build compiles the app's own styles: the built file has the rules that the page would otherwise compute. */
import path from 'node:path';
import { resolveStyleRulesForSlots } from '@griffel/core';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { stylesPlugin } from '#build/styles.ts';

/** @returns the built module's text */
async function built(file: string): Promise<string> {
  const entry = path.join(import.meta.dirname, file);
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { external: /^@fluentui/ },
    },
    plugins: [stylesPlugin(path.dirname(entry))],
  });
  const [result] = [results].flat();
  if (result === undefined || !('output' in result)) throw new Error('Nothing was built');
  return result.output[0].code;
}

/** The arguments of the built module's calls of `__styles`, in their order. */
function compiledIn(code: string): unknown[] {
  const calls: unknown[] = [];
  const body = code.replace(/^import .*$/gm, '').replace(/^export .*$/gm, '');
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the module that was just built
  new Function('__styles', body)((...call: unknown[]) => calls.push(call));
  return calls;
}

test('the build compiles each makeStyles call to the rules that Fluent computes, with imported values', async () => {
  const code = await built('styled/box.ts');
  expect(code).not.toContain('makeStyles');
  expect(compiledIn(code)).toEqual([
    resolveStyleRulesForSlots({
      root: { marginLeft: '4px', width: '20px', ':focus-visible': { outline: '2px solid blue' } },
    }),
    resolveStyleRulesForSlots({ root: { color: 'red' } }),
  ]);
});

test('the build refuses a makeStyles call that does not define a constant of the module', async () => {
  await expect(built('unstyled/inner.ts')).rejects.toThrow(
    'inner.ts: makeStyles must be called for a constant of the module',
  );
});

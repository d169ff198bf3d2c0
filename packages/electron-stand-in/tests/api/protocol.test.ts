// Electron's `protocol`: scripts that a page loads from the app's own scheme.
import { expect } from 'vitest';
import * as v from 'valibot';
import { startTrace } from '../../../../tests/support/trace.ts';
import { eventually, test, useFixture } from '../support/fixture-app.ts';

const fixture = useFixture();

/** Loads the script in a new window. @returns the page's title, set by the script */
function run(script: string): Promise<string> {
  return fixture.app.evaluate(async ({ BrowserWindow }, source) => {
    globalThis.fixture.script = source;
    const window = new BrowserWindow({ show: false });
    await window.loadURL('app://bundle/script.html');
    const title: unknown = await window.webContents.executeJavaScript('document.title');
    window.destroy();
    return String(title);
  }, script);
}

const requests = (): Promise<number> => fixture.app.evaluate(() => globalThis.fixture.scriptRequests);

test('the app is asked for a script at each load, and its answer is run', async () => {
  const before = await requests();
  for (const word of ['first', 'first', 'second']) {
    expect(await run(`document.title = '${word}'`)).toBe(word);
  }
  expect((await requests()) - before).toBe(3);
});

const CompiledSchema = v.object({
  name: v.literal('v8.compileModule'),
  args: v.object({
    data: v.object({
      url: v.pipe(v.string(), v.endsWith('/script.js')),
      consumedCacheSize: v.optional(v.number(), 0),
      cacheRejected: v.optional(v.boolean(), false),
    }),
  }),
});

/** Runs the script once more. @returns whether Chromium used the code that it had compiled before */
async function runsCompiledCode(script: string): Promise<boolean> {
  const endTrace = await startTrace(fixture.page, ['v8', 'devtools.timeline'], CompiledSchema);
  await run(script);
  const compiled = await endTrace();
  expect(compiled.length).toBe(1);
  return compiled.every(({ args: { data } }) => data.consumedCacheSize > 0 && !data.cacheRejected);
}

test('an unchanged script is not compiled again', async () => {
  // Chromium caches the code of scripts longer than 1 kB once it has loaded them twice.
  const functions = Array.from({ length: 100 }, (_, at) => `function f${at}() { return ${at}; } f${at}();`);
  const script = `${functions.join('\n')}\ndocument.title = 'compiled';`;
  expect(await runsCompiledCode(script)).toBe(false);
  await eventually(() => runsCompiledCode(script)).toBe(true);
  expect(await runsCompiledCode(`${script}\nf1();`)).toBe(false);
});

/**
 * `npm run crash -- [--kills N] [--seed S] [--damage]`, or with `--disk`: runs the crash tests; see
 * tests/crash/README.md.
 */
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { displayFor, startNode } from './lib/display.mjs';
import { ensureHost } from './lib/host.mjs';
import { at } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';

await command(async (args) => {
  const started = [at('tests/crash/main.ts'), ...args];
  // The trials with a disk run only the account's code, without the app.
  if (args.includes('--disk')) return start(process.execPath, started).ended;
  const display = await displayFor(await ensureHost());
  await build();
  return startNode(display, started).ended;
});

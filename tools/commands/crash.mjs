/** `npm run crash -- [--kills N] [--seed S] [--damage]`: runs the crash test; see tests/crash/README.md. */
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { displayFor, startNode } from './lib/display.mjs';
import { ensureHost } from './lib/host.mjs';
import { at } from './lib/paths.mjs';

await command(async (args) => {
  const display = await displayFor(await ensureHost());
  await build();
  return startNode(display, [at('tests/crash/main.ts'), ...args]).ended;
});

/**
 * `npm run package:dir`: builds the app, packages it for Linux with a placeholder for Electron, so that no
 * network is needed, and checks the result (tests/package). The package stays under `dist/` for inspection;
 * it cannot be started. `npm run test:all` makes the same checks on a package in a temporary folder.
 */
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { displayFor, startNode } from './lib/display.mjs';
import { ensureHost } from './lib/host.mjs';
import { at, script } from './lib/paths.mjs';

await command(async () => {
  const display = await displayFor(await ensureHost());
  await build();
  const env = { ...process.env, INKLING_PACKAGE_OUTPUT: at('dist') };
  const code = await startNode(display, [script('vitest'), 'run', 'tests/package'], { env }).ended;
  if (code === 0) console.log(`The package is in ${at('dist')}.`);
  return code;
});

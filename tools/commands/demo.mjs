/**
 * `npm run demo`: an automatic tour through the app, with a local cloud and without a display. It saves a
 * screenshot of every step under `out/demo/`.
 */
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { displayFor, startNode } from './lib/display.mjs';
import { ensureHost } from './lib/host.mjs';
import { at } from './lib/paths.mjs';

/** Time to close the app and the cloud and to remove their folders. */
const GRACE_MS = 30_000;

await command(async () => {
  const display = await displayFor(await ensureHost());
  await build();
  // A separate process, ended by SIGTERM, because Playwright would end this one at once at SIGINT.
  return startNode(display, [at('tests/demo/main.ts')], { graceMs: GRACE_MS }).ended;
});

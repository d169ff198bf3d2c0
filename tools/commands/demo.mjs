/**
 * `npm run demo`: the app does its main job by itself, on a local cloud and without a display, and leaves a
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
  // A process of its own, which is ended by SIGTERM: at SIGINT, Playwright would end this process at once.
  return startNode(display, [at('tests/demo/main.ts')], { graceMs: GRACE_MS }).ended;
});

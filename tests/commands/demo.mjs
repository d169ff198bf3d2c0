/**
 * `npm run demo`: the app does its main job by itself, on a local cloud and without a display, and leaves a
 * screenshot of every step under `out/demo/`.
 */
import { build } from './lib/build.mjs';
import { ensureHost } from './lib/host.mjs';
import { command } from './lib/command.mjs';

await command(async () => {
  await ensureHost();
  await build();
  const { runDemo } = await import('./demo/run-demo.ts');
  await runDemo();
  return 0;
});

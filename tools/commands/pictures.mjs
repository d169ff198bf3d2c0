/** `npm run pictures`: takes the screenshots for README, in `docs/images/` and `resources/screenshot.png`. */
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { startNode, testDisplayFor } from './lib/display.mjs';
import { ensureHost } from './lib/host.mjs';
import { at } from './lib/paths.mjs';

await command(async () => {
  const { display } = await testDisplayFor(await ensureHost());
  await build();
  return startNode(display, [at('tests/pictures/main.ts')]).ended;
});

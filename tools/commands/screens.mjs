/**
 * `npm run screens -- [home | writing | around]`: takes screenshots of every screen and state of the app in
 * all variants, into `out/screens/`, and checks each with axe. `npm run test:all` takes a representative few
 * of them.
 */
import { testDisplayFor } from './lib/display.mjs';
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { ensureHost } from './lib/host.mjs';
import { offerHeadlessShell } from './lib/chromium.mjs';
import { runPlaywright } from './lib/playwright.mjs';
import { summary } from './lib/summary.mjs';

await command(async (args) => {
  const host = await ensureHost();
  if (host.name === 'stand-in') await offerHeadlessShell();
  const { display } = await testDisplayFor(host);
  await build();
  const folder = 'tests/e2e/screens/all/';
  const files = args.length === 0 ? [folder] : args.map((name) => `${folder}${name}`);
  const { tally, failures } = await runPlaywright(display, files, 'screens', { INKLING_SCREENS: 'all' });
  console.log(['', ...failures, summary(tally)].join('\n'));
  return tally.failed === 0 ? 0 : 1;
});

/**
 * `npm run claims -- [ID…] [--tenth COMMIT]`: breaks each claim of docs/security-claims.md in a copy of this
 * checkout, and expects its tests to fail; see tests/claims/main.ts.
 */
import { ensureTestBrowser, offerHeadlessShell } from './lib/chromium.mjs';
import { command } from './lib/command.mjs';
import { startNode, testDisplayFor } from './lib/display.mjs';
import { ensureHost } from './lib/host.mjs';
import { at } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';

await command(async (args) => {
  const started = [at('tests/claims/main.ts'), ...args];
  if (args.includes('--write')) return start(process.execPath, started).ended;
  const host = await ensureHost();
  if (host.name === 'stand-in') await offerHeadlessShell();
  const missing = await ensureTestBrowser();
  if (missing !== undefined) process.env['INKLING_WITHOUT_CHROMIUM'] = missing;
  const { display } = await testDisplayFor(host);
  return startNode(display, started).ended;
});

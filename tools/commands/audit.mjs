/** `npm run audit`: known vulnerabilities from npm's registry. No answer is no failure. */
import { readFileSync } from 'node:fs';
import { auditPackages, isSerious } from './lib/audit.mjs';
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { at, root } from './lib/paths.mjs';

await command(async () => {
  await build();
  // The list in the about dialog: every package that is part of the app.
  /** @type {readonly { readonly name: string }[]} */
  const packages = JSON.parse(readFileSync(at('out/renderer/licences.json'), 'utf8'));
  const shipped = new Set(packages.map(({ name }) => name));
  const found = await auditPackages(root);
  if (found === null) {
    console.log('The registry gave no report of vulnerabilities: nothing was checked.\n0 passed, 0 failed');
    return 0;
  }
  const serious = found.filter((each) => isSerious(each, shipped));
  for (const each of found) {
    console.log(
      `${serious.includes(each) ? '✗' : '·'} ${each.name}: ${each.severity}, in ${each.nodes.join(', ')}`,
    );
  }
  if (found.length > 0) console.log('`npm audit` says more.');
  console.log(serious.length === 0 ? '1 passed, 0 failed' : `0 passed, ${serious.length} failed`);
  return serious.length === 0 ? 0 : 1;
});

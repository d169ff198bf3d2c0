/** `npm run audit`: vulnerabilities that npm's registry knows of. If it does not answer, this fails nothing. */
import path from 'node:path';
import { auditPackages, isSerious } from './lib/audit.mjs';
import { command } from './lib/command.mjs';
import { root } from './lib/paths.mjs';

await command(async () => {
  const { shippedPackages } = await import('#build/packages.ts');
  const shipped = new Set(
    shippedPackages(root).map(({ folder }) => path.relative(root, folder).replaceAll('\\', '/')),
  );
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

import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';

test.each(['linux', 'win32'])('Node calls npm as on %s without a deprecation warning', (platform) => {
  const code = `
    import { spawnSync } from 'node:child_process';
    import { npmCall } from '${pathToFileURL(at('tools/commands/lib/npm-call.mjs')).href}';
    const { file, args, options } = npmCall(['--version'], '${platform}');
    process.stdout.write(spawnSync(file, args, { ...options, encoding: 'utf8' }).stdout);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--throw-deprecation', '--input-type=module', '--eval', code],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

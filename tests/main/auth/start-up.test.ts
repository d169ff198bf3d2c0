import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the start of the app does not load Google’s library', async () => {
  const script = `
    import { Module } from 'node:module';
    await import('#main/auth/auth.ts');
    const loaded = () => Object.keys(Module._cache).some((file) => file.includes('google-auth-library'));
    const before = loaded();
    await import('#main/auth/google.ts');
    console.log(JSON.stringify([before, loaded()]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  // The second value proves that the search can find the library.
  expect(JSON.parse(stdout)).toEqual([false, true]);
});

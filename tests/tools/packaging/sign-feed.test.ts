import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseUpdateFeed, readSignedFeed } from '#main/updates/update-feed.ts';
import { at } from '#tools/commands/lib/paths.mjs';
import { run } from '#tests/support/run.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A feed as electron-builder 26 writes it. */
const FEED = `version: 1.2.3
files:
  - url: Inkling-1.2.3-linux-x86_64.AppImage
    sha512: ysDpC1kcO8mB2vXhEbRxVXoWpW8uxlBRc8A2YCwZzOOAVMFCCWH6Dtf1pOFvhVQbOHPAEQwYAYdQmGGz2NZ4Yw==
    size: 123456789
    blockMapSize: 131072
path: Inkling-1.2.3-linux-x86_64.AppImage
sha512: ysDpC1kcO8mB2vXhEbRxVXoWpW8uxlBRc8A2YCwZzOOAVMFCCWH6Dtf1pOFvhVQbOHPAEQwYAYdQmGGz2NZ4Yw==
releaseDate: '2026-11-21T12:00:00.000Z'
`;

function sign(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return run(process.execPath, [at('tools/packaging/sign-feed.ts'), ...args], env);
}

test('the app accepts a feed that was signed with a new pair of keys, and refuses it once it is changed', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'latest-linux.yml');
  writeFileSync(file, FEED);

  const made = sign(['--new-key']);
  expect(await made.ended).toBe(0);
  const keys = Object.fromEntries(
    [...made.output().matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const signing = sign([file], keys);
  expect(await signing.ended, signing.output()).toBe(0);

  const bytes = readFileSync(file);
  const feed = parseUpdateFeed('https://example.org/', keys['INKLING_UPDATE_KEY'] ?? '');
  if (feed === null) throw new Error('The feed is missing');
  expect(readSignedFeed('latest-linux.yml', bytes, feed.publicKey)).toBe(FEED);
  const changed = Buffer.from(bytes.toString().replaceAll('1.2.3', '1.2.4'));
  expect(readSignedFeed('latest-linux.yml', changed, feed.publicKey)).toBeNull();
});

test('a feed that no app would accept is not signed', async () => {
  const file = path.join(temporaryFolder(), 'latest-linux.yml');
  const feed = FEED.replace(/sha512: .{10}/, 'sha512: ');
  writeFileSync(file, feed);
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const signing = sign([file], { INKLING_UPDATE_PRIVATE_KEY: key });
  expect(await signing.ended).not.toBe(0);
  expect(signing.output()).toContain('the SHA-512 of each file');
  expect(readFileSync(file, 'utf8')).toBe(feed);
});

test('signing a feed without the private key fails', async () => {
  const signing = sign(['nowhere.yml'], { INKLING_UPDATE_PRIVATE_KEY: undefined });
  expect(await signing.ended).not.toBe(0);
});

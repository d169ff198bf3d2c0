/** When a feed counts as signed by the publisher. */
import { generateKeyPairSync } from 'node:crypto';
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { readSignedFeed, signatureLine } from '#main/updates/update-feed.ts';
import { replaceNetwork } from '#main/updates/update-network.ts';

const NAME = 'latest-linux.yml';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

const anyText = fc.string({ unit: 'binary', maxLength: 2000 }).map((text) => `${text}\n`);
const signedOf = (feed: string): Buffer =>
  Buffer.from(feed + signatureLine(NAME, Buffer.from(feed), privateKey));

test('a signed feed is read as it was signed, whatever its contents', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        anyText.map((text) => signedOf(text).toString()),
      ),
      (feed) => {
        expect(readSignedFeed(NAME, signedOf(feed), publicKey)).toBe(feed);
      },
    ),
  );
});

test('[C101] a signed feed is refused if anything in it was changed', () => {
  const change = fc.record({ at: fc.nat(2200), removed: fc.nat(3), added: fc.uint8Array({ maxLength: 3 }) });
  fc.assert(
    fc.property(anyText, change, (feed, { at, removed, added }) => {
      const whole = signedOf(feed);
      const start = at % (whole.length + 1);
      const changed = Buffer.concat([whole.subarray(0, start), added, whole.subarray(start + removed)]);
      fc.pre(!changed.equals(whole));
      expect(readSignedFeed(NAME, changed, publicKey)).toBeNull();
    }),
    { numRuns: 1000 },
  );
});

test('[C101] a signature is valid in one spelling only, although base64 has unused bits', () => {
  const whole = signedOf('version: 2.0.0\n').toString();
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const accepted = Array.from(alphabet).filter((last) => {
    const changed = Buffer.from(whole.replace(/.==\n$/, `${last}==\n`));
    return readSignedFeed(NAME, changed, publicKey) !== null;
  });
  expect(accepted).toHaveLength(1);
});

test('[C101] bytes that the publisher did not sign are refused as a feed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      expect(readSignedFeed(NAME, bytes, publicKey)).toBeNull();
    }),
  );
});

test('[C101] a signed feed is valid only under the name that it was signed for', () => {
  const feed = signedOf('version: 2.0.0\n');
  expect(readSignedFeed(NAME, feed, publicKey)).toBe('version: 2.0.0\n');
  for (const name of ['latest-linux-arm64.yml', 'latest.yml', '', `${NAME}\n`]) {
    expect(readSignedFeed(name, feed, publicKey)).toBeNull();
  }
});

const ports = {
  feed: { url: 'https://example.org/', publicKey },
  fetch,
  after: () => () => undefined,
  signal: new AbortController().signal,
};

test('[C106] [C107] the updater gets the app’s network, and downloads nothing in parts', () => {
  const own = {};
  const updater = { httpExecutor: own, disableDifferentialDownload: false };
  replaceNetwork(updater as unknown as Parameters<typeof replaceNetwork>[0], ports);
  expect(updater.httpExecutor).not.toBe(own);
  expect(updater.disableDifferentialDownload).toBe(true);
});

test('[C107] an updater whose network cannot be replaced is refused', () => {
  const updater = {} as Parameters<typeof replaceNetwork>[0];
  expect(() => replaceNetwork(updater, ports)).toThrow('no network executor');
});

/**
 * Adds the publisher's signature to the feeds that electron-builder wrote: `node tools/packaging/sign-feed.ts
 * dist/latest*.yml`, with the private key in `INKLING_UPDATE_PRIVATE_KEY` as base64 of its PKCS #8 form. The
 * signature is the last line, a comment, and covers the file's name and all preceding bytes
 * (src/main/updates/update-feed.ts), so neither may change afterwards. `--new-key` prints a new key pair.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { SHA_512, signatureLine } from '#main/updates/update-feed.ts';

function printNewKey(): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  console.log(`INKLING_UPDATE_KEY=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`);
  console.log(
    `INKLING_UPDATE_PRIVATE_KEY=${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
  );
}

function readKey(): KeyObject {
  const key = Buffer.from(process.env['INKLING_UPDATE_PRIVATE_KEY'] ?? '', 'base64');
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

const args = process.argv.slice(2);
if (args.includes('--new-key')) {
  printNewKey();
} else {
  const key = readKey();
  if (args.length === 0) throw new Error('Name the feeds to sign.');
  for (const file of args) {
    const name = path.basename(file);
    const written = readFileSync(file, 'utf8');
    const feed = written.endsWith('\n') ? written : `${written}\n`;
    const info = parseUpdateInfo(feed, name, new URL(`file:///${name}`));
    // Apps download no file without one.
    if (info.files.length === 0 || !info.files.every(({ sha512 }) => SHA_512.test(sha512)))
      throw new Error(`${name} does not name the SHA-512 of each file.`);
    writeFileSync(file, feed + signatureLine(name, Buffer.from(feed), key));
    console.log(`Signed ${file} (${info.version})`);
  }
}

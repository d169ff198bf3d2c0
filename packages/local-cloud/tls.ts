/**
 * The self-signed certificate of the Firestore port, for `localhost` and `127.0.0.1`, which clients trust as
 * a certificate authority. It is created once for each data folder, so that a client can outlive a restart.
 */
import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import * as v from 'valibot';
import { readIfThere, writeFileWhole } from './storage/files.ts';

/** PEM texts. */
export interface TlsIdentity {
  readonly key: string;
  readonly cert: string;
}

const TlsSchema = v.object({ key: v.string(), cert: v.string() });
const DAY_MS = 86_400_000;

/** Reads key and certificate from the file, or creates new ones unless those are valid for another day. */
export async function loadTls(file: string): Promise<TlsIdentity> {
  const text = readIfThere(file);
  if (text !== null) {
    const stored = v.parse(TlsSchema, JSON.parse(text));
    if (Date.parse(new X509Certificate(stored.cert).validTo) > Date.now() + DAY_MS) return stored;
  }
  const made = await generate([{ name: 'commonName', value: 'Inkling local cloud' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + 365 * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  const identity = { key: made.private, cert: made.cert };
  writeFileWhole(file, JSON.stringify(identity));
  return identity;
}

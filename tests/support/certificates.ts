/** A certificate authority like that of a company, and certificates that it signs, as PEM texts. */
import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const KIND = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

export async function createAuthority(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'The company' }], {
    ...KIND,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

export async function signFor(host: string, ca: Certificate): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: host }], {
    ...KIND,
    ca: { key: ca.key, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/**
 * `firebase/firestore.rules` itself, executed by Google's emulator. Without the emulator, this is skipped
 * with the reason, or fails if FIRESTORE_EMULATOR=required, as in CI.
 */
import { randomUUID } from 'node:crypto';
import { credentials, status } from '@grpc/grpc-js';
import { FieldValue, Firestore } from 'firebase-admin/firestore';
import { OAuth2Client } from 'google-auth-library';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, findEmulator, startEmulator } from './emulator.ts';
import { testRules } from './rules-cases.ts';
import { callFirestore } from './testing.ts';

const projectId = 'rules';
const found = findEmulator();

if ('missing' in found) {
  test('the rules run in Google’s emulator', (context) => {
    if (process.env['FIRESTORE_EMULATOR'] === 'required') expect.fail(found.missing);
    const reason = `firestore.rules are not executed here. ${found.missing} See packages/local-cloud/README.md.`;
    console.warn(reason);
    context.skip(reason);
  });
} else {
  describe('in Google’s emulator', () => {
    runInEmulator(found.jar);
  });
}

function runInEmulator(jar: string): void {
  let emulator: Emulator | null = null;
  const clients: Firestore[] = [];
  const host = (): string => {
    if (emulator === null) throw new Error('The emulator runs within tests only.');
    return emulator.host;
  };
  const open = (token: string): Firestore => {
    const client = new Firestore({
      projectId,
      host: host(),
      ssl: false,
      authClient: new OAuth2Client(),
      customHeaders: { Authorization: `Bearer ${token}` },
    });
    clients.push(client);
    return client;
  };
  let owner: Firestore | null = null;
  beforeAll(async () => {
    emulator = await startEmulator(jar);
    // The emulator's own name for a client to which no rule applies.
    owner = open('owner');
    // The emulator's first call takes seconds, and on a busy machine longer than a test may take.
    await owner.doc('notes/first').set({});
  });
  afterAll(async () => {
    await Promise.all(clients.map(async (client) => client.terminate()));
    await emulator?.close();
  });
  testRules(() => ({
    projectId,
    refusalOfNobody: status.PERMISSION_DENIED,
    newUser: async (provider = 'google.com') => {
      const uid = randomUUID();
      const idToken = unsignedToken(uid, provider);
      return { uid, idToken, firestore: open(idToken) };
    },
    putNote: async (id, fields) => {
      await owner?.doc(`notes/${id}`).set({ createdAt: FieldValue.serverTimestamp(), ...fields });
    },
    call: async (token, rpc, request) =>
      callFirestore({ host: host(), channel: credentials.createInsecure() }, token, rpc, request),
  }));
}

/** An ID token without a signature, which the emulator accepts. */
function unsignedToken(uid: string, provider: string): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    sub: uid,
    user_id: uid,
    firebase: { sign_in_provider: provider, identities: {} },
  };
  return `${part({ alg: 'none', type: 'JWT' })}.${part(claims)}.`;
}

/**
 * Google's own emulator of Firestore, which executes `firebase/firestore.rules`. It is a Java program outside
 * of this project's packages: it comes with Firebase's command-line tool (`npx firebase-tools
 * setup:emulators:firestore`) or with Google Cloud's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Emulator {
  /** Address of its gRPC, which has no TLS. */
  readonly host: string;
  close(): Promise<void>;
}

const RULES = fileURLToPath(new URL('../../../firebase/firestore.rules', import.meta.url));
const MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
/** Where the two tools install the emulator. */
const PLACES = [
  path.join(homedir(), '.cache/firebase/emulators/cloud-firestore-emulator-v*.jar'),
  '/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar',
];

/** @returns the newest jar, or the reason why none can run here */
export function findEmulator(): { readonly jar: string } | { readonly missing: string } {
  if (spawnSync('java', ['-version']).status !== 0) return { missing: 'There is no Java.' };
  const jar = PLACES.flatMap((place) => globSync(place).toSorted().toReversed()).find((file) =>
    existsSync(file),
  );
  return jar === undefined ? { missing: `There is no emulator at ${PLACES.join(' or ')}.` } : { jar };
}

/** Starts the emulator with the project's rules. @throws Error with its output if it ends instead */
export async function startEmulator(jar: string): Promise<Emulator> {
  const port = await freePort();
  const child = spawn(
    'java',
    ['-Duser.language=en', '-cp', jar, MAIN, '--host', '127.0.0.1', '--port', String(port), '--rules', RULES],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const printed: string[] = [];
  child.stderr.on('data', (text: Buffer) => printed.push(text.toString()));
  for await (const line of createInterface(child.stdout)) {
    printed.push(`${line}\n`);
    if (!line.includes('is now running')) continue;
    child.stdout.resume();
    return {
      host: `127.0.0.1:${port}`,
      close: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`The emulator did not start:\n${printed.join('')}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

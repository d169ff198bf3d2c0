/**
 * The local cloud in a process of its own, so that the measured process does not pay for its work. It is
 * controlled over its control endpoint.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import type { RealisticNote } from '#tests/support/realistic-notes.ts';
import { googleIdToken, idpRequest, signInWithIdp } from '@inkling/local-cloud/client.ts';
import type { CloudConfig } from '@inkling/local-cloud/cloud.ts';

export interface CloudProcess {
  readonly config: CloudConfig;
  /** For `INKLING_CONFIG`. */
  readonly configPath: string;
  signIn(sub: string): Promise<CloudSession>;
  /** Writes the notes as another client, in few commits. */
  put(uid: string, notes: readonly RealisticNote[]): Promise<void>;
  /** A call of the control endpoint with a JSON body; answers with the JSON of the answer. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface CloudSession {
  readonly uid: string;
  readonly idToken: string;
}

const ReadySchema = v.object({ ready: v.literal(true), config: v.string(), control: v.string() });
const SessionSchema = v.object({ localId: v.string(), idToken: v.string() });
const PUT_AT_ONCE = 1_000;

export async function startCloudProcess(): Promise<CloudProcess> {
  const main = path.join(import.meta.dirname, '../../../packages/local-cloud/main.ts');
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { config: configPath, control: address } = await readyLine(child);
  const config = JSON.parse(readFileSync(configPath, 'utf8')) as CloudConfig;

  async function control(method: string, to: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const answer = await fetch(`${address}${to}`, init);
    if (!answer.ok) throw new Error(`${method} ${to}: ${await answer.text()}`);
    return answer.json();
  }

  return {
    config,
    configPath,
    control,
    async signIn(sub) {
      await control('POST', '/accounts', { sub, email: `${sub}@example.com`, name: sub });
      const answer = await signInWithIdp({ config }, idpRequest(await googleIdToken({ config })));
      const { localId: uid, idToken } = v.parse(SessionSchema, await answer.json());
      return { uid, idToken };
    },
    async put(uid, notes) {
      for (let from = 0; from < notes.length; from += PUT_AT_ONCE) {
        const documents = notes.slice(from, from + PUT_AT_ONCE).map(({ id, createdAt, ...fields }) => {
          return [id, { ...fields, uid, createdAt: new Date(createdAt).toISOString() }];
        });
        await control('POST', '/docs', Object.fromEntries(documents));
      }
    },
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function readyLine(child: ChildProcess): Promise<v.InferOutput<typeof ReadySchema>> {
  if (child.stdout === null) throw new Error('The local cloud was started without a pipe');
  for await (const line of createInterface({ input: child.stdout })) {
    return v.parse(ReadySchema, JSON.parse(line));
  }
  throw new Error('The local cloud ended before it was ready');
}

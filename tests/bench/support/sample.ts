/**
 * One measurement in a fresh process, so that none profits from what another one has loaded or warmed up. The
 * process gets its task as JSON and answers with one line of JSON.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import type { Uid } from '#shared/note/note.ts';
import type { CloudConfig } from '#shared/ipc/cloud-service.ts';
import type { CloudProcess, CloudSession } from './cloud-process.ts';

/** What every sample needs to sign in with. */
export interface Task {
  readonly config: CloudConfig;
  readonly uid: Uid;
  readonly token: string;
  /** How many notes the account has. */
  readonly notes: number;
  /** For notes that the sample makes up. */
  readonly seed: number;
}

export function taskOf(cloud: CloudProcess, { uid, idToken }: CloudSession, notes: number, seed = 1): Task {
  const { firebase, endpoints } = cloud.config;
  const config = { projectId: firebase.projectId, host: endpoints.firestore, caFile: endpoints.caFile };
  return { config, uid: uid as Uid, token: idToken, notes, seed };
}

const ResultSchema = v.object({
  /** Milliseconds. */
  time: v.number(),
  longestDelay: v.number(),
  longestWork: v.number(),
});
export type SampleResult = v.InferOutput<typeof ResultSchema>;

/** @param name of a file in `samples/` */
export async function runSample(name: string, task: Task): Promise<SampleResult> {
  const file = path.join(import.meta.dirname, '../samples', `${name}.ts`);
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const output = await text(child.stdout);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The sample ${name} ended with ${code}.`);
  return v.parse(ResultSchema, JSON.parse(output));
}

/** Runs in the sample's own process. */
export function readTask(): Task {
  return JSON.parse(process.argv[2] ?? '') as Task;
}

/** Ends the process: what is still open, such as a connection, is no part of the measurement. */
export function answer(result: SampleResult): never {
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
}

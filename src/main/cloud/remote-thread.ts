/**
 * One Firestore thread, from the main thread's side: a RemoteStore whose every call crosses to `remote-worker.ts`. When
 * the thread ends, whatever was asked of it is answered with a `wait` failure, and nothing more is to be asked.
 */
import { Worker } from 'node:worker_threads';
import { assertNever } from '#shared/assert-never.ts';
import { AppError, messageOf } from '#shared/error.ts';
import type {
  Answer,
  RemoteChange,
  RemoteFailure,
  RemoteSnapshot,
  RemoteStore,
  RemoteWrite,
} from '../sync/ports.ts';
import type { Tokens } from './firestore-remote.ts';
import type { FromThread, Part, ThreadSetup, TokenAnswer, ToThread } from './messages.ts';

export interface RemoteThreadOptions {
  /** File of the thread's entry: `remote-worker.ts`, or what it was built to. */
  readonly entry: string;
  readonly setup: ThreadSetup;
  readonly tokens: Tokens;
  /** The thread has ended; called once. */
  readonly onGone: () => void;
}

/** Whoever waits for snapshots: a live query or a fetch. */
interface Receiver {
  /** Those of the parts so far. */
  readonly changes: RemoteChange[];
  readonly onSnapshot: (snapshot: RemoteSnapshot) => void;
  readonly onFailure: (failure: RemoteFailure) => void;
}

type Committed = Extract<FromThread, { kind: 'committed' }>['answer'];
type Checked = Extract<FromThread, { kind: 'checked' }>['answer'];

export function openRemoteThread({ entry, setup, tokens, onGone }: RemoteThreadOptions): RemoteStore {
  const worker = new Worker(entry, { workerData: setup });
  const receivers = new Map<number, Receiver>();
  const commits = new Map<number, (answer: Committed) => void>();
  const checks = new Map<number, (answer: Checked) => void>();
  /** What the thread has been told to get ready. */
  let prepared: { readonly writes: readonly RemoteWrite[]; readonly id: number } | null = null;
  let lastId = 0;
  let disposed = false;
  let trouble = 'The connection to the cloud ended.';

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: ToThread): void => worker.postMessage(message);
  const nextId = (): number => (lastId += 1);

  worker.on('message', (message: FromThread) => {
    // Nothing of an account that is gone is told any more (S10).
    if (!disposed) take(message);
  });
  worker.on('error', (error: unknown) => {
    trouble = `The connection to the cloud ended: ${messageOf(error)}`;
  });
  worker.on('exit', () => {
    onGone();
    const failure: RemoteFailure = { kind: 'wait', message: trouble };
    for (const answer of commits.values()) answer({ ok: false, failure });
    for (const answer of checks.values()) answer({ ok: false, failure });
    for (const { onFailure } of receivers.values()) onFailure(failure);
  });

  function take(message: FromThread): void {
    switch (message.kind) {
      case 'ask-token':
        void answerToken(message.id);
        return;
      case 'reject-token':
        tokens.rejectToken(message.token);
        return;
      case 'part':
        takePart(message);
        return;
      case 'committed':
        commits.get(message.id)?.(message.answer);
        commits.delete(message.id);
        return;
      case 'checked':
        checks.get(message.id)?.(message.answer);
        checks.delete(message.id);
        return;
      case 'failed': {
        const receiver = receivers.get(message.id);
        receivers.delete(message.id);
        receiver?.onFailure(message.failure);
        return;
      }
      default:
        assertNever(message);
    }
  }

  function takePart({ id, changes, last }: Part): void {
    // In the next turn: a message that comes meanwhile is read in this one.
    setImmediate(send, { kind: 'taken' });
    const receiver = receivers.get(id);
    if (receiver === undefined) return;
    for (const change of changes) receiver.changes.push(change);
    if (last !== null) receiver.onSnapshot({ ...last, changes: receiver.changes.splice(0) });
  }

  async function answerToken(id: number): Promise<void> {
    const token = await askForToken();
    if (!disposed) send({ kind: 'token', id, token });
  }

  async function askForToken(): Promise<TokenAnswer> {
    try {
      return { ok: true, token: await tokens.idToken() };
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal';
      return { ok: false, code, message: messageOf(error) };
    }
  }

  return {
    listen({ onSnapshot, onEnd }) {
      const id = nextId();
      receivers.set(id, { changes: [], onSnapshot, onFailure: onEnd });
      send({ kind: 'listen', id });
      return () => {
        if (receivers.delete(id)) send({ kind: 'unlisten', id });
      };
    },
    commit(writes) {
      const ready = prepared?.writes === writes ? prepared.id : null;
      prepared = null;
      const id = ready ?? nextId();
      send({ kind: 'commit', id, writes: ready === null ? writes : null });
      return new Promise((resolve) => {
        commits.set(id, resolve);
      });
    },
    prepare(writes) {
      prepared = { writes, id: nextId() };
      send({ kind: 'prepare', id: prepared.id, writes });
    },
    fetch(ids) {
      const id = nextId();
      send({ kind: 'fetch', id, ids });
      return new Promise((resolve: (answer: Answer<RemoteSnapshot>) => void) => {
        receivers.set(id, {
          changes: [],
          onSnapshot: (value) => {
            receivers.delete(id);
            resolve({ ok: true, value });
          },
          onFailure: (failure) => resolve({ ok: false, failure }),
        });
      });
    },
    check() {
      const id = nextId();
      send({ kind: 'check', id });
      return new Promise((resolve) => {
        checks.set(id, resolve);
      });
    },
    dispose() {
      disposed = true;
      // A write on its way may still land; what it carries is known again by the next session (S7).
      void worker.terminate();
    },
  };
}

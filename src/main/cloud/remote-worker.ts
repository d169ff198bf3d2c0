/**
 * The entry of the Firestore thread. The SDK computes a first snapshot as one piece of work, which blocks its thread
 * for as long as there are notes (10,000 of them: about 150 ms, and 300 ms to load it), so it lives in one of its own.
 * `remote-thread.ts` is the other side.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { assertNever } from '#shared/assert-never.ts';
import { AppError } from '#shared/error.ts';
import type { RemoteSnapshot, RemoteWrite } from '../sync/ports.ts';
import { createFirestoreRemote } from './firestore-remote.ts';
import type { FromThread, Part, ThreadSetup, TokenAnswer, ToThread } from './messages.ts';
import { partsOf } from './messages.ts';

/** How long a token is not asked for again; much less than any is still good for when it is given out. */
const TOKEN_KEPT_MS = 5_000;
/** Parts on their way that the main thread has not taken yet: it would read all that wait in one go. */
const PARTS_AHEAD = 4;

function serve(send: (message: FromThread) => void, setup: ThreadSetup): (message: ToThread) => void {
  const asked = new Map<number, (answer: TokenAnswer) => void>();
  const listening = new Map<number, () => void>();
  let prepared: { readonly id: number; readonly writes: readonly RemoteWrite[] } | null = null;
  const waiting: Part[] = [];
  let ahead = 0;
  let questions = 0;

  let lastAnswer: { readonly token: Promise<string>; readonly at: number } | null = null;

  /** Each call needs it twice, and the main thread may have other things to do. */
  function idToken(): Promise<string> {
    const now = performance.now();
    if (lastAnswer === null || now - lastAnswer.at > TOKEN_KEPT_MS) {
      const mine = { token: askForToken(), at: now };
      lastAnswer = mine;
      mine.token.catch(() => {
        if (lastAnswer === mine) lastAnswer = null;
      });
    }
    return lastAnswer.token;
  }

  async function askForToken(): Promise<string> {
    questions += 1;
    const id = questions;
    const answer = await new Promise<TokenAnswer>((resolve) => {
      asked.set(id, resolve);
      send({ kind: 'ask-token', id });
    });
    if (answer.ok) return answer.token;
    throw new AppError(answer.code, answer.message);
  }

  function rejectToken(token: string): void {
    lastAnswer = null;
    send({ kind: 'reject-token', token });
  }

  const remote = createFirestoreRemote({ ...setup, tokens: { idToken, rejectToken } });

  function sendSnapshot(id: number, snapshot: RemoteSnapshot): void {
    waiting.push(...partsOf(id, snapshot));
    sendParts();
  }

  function sendParts(): void {
    while (ahead < PARTS_AHEAD) {
      const part = waiting.shift();
      if (part === undefined) return;
      ahead += 1;
      send(part);
    }
  }

  function preparedAs(id: number): readonly RemoteWrite[] {
    const ready = prepared;
    prepared = null;
    if (ready?.id === id) return ready.writes;
    throw new Error('A commit was asked for that had not been prepared.');
  }

  function listen(id: number): void {
    const stop = remote.listen({
      onSnapshot: (snapshot) => sendSnapshot(id, snapshot),
      onEnd: (failure) => send({ kind: 'failed', id, failure }),
    });
    listening.set(id, stop);
  }

  return (message) => {
    switch (message.kind) {
      case 'listen':
        listen(message.id);
        return;
      case 'unlisten':
        listening.get(message.id)?.();
        listening.delete(message.id);
        return;
      case 'commit': {
        const { id } = message;
        void remote
          .commit(message.writes ?? preparedAs(id))
          .then((answer) => send({ kind: 'committed', id, answer }));
        return;
      }
      case 'prepare':
        prepared = message;
        remote.prepare?.(message.writes);
        return;
      case 'fetch': {
        const { id, ids } = message;
        void remote.fetch(ids).then((answer) => {
          if (answer.ok) sendSnapshot(id, answer.value);
          else send({ kind: 'failed', id, failure: answer.failure });
        });
        return;
      }
      case 'check': {
        const { id } = message;
        void remote.check().then((answer) => send({ kind: 'checked', id, answer }));
        return;
      }
      case 'token':
        asked.get(message.id)?.(message.token);
        asked.delete(message.id);
        return;
      case 'taken':
        ahead -= 1;
        sendParts();
        return;
      default:
        assertNever(message);
    }
  };
}

if (parentPort === null) throw new Error('This is the entry of a thread.');
const port = parentPort;
port.on(
  'message',
  serve((message) => port.postMessage(message), workerData),
);

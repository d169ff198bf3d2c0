/**
 * Listen without the SDK, which uses one target per stream: several targets, their resume tokens, their end.
 */
import { readFileSync } from 'node:fs';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { loadFirestoreService } from '../firestore/proto.ts';
import type { ListenRequest, ListenResponse } from '../firestore/protocol.ts';
import { useCloud } from './testing.ts';

const fixture = useCloud();
const clients: Client[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

class RawListen {
  readonly #call: ClientDuplexStream<ListenRequest, ListenResponse>;
  readonly #responses: AsyncIterator<unknown>;
  readonly ended: Promise<status>;

  constructor(token: string) {
    const definition = loadFirestoreService()['Listen'];
    if (definition === undefined) throw new Error('There is no Listen.');
    const { cloud } = fixture;
    const client = new Client(cloud.firestoreHost, credentials.createSsl(readFileSync(cloud.caFile)));
    clients.push(client);
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${token}`);
    this.#call = client.makeBidiStreamRequest<ListenRequest, ListenResponse>(
      definition.path,
      definition.requestSerialize,
      (bytes) => definition.responseDeserialize(bytes) as ListenResponse,
      metadata,
    );
    this.#responses = this.#call[Symbol.asyncIterator]();
    const ended = Promise.withResolvers<status>();
    this.ended = ended.promise;
    this.#call.on('error', () => undefined);
    this.#call.on('status', ({ code }) => {
      ended.resolve(code);
    });
  }

  send(request: ListenRequest): void {
    this.#call.write(request);
  }

  /** The next responses in short form, up to and including the one that begins with `last`. */
  async until(last: string): Promise<string[]> {
    const texts: string[] = [];
    for (;;) {
      const { value } = await this.#responses.next();
      const text = describe(value as ListenResponse);
      texts.push(text);
      if (text.startsWith(last)) return texts;
    }
  }

  /** The resume token of the next response that says that the client is up to date. */
  async token(): Promise<Uint8Array> {
    for (;;) {
      const { value } = await this.#responses.next();
      const response = value as ListenResponse;
      if (!('targetChange' in response)) continue;
      const { targetChangeType = 'NO_CHANGE', resumeToken } = response.targetChange;
      if (targetChangeType === 'NO_CHANGE' && resumeToken !== undefined) return resumeToken;
    }
  }
}

/** `ADD 1`, `changed a 1,2`, `deleted a 1`, `count 3 1`, … */
function describe(response: ListenResponse): string {
  const idOf = (name = ''): string => name.slice(name.lastIndexOf('/') + 1);
  if ('targetChange' in response) {
    const { targetChangeType = 'NO_CHANGE', targetIds = [], cause } = response.targetChange;
    return [targetChangeType, ...targetIds, ...(cause === undefined ? [] : [status[cause.code]])].join(' ');
  }
  if ('documentChange' in response) {
    const { document, targetIds } = response.documentChange;
    return `changed ${idOf(document.name)} ${targetIds.join(',')}`;
  }
  if ('filter' in response) return `count ${response.filter.count} ${response.filter.targetId}`;
  const [kind, gone] =
    'documentDelete' in response
      ? ['deleted', response.documentDelete]
      : ['removed', response.documentRemove];
  return `${kind} ${idOf(gone.document)} ${gone.removedTargetIds.join(',')}`;
}

function names(projectId: string) {
  const database = `projects/${projectId}/databases/(default)`;
  return { database, parent: `${database}/documents` };
}

function queryTarget(
  uid: string,
  targetId: number,
  resumeToken?: Uint8Array,
  limit?: { readonly value: number },
): ListenRequest {
  const { database, parent } = names(fixture.cloud.config.firebase.projectId);
  const where = { fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value: { stringValue: uid } } };
  const query = {
    parent,
    structuredQuery: { from: [{ collectionId: 'notes' }], where, ...(limit && { limit }) },
  };
  return { database, addTarget: { query, targetId, ...(resumeToken === undefined ? {} : { resumeToken }) } };
}

test('two targets of one stream receive the same commit, and a removed target receives nothing more', async () => {
  const { uid, idToken } = await fixture.newUser();
  const { database, parent } = names(fixture.cloud.config.firebase.projectId);
  fixture.cloud.controls.putDoc('t1', { uid });
  const listen = new RawListen(idToken);
  listen.send(queryTarget(uid, 1));
  expect(await listen.until('NO_CHANGE')).toEqual(['ADD 1', 'changed t1 1', 'CURRENT 1', 'NO_CHANGE']);
  listen.send({
    database,
    addTarget: { documents: { documents: [`${parent}/notes/t1`, `${parent}/notes/t2`] }, targetId: 2 },
  });
  expect(await listen.until('NO_CHANGE')).toEqual([
    'ADD 2',
    'changed t1 2',
    'deleted t2 2',
    'CURRENT 2',
    'NO_CHANGE',
  ]);
  fixture.cloud.controls.putDoc('t2', { uid });
  expect(await listen.until('NO_CHANGE')).toEqual(['changed t2 1', 'changed t2 2', 'NO_CHANGE']);
  listen.send({ database, removeTarget: 1 });
  expect(await listen.until('REMOVE')).toEqual(['REMOVE 1']);
  fixture.cloud.controls.deleteDoc('t2');
  expect(await listen.until('NO_CHANGE')).toEqual(['deleted t2 2', 'NO_CHANGE']);
});

test('a target resumes with the changes and a count, or with RESET if its token is from before the start', async () => {
  const { uid, idToken } = await fixture.newUser();
  for (const id of ['r1', 'r2', 'r3']) fixture.cloud.controls.putDoc(id, { uid });
  const first = new RawListen(idToken);
  first.send(queryTarget(uid, 1));
  const token = await first.token();
  fixture.cloud.controls.deleteDoc('r1');
  fixture.cloud.controls.putDoc('r2', { uid: 'somebody else' });
  fixture.cloud.controls.putDoc('r4', { uid });
  const second = new RawListen(idToken);
  second.send(queryTarget(uid, 1, token));
  expect(await second.until('NO_CHANGE')).toEqual([
    'ADD 1',
    'deleted r1 1',
    'removed r2 1',
    'changed r4 1',
    'count 2 1',
    'CURRENT 1',
    'NO_CHANGE',
  ]);
  const third = new RawListen(idToken);
  third.send(queryTarget(uid, 1, Buffer.from('-1')));
  expect(await third.until('NO_CHANGE')).toEqual([
    'ADD 1',
    'RESET 1',
    'changed r3 1',
    'changed r4 1',
    'CURRENT 1',
    'NO_CHANGE',
  ]);
});

test('a target that the rules refuse is removed with the cause, and the stream continues', async () => {
  const { uid, idToken } = await fixture.newUser();
  const listen = new RawListen(idToken);
  listen.send(queryTarget('somebody', 1));
  expect(await listen.until('REMOVE')).toEqual(['ADD 1', 'REMOVE 1 PERMISSION_DENIED']);
  listen.send(queryTarget(uid, 2));
  expect(await listen.until('NO_CHANGE')).toEqual(['ADD 2', 'CURRENT 2', 'NO_CHANGE']);
});

test('an invalid target, resume token or ID token ends the stream', async () => {
  const { uid, idToken } = await fixture.newUser();
  const twice = new RawListen(idToken);
  twice.send(queryTarget(uid, 1));
  twice.send(queryTarget(uid, 1));
  expect(await twice.ended).toBe(status.INVALID_ARGUMENT);
  const nonsense = new RawListen(idToken);
  nonsense.send(queryTarget(uid, 1, Buffer.from('nonsense')));
  expect(await nonsense.ended).toBe(status.INVALID_ARGUMENT);
  const limited = new RawListen(idToken);
  limited.send(queryTarget(uid, 1, undefined, { value: 2 }));
  expect(await limited.ended).toBe(status.UNIMPLEMENTED);
  expect(await new RawListen('nobody').ended).toBe(status.UNAUTHENTICATED);
});

/** Shared by the local cloud's own tests: a cloud for each file, new users, and live queries to wait for. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import type { ChannelCredentials, status } from '@grpc/grpc-js';
import { FieldValue } from 'firebase-admin/firestore';
import type { DocumentData, Firestore, Query, QuerySnapshot } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openFirestore, signIn } from '../client.ts';
import type { Session } from '../client.ts';
import { startCloud } from '../cloud.ts';
import type { Cloud } from '../cloud.ts';
import { loadFirestoreService } from '../firestore/proto.ts';

/** A signed-in user with a Firestore client. */
export interface User extends Session {
  readonly firestore: Firestore;
  /** The query that the app listens to. */
  readonly notes: Query;
}

export interface CloudFixture {
  readonly cloud: Cloud;
  /** Makes a new user, who signed in with this provider according to the ID token. */
  newUser(provider?: string): Promise<User>;
  /** Another client, which is ended after the test. */
  open(token: () => string | null): Firestore;
  live(query: Query): LiveQuery;
}

/** One cloud for the whole file; clients, listeners and faults end with each test. */
export function useCloud(): CloudFixture {
  let cloud: Cloud | null = null;
  const clients: Firestore[] = [];
  const queries: LiveQuery[] = [];
  const running = (): Cloud => {
    if (cloud === null) throw new Error('The cloud runs within tests only.');
    return cloud;
  };
  beforeAll(async () => {
    cloud = await startCloud();
  });
  afterEach(async () => {
    const { controls } = running();
    await controls.clearFaults();
    controls.setTokenTtl(3600);
    controls.setSignInProvider('google.com');
    controls.checkOrder = 'preconditions-first';
    for (const query of queries.splice(0)) query.stop();
    await Promise.all(clients.splice(0).map(async (client) => client.terminate()));
  });
  afterAll(async () => cloud?.close());
  const open = (token: () => string | null): Firestore => {
    const client = openFirestore(running(), token);
    clients.push(client);
    return client;
  };
  return {
    get cloud() {
      return running();
    },
    open,
    newUser: async (provider = 'google.com') => {
      running().controls.setSignInProvider(provider);
      const session = await signIn(running(), { sub: randomUUID(), email: 'somebody@example.com' });
      const firestore = open(() => session.idToken);
      return { ...session, firestore, notes: notesOf(firestore, session.uid) };
    },
    live: (query) => {
      const live = new LiveQuery(query);
      queries.push(live);
      return live;
    },
  };
}

export function notesOf(firestore: Firestore, uid: string): Query {
  return firestore.collection('notes').where('uid', '==', uid).orderBy('createdAt', 'desc');
}

/** A live query whose snapshots are awaited one after the other. */
export class LiveQuery {
  readonly stop: () => void;
  readonly error: Promise<Error>;
  readonly #arrived: QuerySnapshot[] = [];
  #wake: () => void = () => undefined;

  constructor(query: Query) {
    const failed = Promise.withResolvers<Error>();
    this.error = failed.promise;
    this.stop = query.onSnapshot((snapshot) => {
      this.#arrived.push(snapshot);
      this.#wake();
    }, failed.resolve);
  }

  /** Number of arrived snapshots that were not read yet. */
  get waiting(): number {
    return this.#arrived.length;
  }

  /** The next snapshot's changes, as `added:id`, in order. */
  async changes(): Promise<string[]> {
    const snapshot = await this.next();
    return snapshot.docChanges().map(({ type, doc }) => `${type}:${doc.id}`);
  }

  async next(): Promise<QuerySnapshot> {
    for (;;) {
      const snapshot = this.#arrived.shift();
      if (snapshot !== undefined) return snapshot;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }
}

/** A new note as the app writes it. */
export function newNote(uid: string, fields: DocumentData = {}): DocumentData {
  return {
    uid,
    title: 'Title',
    text: 'Text',
    isArchived: false,
    isDeleted: false,
    createdAt: FieldValue.serverTimestamp(),
    ...fields,
  };
}

/** The address of a Firestore server, and how to connect to it. */
export interface Endpoint {
  readonly host: string;
  readonly channel: ChannelCredentials;
}

export function endpointOf(cloud: Cloud): Endpoint {
  return { host: cloud.firestoreHost, channel: credentials.createSsl(readFileSync(cloud.caFile)) };
}

/**
 * One streaming call without the SDK, which would retry refused reads for seconds.
 * @returns its final gRPC status
 */
export async function callFirestore(
  { host, channel }: Endpoint,
  token: string | null,
  rpc: string,
  request: object,
): Promise<status> {
  const definition = loadFirestoreService()[rpc];
  if (definition === undefined) throw new Error(`There is no ${rpc}.`);
  const client = new Client(host, channel);
  const metadata = new Metadata();
  if (token !== null) metadata.set('authorization', `Bearer ${token}`);
  const { path, requestSerialize, responseDeserialize } = definition;
  const call = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, metadata);
  call.on('data', () => undefined).on('error', () => undefined);
  const { promise, resolve } = Promise.withResolvers<status>();
  call.on('status', ({ code }) => {
    resolve(code);
  });
  const code = await promise;
  client.close();
  return code;
}

/** The gRPC status that the promise was rejected with, or the value that it resolved to. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

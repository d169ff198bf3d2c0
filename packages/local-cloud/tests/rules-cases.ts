/**
 * What `firebase/firestore.rules` allows and refuses, as one table of cases. Two test files run it:
 * `rules.test.ts` against the local cloud, and `rules-emulator.test.ts` against Google's own emulator. Both
 * execute the file itself. A case that holds for only one of them shows a difference between the two.
 */
import { status } from '@grpc/grpc-js';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { DocumentData, DocumentReference, Firestore } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { codeOf, newNote } from './testing.ts';

/** A server that enforces the rules. */
export interface RulesServer {
  readonly projectId: string;
  /** The status that refuses a request without a user. */
  readonly refusalOfNobody: status;
  /** Makes a new user. @param provider the sign-in provider in the token */
  newUser(provider?: string): Promise<RulesUser>;
  /** Writes a note, bypassing the rules. `createdAt` is now by default. */
  putNote(id: string, fields: DocumentData): Promise<void>;
  /** @returns the gRPC status of a streaming call, without a user if the token is null */
  call(token: string | null, rpc: string, request: object): Promise<status>;
}

export interface RulesUser {
  readonly uid: string;
  readonly idToken: string;
  readonly firestore: Firestore;
}

/** Limits of firestore.rules, in UTF-16 units. */
const MAX_TITLE = 100_000;
const MAX_TEXT = 1_000_000;

type Outcome = 'allowed' | 'refused';
type WriteCase = readonly [name: string, fields: DocumentData, outcome: Outcome];

/** A case's fields replace those of a whole note. A field that is `NONE` is left out. */
const NONE = FieldValue.delete();

const CREATES: readonly WriteCase[] = [
  ['a whole note', {}, 'allowed'],
  ['fields that only this client knows', { colour: 'red', nested: { list: [1, 'a', null] } }, 'allowed'],
  ['no title', { title: NONE }, 'allowed'],
  ['an empty title and text', { title: '', text: '' }, 'allowed'],
  ['a title of another type', { title: 5 }, 'refused'],
  ['a null title', { title: null }, 'refused'],
  ['a text of another type', { text: ['a'] }, 'refused'],
  ['a flag of another type', { isArchived: 'no' }, 'refused'],
  ['a null flag', { isDeleted: null }, 'refused'],
  ['the longest title', { title: 'é'.repeat(MAX_TITLE) }, 'allowed'],
  ['too long a title', { title: 'x'.repeat(MAX_TITLE + 1) }, 'refused'],
  ['the longest title in characters of two UTF-16 units', { title: '😀'.repeat(MAX_TITLE / 2) }, 'allowed'],
  ['too long a title in such characters', { title: `${'😀'.repeat(MAX_TITLE / 2)}x` }, 'refused'],
  ['the longest text', { text: 'x'.repeat(MAX_TEXT) }, 'allowed'],
  ['too long a text', { text: 'x'.repeat(MAX_TEXT + 1) }, 'refused'],
  ['another user as its owner', { uid: 'somebody' }, 'refused'],
  ['no owner', { uid: NONE }, 'refused'],
  ["the client's own time", { createdAt: Timestamp.fromMillis(0) }, 'refused'],
  ['no time', { createdAt: NONE }, 'refused'],
];

const UPDATES: readonly WriteCase[] = [
  ['title and text', { title: 'New', text: 'New' }, 'allowed'],
  ['a flag', { isArchived: true }, 'allowed'],
  ['a field that only this client knows', { colour: 'red' }, 'allowed'],
  ['a removed title', { title: NONE }, 'allowed'],
  ['a title of another type', { title: 5 }, 'refused'],
  ['a text of another type', { text: 5 }, 'refused'],
  ['a flag of another type', { isDeleted: 1 }, 'refused'],
  ['too long a title', { title: 'x'.repeat(MAX_TITLE + 1) }, 'refused'],
  ['another owner', { uid: 'somebody' }, 'refused'],
  ['no owner', { uid: NONE }, 'refused'],
  ['another time', { createdAt: Timestamp.fromMillis(0) }, 'refused'],
  ["the server's time again", { createdAt: FieldValue.serverTimestamp() }, 'refused'],
  ['no time', { createdAt: NONE }, 'refused'],
];

/** A note that another client has written with fields of wrong types. */
const ODD = { title: 5, text: null, isArchived: 'no', createdAt: 'yesterday' };
const ODD_UPDATES: readonly WriteCase[] = [
  ['can be archived', { isArchived: true }, 'allowed'],
  ['can get a valid title', { title: 'Mended' }, 'allowed'],
  ['cannot get another invalid title', { title: 6 }, 'refused'],
];

/** Actions of another user on a note. */
const STRANGERS: readonly (readonly [string, (note: DocumentReference, uid: string) => Promise<unknown>])[] =
  [
    ['change', async (note) => note.update({ title: 'Mine' })],
    ['overwrite', async (note, uid) => note.set(newNote(uid))],
    ['delete', async (note) => note.delete()],
  ];

const owner = (uid: string): object => ({
  fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value: { stringValue: uid } },
});
const ARCHIVED = {
  fieldFilter: { field: { fieldPath: 'isArchived' }, op: 'EQUAL', value: { booleanValue: true } },
};
const composite = (op: 'AND' | 'OR', ...filters: readonly object[]): object => ({
  compositeFilter: { op, filters },
});
const LISTS: readonly (readonly [string, (uid: string) => object | undefined, Outcome])[] = [
  ['of one’s own notes', (uid) => owner(uid), 'allowed'],
  ['of one’s own archived notes', (uid) => composite('AND', ARCHIVED, owner(uid)), 'allowed'],
  ['of one’s own notes and all archived ones', (uid) => composite('OR', ARCHIVED, owner(uid)), 'refused'],
  ['of all archived notes', () => ARCHIVED, 'refused'],
  ['of another user’s notes', () => owner('somebody'), 'refused'],
  ['of all notes', () => undefined, 'refused'],
];

const STATUS = { allowed: status.OK, refused: status.PERMISSION_DENIED } as const;

/** Defines the tests. `server` is called only within tests. */
export function testRules(server: () => RulesServer): void {
  const write = async (promise: Promise<unknown>): Promise<unknown> => {
    const result = await codeOf(promise);
    return typeof result === 'number' ? result : status.OK;
  };
  let count = 0;
  const newId = (): string => `rules-${(count += 1)}`;
  const names = (path: string) => {
    const database = `projects/${server().projectId}/databases/(default)`;
    return { database, parent: `${database}/documents`, documents: [`${database}/documents/${path}`] };
  };
  const get = async (token: string | null, path: string): Promise<status> => {
    const { database, documents } = names(path);
    return server().call(token, 'BatchGetDocuments', { database, documents });
  };
  const list = async (token: string | null, where: object | undefined): Promise<status> =>
    server().call(token, 'RunQuery', {
      parent: names('').parent,
      structuredQuery: { from: [{ collectionId: 'notes' }], where },
    });

  test.each(CREATES)('a create with $0 is $2', async (_name, fields, outcome) => {
    const { uid, firestore } = await server().newUser();
    const note = Object.entries(newNote(uid, fields)).filter(([, value]) => value !== NONE);
    expect(await write(firestore.doc(`notes/${newId()}`).set(Object.fromEntries(note)))).toBe(
      STATUS[outcome],
    );
  });

  test.each(UPDATES)('an update with $0 is $2', async (_name, fields, outcome) => {
    const { uid, firestore } = await server().newUser();
    const id = newId();
    await server().putNote(id, { uid, title: 'A', text: 'B' });
    expect(await write(firestore.doc(`notes/${id}`).update(fields))).toBe(STATUS[outcome]);
  });

  test.each(ODD_UPDATES)('a note with fields of wrong types %s', async (_name, fields, outcome) => {
    const { uid, firestore } = await server().newUser();
    const id = newId();
    await server().putNote(id, { uid, ...ODD });
    expect(await write(firestore.doc(`notes/${id}`).update(fields))).toBe(STATUS[outcome]);
  });

  test.each(STRANGERS)(
    '[C33] a user can neither read nor %s the note of another user',
    async (_name, act) => {
      const ada = await server().newUser();
      const ben = await server().newUser();
      const id = newId();
      await server().putNote(id, { uid: ada.uid, title: 'A' });
      expect(await write(act(ben.firestore.doc(`notes/${id}`), ben.uid))).toBe(status.PERMISSION_DENIED);
      expect(await get(ben.idToken, `notes/${id}`)).toBe(status.PERMISSION_DENIED);
      expect(await get(ada.idToken, `notes/${id}`)).toBe(status.OK);
    },
  );

  test('the owner of a note can delete it, and can then read and delete it again', async () => {
    const { uid, firestore, idToken } = await server().newUser();
    const id = newId();
    await server().putNote(id, { uid });
    const note = firestore.doc(`notes/${id}`);
    expect(await write(note.delete())).toBe(status.OK);
    expect(await get(idToken, `notes/${id}`)).toBe(status.OK);
    expect(await write(note.delete())).toBe(status.OK);
  });

  test.each(LISTS)('[C33] a list $0 is $2', async (_name, where, outcome) => {
    const { uid, idToken } = await server().newUser();
    expect(await list(idToken, where(uid))).toBe(STATUS[outcome]);
  });

  test.each(['other/a', 'notes/a/parts/b'])('the path %s can be neither written nor read', async (path) => {
    const { uid, firestore, idToken } = await server().newUser();
    expect(await write(firestore.doc(path).create(newNote(uid)))).toBe(status.PERMISSION_DENIED);
    expect(await get(idToken, path)).toBe(status.PERMISSION_DENIED);
  });

  test.each(['password', 'anonymous', 'custom', 'google.com.example'])(
    '[C34] an account that signed in by the provider %s can do nothing, not even with its own notes',
    async (provider) => {
      const { uid, firestore, idToken } = await server().newUser(provider);
      const id = newId();
      await server().putNote(id, { uid, title: 'A' });
      const note = firestore.doc(`notes/${id}`);
      const outcomes = {
        create: await write(firestore.doc(`notes/${newId()}`).set(newNote(uid))),
        update: await write(note.update({ title: 'B' })),
        delete: await write(note.delete()),
        get: await get(idToken, `notes/${id}`),
        'get of no document': await get(idToken, `notes/${newId()}`),
        'delete of no document': await write(firestore.doc(`notes/${newId()}`).delete()),
        list: await list(idToken, owner(uid)),
      };
      expect(new Set(Object.values(outcomes)), JSON.stringify(outcomes)).toEqual(
        new Set([status.PERMISSION_DENIED]),
      );
    },
  );

  describe('without a user', () => {
    test('[C33] no note is read or listed without a user', async () => {
      const id = newId();
      await server().putNote(id, { uid: 'somebody' });
      for (const path of [`notes/${id}`, `notes/${newId()}`]) {
        expect(await get(null, path)).toBe(server().refusalOfNobody);
      }
      expect(await list(null, owner('somebody'))).toBe(server().refusalOfNobody);
    });
  });
}

/** Queries through the real SDK, and the underlying order of values. */
import { status } from '@grpc/grpc-js';
import { assert, property, string } from '../../../tests/support/fast-check.ts';
import { Filter } from 'firebase-admin/firestore';
import type { Query } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import type { Value } from '../firestore/protocol.ts';
import { compareStrings, compareValues } from '../firestore/values.ts';
import { callFirestore, endpointOf, useCloud } from './testing.ts';
import type { User } from './testing.ts';

const fixture = useCloud();

const DOCUMENTS = {
  a: { n: 1, tags: ['x', 'y'], name: 'Ann', flag: true, nested: { deep: 'one' } },
  b: { n: 2.5, tags: ['y'], name: 'Bob', flag: false },
  c: { n: 3, tags: [], name: null, flag: true },
  d: { n: 'three', name: 'Ann' },
  e: { flag: true, n: 10 },
};

/** A new user with the documents above. */
async function withDocuments(): Promise<{ user: User; own: Query }> {
  const user = await fixture.newUser();
  for (const [id, fields] of Object.entries(DOCUMENTS)) {
    fixture.cloud.controls.putDoc(`${user.uid}-${id}`, { ...fields, uid: user.uid });
  }
  return { user, own: user.firestore.collection('notes').where('uid', '==', user.uid) };
}

async function ids(query: Query): Promise<string> {
  return (await query.get()).docs.map(({ id }) => id.slice(-1)).join('');
}

describe('queries', () => {
  const cases: [string, (own: Query) => Query, string][] = [
    ['no filter', (own) => own, 'abcde'],
    ['==', (own) => own.where('name', '==', 'Ann'), 'ad'],
    ['in', (own) => own.where('n', 'in', [1, 'three']), 'ad'],
    ['a filter on a nested field', (own) => own.where('nested.deep', '==', 'one'), 'a'],
    ['or', (own) => own.where(Filter.or(Filter.where('n', '==', 1), Filter.where('n', '==', 3))), 'ac'],
    [
      'and',
      (own) => own.where(Filter.and(Filter.where('flag', '==', true), Filter.where('name', '==', 'Ann'))),
      'a',
    ],
    ['an order by a field that some documents lack', (own) => own.orderBy('name'), 'cadb'],
    ['a descending order', (own) => own.orderBy('n', 'desc'), 'decba'],
    ['limit', (own) => own.orderBy('n').limit(2), 'ab'],
    ['limitToLast', (own) => own.orderBy('n').limitToLast(2), 'ed'],
  ];
  test.each(cases)('a query with %s returns the right documents', async (_name, narrow, expected) => {
    const { own } = await withDocuments();
    const found = await ids(narrow(own));
    expect(found).toBe(expected);
  });

  test('documents are read by name, and a missing one is reported as missing', async () => {
    const { user } = await withDocuments();
    const { firestore, uid } = user;
    const snapshots = await firestore.getAll(firestore.doc(`notes/${uid}-a`), firestore.doc('notes/missing'));
    expect(snapshots.map((snapshot) => snapshot.get('n') as unknown)).toEqual([1, undefined]);
  });
});

describe('requests that the app does not need', () => {
  const from = [{ collectionId: 'notes' }];
  const later = {
    fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: { integerValue: '1' } },
  };
  const cursor = { values: [{ integerValue: '1' }] };
  const cases: [string, string, object][] = [
    ['a range', 'RunQuery', { structuredQuery: { from, where: later } }],
    ['a cursor', 'RunQuery', { structuredQuery: { from, startAt: cursor } }],
    ['an offset', 'RunQuery', { structuredQuery: { from, offset: 1 } }],
    ['a projection', 'RunQuery', { structuredQuery: { from, select: { fields: [{ fieldPath: 'n' }] } } }],
    ['a collection group', 'RunQuery', { structuredQuery: { from: [{ ...from[0], allDescendants: true }] } }],
    ['a transaction', 'RunQuery', { structuredQuery: { from }, newTransaction: { readOnly: {} } }],
    ['a read of the past', 'RunQuery', { structuredQuery: { from }, readTime: { seconds: '1' } }],
    ['a part of a document', 'BatchGetDocuments', { mask: { fieldPaths: ['n'] } }],
    ['an aggregate', 'RunAggregationQuery', {}],
  ];
  test.each(cases)('a request for %s is refused as not implemented', async (_name, rpc, request) => {
    const { idToken } = await fixture.newUser();
    const { cloud } = fixture;
    const database = `projects/${cloud.config.firebase.projectId}/databases/(default)`;
    const place = rpc === 'BatchGetDocuments' ? { database } : { parent: `${database}/documents` };
    const code = await callFirestore(endpointOf(cloud), idToken, rpc, { ...place, ...request });
    expect(code).toBe(status.UNIMPLEMENTED);
  });
});

describe('the order of values', () => {
  const ordered: Value[] = [
    { nullValue: 'NULL_VALUE' },
    { booleanValue: false },
    { booleanValue: true },
    { doubleValue: Number.NaN },
    { doubleValue: Number.NEGATIVE_INFINITY },
    { integerValue: '-9007199254740993' },
    { integerValue: '-9007199254740992' },
    { doubleValue: -0.5 },
    { integerValue: '0' },
    { doubleValue: 0.5 },
    { timestampValue: { seconds: '5' } },
    { timestampValue: { seconds: '5', nanos: 1 } },
    { stringValue: '' },
    { stringValue: 'a' },
    { stringValue: 'ab' },
    { stringValue: '\uFFFD' },
    { stringValue: '😀' },
    { bytesValue: Buffer.from([]) },
    { bytesValue: Buffer.from([1]) },
    { referenceValue: 'projects/p/databases/d/documents/c/a' },
    { referenceValue: 'projects/p/databases/d/documents/c/a/b/c' },
    { geoPointValue: { latitude: 1 } },
    { geoPointValue: { latitude: 1, longitude: 1 } },
    { arrayValue: {} },
    { arrayValue: { values: [{ integerValue: '1' }] } },
    { mapValue: {} },
    { mapValue: { fields: { a: { integerValue: '1' } } } },
    { mapValue: { fields: { a: { integerValue: '2' } } } },
    { mapValue: { fields: { b: { integerValue: '0' } } } },
  ];

  test('values are ordered as in Firestore’s documentation', () => {
    for (const [x, a] of ordered.entries()) {
      for (const [y, b] of ordered.entries()) expect(Math.sign(compareValues(a, b))).toBe(Math.sign(x - y));
    }
  });

  test('any two texts are ordered like their UTF-8 bytes', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

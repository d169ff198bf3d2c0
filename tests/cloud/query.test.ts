/** Queries by the real SDK, and the order of values that they rest on. */
import { assert, property, string } from 'fast-check';
import { AggregateField, Filter } from 'firebase-admin/firestore';
import type { Query } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import type { Value } from './firestore/protocol.ts';
import { compareStrings, compareValues } from './firestore/values.ts';
import { useCloud } from './testing.ts';
import type { User } from './testing.ts';

const fixture = useCloud();

const DOCUMENTS = {
  a: { n: 1, tags: ['x', 'y'], name: 'Ann', flag: true, nested: { deep: 'one' } },
  b: { n: 2.5, tags: ['y'], name: 'Bob', flag: false },
  c: { n: 3, tags: [], name: null, flag: true },
  d: { n: 'three', name: 'Ann' },
  e: { flag: true, n: 10 },
};

/** A user whose documents are those above. */
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
    ['everything is ordered by name', (own) => own, 'abcde'],
    ['==', (own) => own.where('name', '==', 'Ann'), 'ad'],
    ['== null', (own) => own.where('name', '==', null), 'c'],
    ['!=', (own) => own.where('name', '!=', 'Ann'), 'b'],
    ['< compares within one kind', (own) => own.where('n', '<', 3), 'ab'],
    ['<=', (own) => own.where('n', '<=', 3), 'abc'],
    ['>', (own) => own.where('n', '>', 2.5), 'ce'],
    ['>= on text', (own) => own.where('n', '>=', 'a'), 'd'],
    ['in', (own) => own.where('n', 'in', [1, 'three']), 'ad'],
    ['not-in', (own) => own.where('name', 'not-in', ['Ann']), 'b'],
    ['array-contains', (own) => own.where('tags', 'array-contains', 'y'), 'ab'],
    ['array-contains-any', (own) => own.where('tags', 'array-contains-any', ['x', 'z']), 'a'],
    ['a nested field', (own) => own.where('nested.deep', '==', 'one'), 'a'],
    ['or', (own) => own.where(Filter.or(Filter.where('n', '==', 1), Filter.where('n', '==', 3))), 'ac'],
    [
      'and',
      (own) => own.where(Filter.and(Filter.where('flag', '==', true), Filter.where('n', '>', 1))),
      'ce',
    ],
    ['an order leaves out what lacks the field', (own) => own.orderBy('name'), 'cadb'],
    ['descending', (own) => own.orderBy('n', 'desc'), 'decba'],
    ['limit and offset', (own) => own.orderBy('n').offset(1).limit(2), 'bc'],
    ['limitToLast', (own) => own.orderBy('n').limitToLast(2), 'ed'],
    ['startAt and endBefore', (own) => own.orderBy('n').startAt(2.5).endBefore(10), 'bc'],
    ['startAfter and endAt', (own) => own.orderBy('n').startAfter(2.5).endAt(10), 'ce'],
  ];
  test.each(cases)('%s', async (_name, narrow, expected) => {
    const { own } = await withDocuments();
    const found = await ids(narrow(own));
    expect(found).toBe(expected);
  });

  test('a cursor can be a document', async () => {
    const { own } = await withDocuments();
    const query = own.orderBy('n');
    const [first] = (await query.limit(1).get()).docs;
    expect(await ids(first === undefined ? query : query.startAfter(first))).toBe('bced');
  });

  test('a projection gives only its fields', async () => {
    const { own } = await withDocuments();
    const [first] = (await own.select('n', 'nested.deep').get()).docs;
    expect(first?.data()).toEqual({ n: 1, nested: { deep: 'one' } });
  });

  test('count, sum and average', async () => {
    const { own } = await withDocuments();
    const aggregates = {
      count: AggregateField.count(),
      sum: AggregateField.sum('n'),
      mean: AggregateField.average('n'),
    };
    const { count, sum, mean } = (await own.aggregate(aggregates).get()).data();
    expect({ count, sum, mean }).toEqual({ count: 5, sum: 16.5, mean: 4.125 });
  });

  test('documents are read by name, with those that are missing', async () => {
    const { user } = await withDocuments();
    const { firestore, uid } = user;
    const snapshots = await firestore.getAll(
      firestore.doc(`notes/${uid}-a`),
      firestore.doc('notes/missing'),
      { fieldMask: ['n'] },
    );
    expect(snapshots.map((snapshot) => snapshot.data())).toEqual([{ n: 1 }, undefined]);
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

  test('is that of the documentation', () => {
    for (const [x, a] of ordered.entries()) {
      for (const [y, b] of ordered.entries()) expect(Math.sign(compareValues(a, b))).toBe(Math.sign(x - y));
    }
  });

  test('of texts is that of their UTF-8', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

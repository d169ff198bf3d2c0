/** The rules of `firebase/firestore.rules` as the local cloud enforces them, case by case, through the real SDK. */
import { readFileSync } from 'node:fs';
import { status } from '@grpc/grpc-js';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { DocumentData } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { MAX_TEXT, MAX_TITLE } from './firestore/rules.ts';
import { codeOf, newNote, rawCall, useCloud } from './testing.ts';

const fixture = useCloud();
const allowed = expect.objectContaining({ writeTime: expect.any(Timestamp) });
const refused = status.PERMISSION_DENIED;

describe('create', () => {
  const cases: [string, DocumentData, unknown][] = [
    ['a whole note', {}, allowed],
    ['fields of the client itself', { colour: 'red', nested: { list: [1, 'a', null] } }, allowed],
    ['no title', { title: FieldValue.delete() }, allowed],
    ['an empty title and text', { title: '', text: '' }, allowed],
    ['a title of another type', { title: 5 }, refused],
    ['a null title', { title: null }, refused],
    ['a text of another type', { text: ['a'] }, refused],
    ['a flag of another type', { isArchived: 'no' }, refused],
    ['a null flag', { isDeleted: null }, refused],
    ['the longest title', { title: 'é'.repeat(MAX_TITLE) }, allowed],
    ['too long a title', { title: 'x'.repeat(MAX_TITLE + 1) }, refused],
    ['too long a text', { text: 'x'.repeat(MAX_TEXT + 1) }, refused],
    ['somebody else as its owner', { uid: 'somebody' }, refused],
    ['no owner', { uid: FieldValue.delete() }, refused],
    ["the client's own time", { createdAt: Timestamp.now() }, refused],
    ['no time', { createdAt: FieldValue.delete() }, refused],
  ];
  test.each(cases)('%s', async (name, fields, expected) => {
    const { uid, firestore } = await fixture.newUser();
    const note = newNote(uid, fields);
    const content = Object.fromEntries(
      Object.entries(note).filter(([, value]) => !FieldValue.delete().isEqual(value as FieldValue)),
    );
    const id = name.replaceAll(/\W/g, '-');
    expect(await codeOf(firestore.doc(`notes/create-${id}`).set(content))).toEqual(expected);
  });
});

describe('update', () => {
  const cases: [string, DocumentData, unknown][] = [
    ['title and text', { title: 'New', text: 'New' }, allowed],
    ['a flag', { isArchived: true }, allowed],
    ['a field of the client itself', { colour: 'red' }, allowed],
    ['a title of another type', { title: 5 }, refused],
    ['a flag of another type', { isDeleted: 1 }, refused],
    ['another owner', { uid: 'somebody' }, refused],
    ['no owner', { uid: FieldValue.delete() }, refused],
    ['another time', { createdAt: Timestamp.fromMillis(0) }, refused],
    ["the server's time again", { createdAt: FieldValue.serverTimestamp() }, refused],
    ['no time', { createdAt: FieldValue.delete() }, refused],
  ];
  test.each(cases)('%s', async (name, fields, expected) => {
    const { uid, firestore } = await fixture.newUser();
    const note = firestore.doc(`notes/update-${name.replaceAll(/\W/g, '-')}`);
    fixture.cloud.controls.putDoc(note.id, { uid, title: 'A', text: 'B', createdAt: '2026-01-01T00:00:00Z' });
    expect(await codeOf(note.update(fields))).toEqual(expected);
  });

  test('a note in an odd shape can be archived, and its odd fields mended only', async () => {
    const { uid, firestore } = await fixture.newUser();
    const note = firestore.doc('notes/odd');
    fixture.cloud.controls.putDoc('odd', { uid, title: 5, text: null, createdAt: 'yesterday' });
    expect(await codeOf(note.update({ isArchived: true }))).toEqual(allowed);
    expect(await codeOf(note.update({ title: 6 }))).toBe(refused);
    expect(await codeOf(note.update({ title: 'Mended' }))).toEqual(allowed);
  });
});

test("another user's note can be neither read, changed, overwritten nor deleted", async () => {
  const ada = await fixture.newUser();
  const ben = await fixture.newUser();
  await ada.firestore.doc('notes/adas').create(newNote(ada.uid));
  const note = ben.firestore.doc('notes/adas');
  expect(await codeOf(note.update({ title: 'Mine' }))).toBe(refused);
  expect(await codeOf(note.set(newNote(ben.uid)))).toBe(refused);
  expect(await codeOf(note.create(newNote(ben.uid)))).toBe(refused);
  expect(await codeOf(note.delete())).toBe(refused);
  const database = `projects/${fixture.cloud.config.firebase.projectId}/databases/(default)`;
  const read = { database, documents: [`${database}/documents/notes/adas`] };
  expect(await rawCall(fixture.cloud, ben.idToken, 'BatchGetDocuments', read)).toBe(refused);
  expect(await rawCall(fixture.cloud, ada.idToken, 'BatchGetDocuments', read)).toBe(status.OK);
});

test('other collections are closed', async () => {
  const { uid, firestore } = await fixture.newUser();
  expect(await codeOf(firestore.doc('other/a').create(newNote(uid)))).toBe(refused);
  expect(await codeOf(firestore.doc('notes/a/parts/b').create(newNote(uid)))).toBe(refused);
});

test('a list that is not bound to its owner is refused', async () => {
  const { uid, idToken } = await fixture.newUser();
  const parent = `projects/${fixture.cloud.config.firebase.projectId}/databases/(default)/documents`;
  const bound = { fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value: { stringValue: uid } } };
  const free = {
    fieldFilter: { field: { fieldPath: 'isArchived' }, op: 'EQUAL', value: { booleanValue: true } },
  };
  const run = async (where: object | undefined) => {
    const structuredQuery = { from: [{ collectionId: 'notes' }], where };
    return rawCall(fixture.cloud, idToken, 'RunQuery', { parent, structuredQuery });
  };
  expect(await run(bound)).toBe(status.OK);
  expect(await run({ compositeFilter: { op: 'AND', filters: [free, bound] } })).toBe(status.OK);
  expect(await run({ compositeFilter: { op: 'OR', filters: [free, bound] } })).toBe(refused);
  expect(await run(free)).toBe(refused);
  expect(await run(undefined)).toBe(refused);
});

test('the limits are those of firestore.rules', () => {
  const rules = readFileSync(new URL('../../firebase/firestore.rules', import.meta.url), 'utf8');
  expect(rules).toContain(`data.title.size() <= ${MAX_TITLE}`);
  expect(rules).toContain(`data.text.size() <= ${MAX_TEXT}`);
});

/** The language of security rules, as far as the local cloud supports it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCloud } from '../cloud.ts';
import type { Fields, Filter, Value } from '../firestore/protocol.ts';
import { RulesError } from '../rules/rules-error.ts';
import { Rules } from '../rules/rules.ts';

const ADA = { uid: 'ada', signInProvider: 'google.com' };
const NOW: Value = { timestampValue: { seconds: '7' } };

const text = (stringValue: string): Value => ({ stringValue });

/** Rules for notes, whose first line is the third line of the whole. */
function rulesOf(...lines: readonly string[]): Rules {
  return new Rules(
    [
      `rules_version = '2'; service cloud.firestore {`,
      'match /databases/{database}/documents { match /notes/{note} {',
      ...lines,
      '} } }',
    ].join('\n'),
  );
}

function readsIf(condition: string, fields: Fields | null = {}): boolean {
  return rulesOf(`allow get: if ${condition};`).allowsGet(ADA, 'notes/a', fields);
}

describe('rules that cannot be read', () => {
  test.each([
    ['an unknown operator', ['allow get: if 1 < 2;'], 'line 3: "<" cannot be read here'],
    [
      'an unknown sign after a comment',
      ['// why', '  // why', 'allow get: if #;'],
      'line 5: "#;" cannot be read here',
    ],
    ['a string that does not end', ["allow get: if 'a;"], `line 3: "'a;" cannot be read here`],
    [
      'an unknown method of requests',
      ['allow get, read: if 1 == 1;'],
      'line 3: there is "read" in the place of get, list',
    ],
    ['no condition', ['allow get;'], 'line 3: there is ";" in the place of ":"'],
    ['a wildcard of many segments', ['match /{all=**} {}'], 'line 3: "**}" cannot be read here'],
    ['an unknown name', ['allow get: if other.data;'], 'line 3: "other" is not known'],
    ['an unknown function', ['allow get: if exists(note);'], 'line 3: the function exists is not known'],
    ['an unknown method', ['allow get: if note.upper();'], 'line 3: the method upper is not built'],
    ['an unknown type', ['allow get: if note is number;'], 'line 3: the type number is not built'],
    [
      'too few arguments',
      ['function f(a) { return a; }', 'allow get: if f();'],
      'line 4: f takes 1 arguments, not 0',
    ],
    ['too many arguments', ['allow get: if note.size(1) == 1;'], 'line 3: size takes 0 arguments, not 1'],
    [
      'an unknown name in a function that is never called',
      ['function f() { return other; }'],
      'line 3: "other" is not known',
    ],
    ['a function that calls itself', ['function f() { return f(); }'], 'line 3: f calls itself'],
    [
      'a name that is declared twice',
      ['function f(note) { return note; }'],
      'line 3: "note" is declared twice',
    ],
    [
      'a constant before its declaration',
      ['function f() { let a = b; let b = 1; return a; }'],
      'line 3: "b" is not known',
    ],
    ['a text after its end', ['} } } match'], 'line 3: there is "match" in the place of the end'],
  ])('a rule with %s is refused with its line', (_name, lines, message) => {
    expect(() => rulesOf(...lines)).toThrow(RulesError);
    expect(() => rulesOf(...lines)).toThrow(message);
  });

  test('the local cloud does not start with a rule that cannot be read', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'inkling-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const rulesFile = path.join(folder, 'firestore.rules');
    writeFileSync(rulesFile, "rules_version = '1';");
    await expect(startCloud({ rulesFile })).rejects.toThrow('line 1: there is "1" in the place of "2"');
  });
});

describe('an expression', () => {
  test.each([
    ["note == 'a' && database == '(default)'", true],
    ["note != 'a'", false],
    ["note == 'b' || !(note == 'b') && 2 <= 2", true],
    ['3 <= 2', false],
    ["note in ['b', 'a'] && !('c' in ['b', 'a'])", true],
    ["'title' in resource.data && !('text' in resource.data)", true],
    ['resource.data.title is string && !(resource.data.title is bool)', true],
    ["'😀é'.size() == 3", true],
    ['resource != null && request.auth != null && resource.data.none == null', false],
    ['resource.data.nothing == null', true],
    ['resource.data.title.none == 1', false],
    ["note <= 'b' && !('b' <= note)", true],
    ['note <= 1', false],
    ['note', false],
    ["resource.data.title == 'T' || resource.data.none == 1", true],
    ["resource.data.none == 1 || resource.data.title == 'T'", true],
    ["!(resource.data.none == 1 && resource.data.title == 'U')", true],
    ["resource.data.none == 1 || resource.data.title == 'U'", false],
    ["resource.data.none == 1 && resource.data.title == 'T'", false],
  ])('the condition %s is %s', (condition, outcome) => {
    expect(readsIf(condition, { title: text('T'), nothing: { nullValue: 'NULL_VALUE' } })).toBe(outcome);
  });

  test('a name that every JavaScript object has is not a field of a document', () => {
    expect(readsIf("'constructor' in resource.data")).toBe(false);
    expect(readsIf('resource.data.constructor == null')).toBe(false);
  });

  test('the difference of two maps names the added, removed and changed fields', () => {
    const changed = (field: string): boolean =>
      rulesOf(
        `allow update: if request.resource.data.diff(resource.data).affectedKeys().hasAny(['${field}']);`,
      ).allowsWrite(ADA, {
        path: 'notes/a',
        before: { same: text('a'), removed: text('b'), changed: text('c') },
        after: { same: text('a'), added: text('b'), changed: text('d') },
        time: NOW,
      });
    expect(['same', 'removed', 'added', 'changed', 'none'].filter(changed)).toEqual([
      'removed',
      'added',
      'changed',
    ]);
  });
});

describe('a request', () => {
  const rules = rulesOf(
    'allow create: if resource == null && request.time == request.resource.data.at;',
    'allow update: if resource.data.at == null && request.resource != null;',
    'allow delete: if request.resource == null;',
  );
  const write = (before: Fields | null, after: Fields | null): boolean =>
    rules.allowsWrite(ADA, { path: 'notes/a', before, after, time: NOW });

  test('a write is a create, an update or a delete according to the document before and after it', () => {
    expect(write(null, { at: NOW })).toBe(true);
    expect(write(null, { at: text('7') })).toBe(false);
    expect(write({ at: { nullValue: 'NULL_VALUE' } }, {})).toBe(true);
    expect(write({ at: NOW }, {})).toBe(false);
    expect(write({ at: NOW }, null)).toBe(true);
  });

  test('a request is allowed by any rule for its path and its method, and by no other', () => {
    const several = rulesOf(
      'allow get: if 1 == 2;',
      'allow list, get: if 1 == 1;',
      'match /parts/{part} { allow delete: if part == note; }',
    );
    expect(several.allowsGet(ADA, 'notes/a', null)).toBe(true);
    expect(several.allowsGet(ADA, 'other/a', null)).toBe(false);
    expect(several.allowsGet(ADA, 'notes/a/parts/a', null)).toBe(false);
    const remove = (place: string): boolean =>
      several.allowsWrite(ADA, { path: place, before: {}, after: null, time: NOW });
    expect(['notes/a', 'notes/a/parts/a', 'notes/a/parts/b'].filter(remove)).toEqual(['notes/a/parts/a']);
  });
});

describe('a list is allowed if its rule holds for every document that the query can return', () => {
  const owner = (uid: string): Filter => ({
    fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value: text(uid) },
  });
  const owners = (...uids: string[]): Filter => ({
    fieldFilter: {
      field: { fieldPath: 'uid' },
      op: 'IN',
      value: { arrayValue: { values: uids.map((uid) => text(uid)) } },
    },
  });
  const composite = (op: 'AND' | 'OR', ...filters: Filter[]): Filter => ({
    compositeFilter: { op, filters },
  });
  const lists = (condition: string, where?: Filter): boolean =>
    rulesOf(`allow list: if ${condition};`).allowsList(ADA, 'notes', where);
  const ownDocument = 'resource.data.uid == request.auth.uid';

  test.each([
    [ownDocument, owner('ada'), true],
    [ownDocument, owner('ben'), false],
    [ownDocument, owners('ada'), true],
    [ownDocument, owners('ada', 'ben'), false],
    [ownDocument, composite('OR', owner('ada'), owner('ben')), false],
    [ownDocument, composite('AND', owner('ada'), owners('ben', 'ada')), true],
    [ownDocument, undefined, false],
    [`!(${ownDocument})`, undefined, false],
    [`!(${ownDocument})`, owner('ben'), true],
    ["'uid' in resource.data", owner('ben'), true],
    ["'title' in resource.data", owner('ben'), false],
    ['resource.data.constructor != null', owner('ada'), false],
    ['resource.data.title is string', owner('ada'), false],
    ["note == 'a'", owner('ada'), false],
    [`resource.data.title.size() <= 5 || ${ownDocument}`, owner('ada'), true],
    [`resource.data.title.size() <= 5 && ${ownDocument}`, owner('ada'), false],
    [`resource.data.title != 'a' && ${ownDocument}`, owner('ben'), false],
    [`resource.data.uid in ['ada', resource.data.title]`, owner('ada'), false],
    ['resource != null', undefined, true],
  ])('the rule %s allows a list with the filter %j: %s', (condition, where, outcome) => {
    expect(lists(condition, where)).toBe(outcome);
  });
});

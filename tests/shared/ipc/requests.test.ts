import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { hasCode } from '#shared/base/error.ts';
import type { FieldValue } from '#shared/note/extra-fields.ts';
import { isPlainData } from '#shared/ipc/plain-data.ts';
import {
  isForAccount,
  isRequestChannel,
  namesAccount,
  parseArguments,
  type RequestChannel,
  REQUESTS,
} from '#shared/ipc/requests.ts';
import { describeError } from '#shared/base/error-report.ts';

/** @throws any error of the parser except a refusal of the arguments */
function accepts(channel: RequestChannel, args: unknown[]): boolean {
  try {
    parseArguments(channel, args);
    return true;
  } catch (error) {
    if (hasCode(error, 'invalid-argument')) return false;
    throw error;
  }
}

const content = { title: 'a', text: 'b' };
/** A value from another client in place of a mark. */
const odd = { unknown: { mapValue: { a: { arrayValue: [{ nullValue: null }] } } } };
/** The same fields on another object, as in a clone. */
const as = (other: object, fields: object): object => Object.assign(other, fields);
/** Lists within lists, `levels` deep, each with `times` of the next list. */
function nested(levels: number, times: number): FieldValue {
  let value: FieldValue = { nullValue: null };
  for (let level = 0; level < levels; level += 1)
    value = { arrayValue: Array.from({ length: times }, () => value) };
  return value;
}
const cycle: { arrayValue: unknown[] } = { arrayValue: [] };
cycle.arrayValue.push(cycle);
/** A change of this many notes. */
const many = (count: number, name: string) => ({
  ids: Array.from({ length: count }, (_, at) => `${name}${at}`),
  to: { isPinned: true },
});
class Patch {
  readonly theme = 'dark';
}
const view = { list: 'active', query: '', labels: [], offset: 0, limit: 50 };

test('[S14.1] [C44] every request that an account writes names it first', () => {
  const channels = Object.keys(REQUESTS).filter(isRequestChannel).filter(isForAccount);
  const writes = channels.filter((channel) => REQUESTS[channel].to === 'account write');
  expect(writes.length).toBeGreaterThan(0);
  expect(writes.filter((channel) => !namesAccount(channel))).toEqual([]);
});

describe('requests with the contract’s shape are accepted', () => {
  test.each<[RequestChannel, unknown[]]>([
    ['app:info', []],
    ['app:report-error', [{ id: 'page-error', page: 'index.html' }, describeError(new Error('a'))]],
    ['app:report-error', [{ id: 'errors-left-out', count: 3 }, null]],
    ['notes:add', ['ada', content, null]],
    ['notes:add', ['ada', content, 'quick']],
    [
      'notes:add',
      ['ada', { ...content, marks: { isPinned: true, color: 'RED', addLabels: ['Work'] } }, 'new'],
    ],
    ['notes:change', ['ada', [{ ids: ['abc'], to: { color: 'a name that another client gave' } }]]],
    ['notes:change', ['ada', [{ ids: ['abc'], to: { isPinned: odd, color: odd, labels: odd } }]]],
    ['notes:edit', ['ada', 'abc', content, content]],
    ['drafts:keep', ['ada', { place: 'new', content }]],
    ['drafts:keep', ['ada', { place: 'new', content, marks: { color: 'RED' } }]],
    ['drafts:keep', ['ada', { place: 'edit', id: 'abc', content, base: content }]],
    ['drafts:drop', ['ada', { place: 'edit', id: 'abc' }]],
    ['drafts:discard', ['ada', { place: 'new', content }, null]],
    ['drafts:discard', ['ada', { place: 'quick', content }, { place: 'quick', content }]],
    ['notes:change', ['ada', [{ ids: ['abc'], to: { isArchived: false, isDeleted: true } }]]],
    ['notes:change', ['ada', [{ ids: ['abc'], from: { isArchived: true }, to: { isArchived: false } }]]],
    [
      'notes:change',
      ['ada', [{ ids: ['abc'], from: { words: content }, to: { words: content, conflictOf: '' } }]],
    ],
    ['notes:delete-forever', ['ada', Array.from({ length: 1000 }, (_, at) => `note${at}`)]],
    ['notes:ids', [{ list: 'active', query: '', labels: [], below: null, limit: 1000 }]],
    ['notes:ids', [{ list: 'active', query: '', labels: [], below: { section: 3, key: -5 }, limit: 1 }]],
    ['notes:ids', [{ list: 'active', query: '', labels: [], below: { section: 0, key: null }, limit: 1 }]],
    ['notes:view', [view]],
    ['settings:change', [{}]],
    // A document of the cloud has 20 levels.
    ['notes:change', ['ada', [{ ids: ['abc'], to: { color: { unknown: nested(20, 1) } } }]]],
    // Far more labels than a document of 1 MiB can have with names of twenty letters.
    ['notes:change', ['ada', [{ ids: ['abc'], to: { labels: { unknown: nested(1, 49_000) } } }]]],
  ])('the request %s with the arguments %j is accepted', (channel, args) =>
    expect(accepts(channel, args)).toBe(true),
  );
});

describe('anything else is refused', () => {
  test.each<[RequestChannel, unknown[]]>([
    ['app:info', [1]],
    ['app:report-error', ['page-error', null]],
    ['app:report-error', [{ id: 'signed-in' }, null]],
    ['app:report-error', [{ id: 'page-error', page: 'x'.repeat(501) }, null]],
    ['app:report-error', [{ id: 'page-error', page: 'index.html' }, new Error('a')]],
    ['notes:add', []],
    ['notes:add', [content, null]],
    ['notes:add', ['', content, null]],
    ['notes:add', ['a'.repeat(129), content, null]],
    ['notes:add', ['ada', content, 'edit']],
    ['notes:edit', ['ada', 'abc', content]],
    ['drafts:keep', ['ada', { place: 'edit', id: 'abc', content }]],
    ['drafts:keep', ['ada', { place: 'new', id: 'abc', content }]],
    ['drafts:keep', ['ada', { place: 'new', content, marks: { color: 7 } }]],
    ['drafts:keep', ['ada', { place: 'edit', id: 'abc', content, base: content, marks: {} }]],
    ['drafts:drop', ['ada', { place: 'edit' }]],
    ['drafts:discard', ['ada', { place: 'new', content }]],
    ['drafts:discard', ['ada', { place: 'edit', id: 'abc', content }, null]],
    ['removed:page', [0, 0]],
    ['notes:add', ['ada', { title: 'a' }, null]],
    ['notes:add', ['ada', { ...content, uid: 'somebody else' }, null]],
    ['notes:add', ['ada', { title: 1, text: '' }, null]],
    ['notes:add', ['ada', { ...content, marks: { isArchived: true } }, null]],
    ['notes:add', ['ada', { ...content, marks: undefined }, null]],
    ['notes:change', ['ada', [{ ids: ['abc'], to: { color: { unknown: { integerValue: 'seven' } } } }]]],
    ['notes:change', ['ada', [{ ids: ['abc'], to: { color: { unknown: 7 } } }]]],
    ['notes:change', ['ada', [{ ids: ['abc'], to: { labels: ['Work'] } }]]],
    ['notes:get', ['a/b']],
    ['notes:get', [{ toString: 'abc' }]],
    ['notes:change', ['ada', [{ ids: ['abc'], to: 'trash' }]]],
    ['notes:change', ['ada', [{ ids: 'abc', to: { isDeleted: true } }]]],
    ['notes:change', ['ada', []]],
    ['notes:change', ['ada', [{ ids: ['abc'], from: {} }]]],
    ['notes:change', ['ada', [{ ids: ['abc'], from: undefined, to: {} }]]],
    ['notes:change', ['ada', [{ ids: ['abc'], from: {}, to: { title: 'a' } }]]],
    ['notes:change', ['ada', [{ ids: ['abc'], from: {}, to: { conflictOf: 'a/b' } }]]],
    ['notes:change', ['ada', [many(600, 'a'), many(600, 'b')]]],
    ['notes:change', ['ada', [{ ids: [], to: { isDeleted: true } }]]],
    ['notes:change', ['ada', [{ ids: ['abc', 'a/b'], to: { isDeleted: true } }]]],
    ['notes:delete-forever', ['ada', Array.from({ length: 1001 }, (_, at) => `note${at}`)]],
    ['notes:ids', [{ list: 'active', query: '', labels: [], below: null, limit: 1001 }]],
    ['notes:ids', [{ list: 'active', query: '', labels: [], below: { section: 0, key: 0.5 }, limit: 10 }]],
    ['notes:view', [{ ...view, list: 'all' }]],
    ['notes:view', [{ ...view, limit: 0 }]],
    ['notes:view', [{ ...view, limit: 100_000 }]],
    ['notes:view', [{ ...view, offset: -1 }]],
    ['notes:view', [{ ...view, offset: 1.5 }]],
    ['notes:view', [{ ...view, query: 'x'.repeat(100_001) }]],
    ['notes:view', [{ ...view, labels: ['x'.repeat(101)] }]],
    ['notes:view', [{ ...view, labels: [1] }]],
    ['notes:view', [{ list: 'active', query: '', offset: 0, limit: 50 }]],
  ])('[C21] the request %s with the arguments %j is refused', (channel, args) =>
    expect(accepts(channel, args)).toBe(false),
  );

  test.each<[string, RequestChannel, unknown[]]>([
    ['a list as a patch of settings', 'settings:change', [[]]],
    ['a Date as a patch of settings', 'settings:change', [new Date(0)]],
    ['a Map as a patch of settings', 'settings:change', [new Map([['theme', 'dark']])]],
    ['a Set as a patch of settings', 'settings:change', [new Set()]],
    ['an Error as a patch of settings', 'settings:change', [new Error('a')]],
    ['a pattern as a patch of settings', 'settings:change', [/a/]],
    ['bytes as a patch of settings', 'settings:change', [new ArrayBuffer(8)]],
    ['an instance of a class as a patch of settings', 'settings:change', [new Patch()]],
    ['a list with the fields of a note', 'notes:add', ['ada', as([], content), null]],
    ['a Date with the fields of a note', 'notes:add', ['ada', as(new Date(0), content), null]],
    ['marks that are a list', 'notes:change', ['ada', [{ ids: ['abc'], to: [] }]]],
    [
      'languages with a further property',
      'settings:change',
      [{ spellCheckLanguages: as(['de'], { at: 1 }) }],
    ],
    ['a text in an object', 'notes:get', [Object('abc')]],
    // Parsing these once took time in proportion to the numbers.
    ['four billion ids that are not there', 'notes:change', ['ada', [{ ids: Array(2 ** 32 - 1), to: {} }]]],
    ['a value within itself', 'notes:change', ['ada', [{ ids: ['abc'], to: { color: { unknown: cycle } } }]]],
    [
      'a value of 2 to the power of 60 parts',
      'notes:change',
      ['ada', [{ ids: ['abc'], to: { color: { unknown: nested(60, 2) } } }]],
    ],
    [
      'a value of a hundred levels',
      'notes:change',
      ['ada', [{ ids: ['abc'], to: { color: { unknown: nested(100, 1) } } }]],
    ],
  ])('[C67] %s is refused', (_what, channel, args) => expect(accepts(channel, args)).toBe(false));

  test('[C67] a list with a hole is not plain data, even if another property makes up the number', () => {
    const gap: unknown[] = ['a', 'b', 'c'];
    Reflect.deleteProperty(gap, 1);
    expect(isPlainData(gap)).toBe(false);
    expect(isPlainData(as(gap, { at: 1 }))).toBe(false);
    const openEnd = ['a'];
    openEnd.length = 2;
    expect(isPlainData(openEnd)).toBe(false);
    expect(isPlainData(['a', 'b', 'c'])).toBe(true);
  });

  test('a list of 49,000 wrong values blocks the main process for less than two seconds', async () => {
    const wrong = { arrayValue: Array.from({ length: 49_000 }, (_, at) => ({ stringValue: at })) };
    const check = (): void =>
      expect(accepts('notes:change', ['ada', [{ ids: ['abc'], to: { labels: { unknown: wrong } } }]])).toBe(
        false,
      );
    expect(await cpuTimeOf(check)).toBeLessThan(2000);
  });

  test('[C68] no message makes the parser throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(REQUESTS).filter(isRequestChannel)),
        fc.array(fc.anything()),
        (channel, args) => {
          expect(() => accepts(channel, args)).not.toThrow();
        },
      ),
    );
  });
});

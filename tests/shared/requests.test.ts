import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { MAX_REPORT } from '#shared/error-report.ts';
import {
  argumentsOf,
  isForAccount,
  isRequestChannel,
  namesAccount,
  type RequestChannel,
  REQUESTS,
} from '#shared/ipc/requests.ts';

const accepts = (channel: RequestChannel, args: unknown[]): boolean => v.is(argumentsOf(channel), args);

const content = { title: 'a', text: 'b' };
/** What another client put in the place of a mark. */
const odd = { unknown: { mapValue: { a: { arrayValue: [{ nullValue: null }] } } } };
const view = { list: 'active', query: '', offset: 0, limit: 50 };

test('[S14.1] every request that an account writes names it first', () => {
  const channels = Object.keys(REQUESTS).filter(isRequestChannel).filter(isForAccount);
  const writes = channels.filter((channel) => REQUESTS[channel].to === 'account write');
  expect(writes.length).toBeGreaterThan(0);
  expect(writes.filter((channel) => !namesAccount(channel))).toEqual([]);
});

describe('requests with the contract’s shape are taken', () => {
  test.each<[RequestChannel, unknown[]]>([
    ['app:info', []],
    ['app:report-error', ['x'.repeat(MAX_REPORT)]],
    ['notes:add', ['ada', content, null]],
    ['notes:add', ['ada', content, 'quick']],
    [
      'notes:add',
      ['ada', { ...content, marks: { isPinned: true, color: 'RED', addLabels: ['Work'] } }, 'new'],
    ],
    ['notes:mark', ['ada', ['abc'], { color: 'a name that another client gave' }]],
    ['notes:mark', ['ada', ['abc'], { isPinned: odd, color: odd, labels: odd }]],
    ['notes:edit', ['ada', 'abc', content, content]],
    ['drafts:keep', ['ada', { place: 'new', content }]],
    ['drafts:keep', ['ada', { place: 'new', content, marks: { color: 'RED' } }]],
    ['drafts:keep', ['ada', { place: 'edit', id: 'abc', content, base: content }]],
    ['drafts:drop', ['ada', { place: 'edit', id: 'abc' }]],
    ['notes:move', ['ada', ['abc'], 'trash']],
    ['notes:delete-forever', ['ada', Array.from({ length: 1000 }, (_, at) => `note${at}`)]],
    ['notes:ids', [{ list: 'active', query: '', below: null, limit: 1000 }]],
    ['notes:ids', [{ list: 'active', query: '', below: { section: 3, key: -5 }, limit: 1 }]],
    ['notes:ids', [{ list: 'active', query: '', below: { section: 0, key: null }, limit: 1 }]],
    ['notes:view', [view]],
  ])('the request %s with the arguments %j is accepted', (channel, args) =>
    expect(accepts(channel, args)).toBe(true),
  );
});

describe('anything else is refused', () => {
  test.each<[RequestChannel, unknown[]]>([
    ['app:info', [1]],
    ['app:report-error', ['x'.repeat(MAX_REPORT + 1)]],
    ['app:report-error', [new Error('a')]],
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
    ['removed:page', [0, 0]],
    ['notes:add', ['ada', { title: 'a' }, null]],
    ['notes:add', ['ada', { ...content, uid: 'somebody else' }, null]],
    ['notes:add', ['ada', { title: 1, text: '' }, null]],
    ['notes:add', ['ada', { ...content, marks: { isArchived: true } }, null]],
    ['notes:add', ['ada', { ...content, marks: undefined }, null]],
    ['notes:mark', ['ada', ['abc'], { color: { unknown: { integerValue: 'seven' } } }]],
    ['notes:mark', ['ada', ['abc'], { color: { unknown: 7 } }]],
    ['notes:mark', ['ada', ['abc'], { labels: ['Work'] }]],
    ['notes:get', ['a/b']],
    ['notes:get', [{ toString: 'abc' }]],
    ['notes:move', ['ada', ['abc'], 'toString']],
    ['notes:move', ['ada', ['abc'], '__proto__']],
    ['notes:move', ['ada', 'abc', 'trash']],
    ['notes:move', ['ada', [], 'trash']],
    ['notes:move', ['ada', ['abc', 'a/b'], 'trash']],
    ['notes:delete-forever', ['ada', Array.from({ length: 1001 }, (_, at) => `note${at}`)]],
    ['notes:ids', [{ list: 'active', query: '', below: null, limit: 1001 }]],
    ['notes:ids', [{ list: 'active', query: '', below: { section: 0, key: 0.5 }, limit: 10 }]],
    ['notes:view', [{ ...view, list: 'all' }]],
    ['notes:view', [{ ...view, limit: 0 }]],
    ['notes:view', [{ ...view, limit: 100_000 }]],
    ['notes:view', [{ ...view, offset: -1 }]],
    ['notes:view', [{ ...view, offset: 1.5 }]],
    ['notes:view', [{ ...view, query: 'x'.repeat(100_001) }]],
  ])('the request %s with the arguments %j is refused', (channel, args) =>
    expect(accepts(channel, args)).toBe(false),
  );

  test('no message, however shaped, throws in the parser', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(REQUESTS).filter(isRequestChannel)),
        fc.array(fc.anything()),
        (channel, args) => {
          expect(() => v.safeParse(argumentsOf(channel), args)).not.toThrow();
        },
      ),
    );
  });
});

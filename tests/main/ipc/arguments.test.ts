import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { REQUEST_CHANNELS, type RequestChannel } from '#shared/ipc/contract.ts';
import { ARGUMENTS } from '#main/ipc/arguments.ts';

const accepts = (channel: RequestChannel, args: unknown[]): boolean => v.is(ARGUMENTS[channel], args);

const content = { title: 'a', text: 'b' };
const view = { list: 'active', query: '', offset: 0, limit: 50 };

describe('requests with the contract’s shape are taken', () => {
  test.each<[RequestChannel, unknown[]]>([
    ['app:info', []],
    ['notes:add', [content]],
    ['notes:edit', ['abc', content]],
    ['notes:move', ['abc', 'trash']],
    ['notes:view', [view]],
  ])('%s', (channel, args) => expect(accepts(channel, args)).toBe(true));
});

describe('anything else is refused', () => {
  test.each<[RequestChannel, unknown[]]>([
    ['app:info', [1]],
    ['notes:add', []],
    ['notes:add', [{ title: 'a' }]],
    ['notes:add', [{ ...content, uid: 'somebody else' }]],
    ['notes:add', [{ title: 1, text: '' }]],
    ['notes:get', ['a/b']],
    ['notes:get', [{ toString: 'abc' }]],
    ['notes:move', ['abc', 'toString']],
    ['notes:move', ['abc', '__proto__']],
    ['notes:view', [{ ...view, list: 'all' }]],
    ['notes:view', [{ ...view, limit: 0 }]],
    ['notes:view', [{ ...view, limit: 100_000 }]],
    ['notes:view', [{ ...view, offset: -1 }]],
    ['notes:view', [{ ...view, offset: 1.5 }]],
    ['notes:view', [{ ...view, query: 'x'.repeat(100_001) }]],
  ])('%s %j', (channel, args) => expect(accepts(channel, args)).toBe(false));

  test('no message, however shaped, throws in the parser', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REQUEST_CHANNELS), fc.array(fc.anything()), (channel, args) => {
        expect(() => v.safeParse(ARGUMENTS[channel], args)).not.toThrow();
      }),
    );
  });
});

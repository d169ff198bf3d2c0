import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FirebaseTokens, IdentityToolkit, RefreshResult } from '#main/auth/identity-toolkit.ts';
import { createTokenSource, REFRESH_MARGIN, type TokenSource } from '#main/auth/token-source.ts';
import { AppError } from '#shared/base/error.ts';
import type { Uid } from '#shared/note/note.ts';
import { type ManualClock, createManualClock } from '#tests/support/manual-clock.ts';

const HOUR = 3_600_000;
const ALICE = 'alice' as Uid;

function tokens(name: string, changes: Partial<FirebaseTokens> = {}): FirebaseTokens {
  return { uid: ALICE, idToken: `id-${name}`, refreshToken: 'refresh', lifetime: HOUR, ...changes };
}

let clock: ManualClock;
const refresh = vi.fn<IdentityToolkit['refresh']>();
const onRefreshToken = vi.fn<(token: string) => Promise<void>>();
const onExpired = vi.fn<(why: string) => Promise<void>>();

beforeEach(() => {
  clock = createManualClock(Date.now());
  for (const mock of [refresh, onRefreshToken, onExpired]) mock.mockReset();
});

function answerWith(given: FirebaseTokens): void {
  refresh.mockResolvedValue({ kind: 'tokens', tokens: given });
}

function source(first: FirebaseTokens | null = tokens('first')): TokenSource {
  return createTokenSource({
    uid: ALICE,
    refreshToken: 'refresh',
    tokens: first,
    expired: false,
    refresh,
    now: clock.now,
    onRefreshToken,
    onExpired,
  });
}

describe('when a token is refreshed', () => {
  test('a token is not refreshed while it is valid for more than five minutes', async () => {
    const each = source();
    clock.advance(HOUR - REFRESH_MARGIN - 1);
    await expect(each.idToken()).resolves.toBe('id-first');
    expect(refresh).not.toHaveBeenCalled();
  });

  test('a token is refreshed from five minutes before its end', async () => {
    answerWith(tokens('second'));
    const each = source();
    clock.advance(HOUR - REFRESH_MARGIN);
    await expect(each.idToken()).resolves.toBe('id-second');
    clock.advance(HOUR - REFRESH_MARGIN - 1);
    await expect(each.idToken()).resolves.toBe('id-second');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('a restored session refreshes its token at the first request', async () => {
    answerWith(tokens('second'));
    await expect(source(null).idToken()).resolves.toBe('id-second');
  });

  test('a token is refreshed once for any number of simultaneous callers', async () => {
    const answer = Promise.withResolvers<RefreshResult>();
    refresh.mockReturnValue(answer.promise);
    const each = source(null);
    const asks = Array.from({ length: 50 }, async () => each.idToken());
    answer.resolve({ kind: 'tokens', tokens: tokens('second') });
    expect(new Set(await Promise.all(asks))).toEqual(new Set(['id-second']));
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('a token is refreshed after the server refused it, but not after a refusal of an earlier token', async () => {
    answerWith(tokens('second'));
    const each = source();
    each.reject('id-first');
    await expect(each.idToken()).resolves.toBe('id-second');
    each.reject('id-first');
    await expect(each.idToken()).resolves.toBe('id-second');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('a token is refreshed if the clock was set back to before it was given', async () => {
    answerWith(tokens('second'));
    const each = source();
    clock.set(clock.now() - 1);
    await expect(each.idToken()).resolves.toBe('id-second');
  });
});

describe('without the network', () => {
  beforeEach(() => {
    refresh.mockRejectedValue(new AppError('network', 'server-silent'));
  });

  test('without the network, a token is used until it expires', async () => {
    const each = source();
    clock.advance(HOUR - 1);
    await expect(each.idToken()).resolves.toBe('id-first');
  });

  test.each(['expired', 'refused'])('without the network, no token that is %s is given out', async (what) => {
    const each = source();
    if (what === 'refused') each.reject('id-first');
    else clock.advance(HOUR);
    await expect(each.idToken()).rejects.toMatchObject({ code: 'network' });
    expect(onExpired).not.toHaveBeenCalled();
    answerWith(tokens('second'));
    await expect(each.idToken()).resolves.toBe('id-second');
  });
});

describe('what an answer changes', () => {
  test('another refresh token in an answer replaces the previous one', async () => {
    const each = source(null);
    answerWith(tokens('second', { refreshToken: 'other' }));
    await each.idToken();
    each.reject('id-second');
    await each.idToken();
    expect(onRefreshToken.mock.calls).toEqual([['other']]);
    expect(refresh.mock.calls.map(([used]) => used)).toEqual(['refresh', 'other']);
  });

  test('a refusal of a refresh is final, and the server is not asked again', async () => {
    refresh.mockResolvedValue({ kind: 'refused', refusal: 'USER_DISABLED' });
    const each = source(null);
    await expect(each.idToken()).rejects.toMatchObject({ code: 'session-expired' });
    await expect(each.idToken()).rejects.toMatchObject({ code: 'session-expired' });
    expect(onExpired.mock.calls).toEqual([['USER_DISABLED']]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('[S10] a token of another account is never given out', async () => {
    answerWith(tokens('mallory', { uid: 'mallory' as Uid }));
    await expect(source(null).idToken()).rejects.toMatchObject({ code: 'session-expired' });
    expect(onExpired.mock.calls).toEqual([['WRONG_USER']]);
  });

  test.each<[string, RefreshResult]>([
    ['tokens', { kind: 'tokens', tokens: tokens('late', { refreshToken: 'late' }) }],
    ['a refusal', { kind: 'refused', refusal: 'TOKEN_EXPIRED' }],
  ])('an answer with %s that arrives after the end of the session changes nothing', async (_what, late) => {
    const answer = Promise.withResolvers<RefreshResult>();
    refresh.mockReturnValue(answer.promise);
    const each = source(null);
    const pendingToken = each.idToken();
    pendingToken.catch(() => undefined);
    each.end();
    answer.resolve(late);
    await expect(pendingToken).rejects.toMatchObject({ code: 'not-signed-in' });
    await expect(each.idToken()).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(onRefreshToken).not.toHaveBeenCalled();
    expect(onExpired).not.toHaveBeenCalled();
  });
});

/** The known requests, and which of their failures count as bugs. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '#shared/base/error.ts';
import { REQUESTS } from '#shared/ipc/requests.ts';
import { type Handlers, serveRequests } from '#main/ipc/router.ts';

type Listener = (event: unknown, ...args: unknown[]) => Promise<unknown>;

const electron = vi.hoisted(() => ({ listeners: new Map<string, unknown>() }));
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, listener: unknown) => electron.listeners.set(channel, listener),
    removeHandler: (channel: string) => electron.listeners.delete(channel),
  },
}));

const EVENT = { senderFrame: { url: 'app://inkling/index.html', parent: null } };

let failure: Error;
let unexpected: unknown[];
beforeEach(() => {
  unexpected = [];
  const handlers = new Proxy({} as Handlers, {
    get: () => () => {
      throw failure;
    },
  });
  const forward = (): Promise<never> => Promise.reject(failure);
  onTestFinished(serveRequests(handlers, { request: forward }, (error) => void unexpected.push(error)));
});

function send(channel: string, ...args: unknown[]): Promise<unknown> {
  return (electron.listeners.get(channel) as Listener)(EVENT, ...args);
}

test('[C66] the requests of the contract are answered, and no others', () => {
  expect([...electron.listeners.keys()]).toEqual(Object.keys(REQUESTS));
});

test.each([
  ['session:sign-in', 'network', true],
  ['session:get', 'network', false],
  ['notes:get', 'note-not-found', true],
  ['notes:get', 'store-damaged', true],
  ['notes:counts', 'note-not-found', false],
  ['app:info', 'store-full', false],
  ['app:info', 'internal', true],
] as const)('a failure of %s with %s is expected: %s', async (channel, code, isForeseen) => {
  failure = new AppError(code, 'note-gone');
  const answer = await send(channel, ...(channel === 'notes:get' ? ['abc'] : []));
  // The sender gets the error in either case.
  expect(answer).toEqual({ ok: false, error: { code, reason: 'note-gone' } });
  expect(unexpected).toEqual(isForeseen ? [] : [failure]);
});

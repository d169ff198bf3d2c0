/**
 * The bridge for tests of the built pages in a plain Chromium: notes in memory, and answers by the account's
 * own code. Vite bundles this file into a script that runs before the page's own.
 */
import { AppError } from '#shared/base/error.ts';
import type { Bridge } from '#shared/ipc/bridge.ts';
import type { EventChannel } from '#shared/ipc/events.ts';
import {
  isAccountTransfer,
  isForAccount,
  namesAccount,
  parseArguments,
  type RequestChannel,
} from '#shared/ipc/requests.ts';
import type { FakeControl, FakeSetup } from '../fake-setup.ts';
import { createFakeAccount } from './account.ts';
import { createFakeApp, type Emit } from './app.ts';
import { createOutcomes } from './outcomes.ts';

export function install(setup: FakeSetup): void {
  const listeners = new Map<EventChannel, Set<(payload: never) => void>>();
  const emit: Emit = (channel, payload) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload as never);
  };
  const account = createFakeAccount(setup, {
    onChange: (revision) => emit('notes:changed', revision),
    onCounted: () => emit('notes:counted', null),
  });
  const app = createFakeApp(setup, account.drafts, emit);

  function answer(channel: RequestChannel, sent: readonly unknown[]): unknown {
    try {
      return answerRequest(channel, sent);
    } finally {
      app.reportUnsaved();
    }
  }

  function answerRequest(channel: RequestChannel, sent: readonly unknown[]): unknown {
    const args: readonly unknown[] = parseArguments(channel, sent);
    const uid = app.uid();
    if (uid !== null && isForAccount(channel) && namesAccount(channel) && args[0] !== uid)
      throw new AppError('not-signed-in', 'stored-for-another-account');
    if (isForAccount(channel) && !isAccountTransfer(channel)) return account.answer(channel, args as never[]);
    const handle: ((...args: never[]) => unknown) | undefined = app.handlers[channel];
    return handle?.(...(args as never[]));
  }

  const outcomes = createOutcomes(setup, answer);
  const bridge: Bridge = {
    request: (channel, ...args) => outcomes.of(channel, args) as never,
    importDropped: (uid, files) =>
      outcomes.of('transfer:import-dropped', [uid, files.map((file) => (file as File).name)]) as never,
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      return () => set.delete(listener);
    },
  };
  const fake: FakeControl = { ...account.control, ...app.control, ...outcomes.control };
  Object.assign(window, { inkling: bridge, fake });
}

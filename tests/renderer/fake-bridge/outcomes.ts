/** The outcome of each request, which a test can delay or let fail. Records all requests. */
import { AppError, type ErrorCode, messageOf } from '#shared/base/error.ts';
import type { Outcome } from '#shared/ipc/bridge.ts';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import type { FakeControl, FakeSetup } from '../fake-setup.ts';

interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  times: number;
}

export function createOutcomes(
  { held: heldFromStart = [], failing = [] }: FakeSetup,
  answer: (channel: RequestChannel, args: readonly unknown[]) => unknown,
) {
  const requests: FakeControl['requests'] = [];
  const failures = new Map<RequestChannel, Failure>();
  const held = new Map<RequestChannel, PromiseWithResolvers<void>>();
  const control = {
    requests,
    fail: (channel, code, message, times = 1) => void failures.set(channel, { code, message, times }),
    hold: (channel) => void held.set(channel, Promise.withResolvers()),
    release(channel) {
      held.get(channel)?.resolve();
      held.delete(channel);
    },
  } satisfies Partial<FakeControl>;
  for (const channel of heldFromStart) control.hold(channel);
  for (const [channel, code, message] of failing) control.fail(channel, code, message, Infinity);

  return {
    async of(channel: RequestChannel, args: readonly unknown[]): Promise<Outcome<unknown>> {
      requests.push({ channel, args });
      await held.get(channel)?.promise;
      const failure = failures.get(channel);
      try {
        if (failure !== undefined && failure.times > 0) {
          failure.times -= 1;
          throw new AppError(failure.code, failure.message);
        }
        // The page gets values of its own, as from another process.
        return { ok: true, value: structuredClone(answer(channel, args)) };
      } catch (error) {
        const code = error instanceof AppError ? error.code : 'internal';
        return { ok: false, error: { code, message: messageOf(error) } };
      }
    },
    control,
  };
}

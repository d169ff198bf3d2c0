/** The outcome of each request, which a test can delay or make fail. Records all requests. */
import { AppError, type ErrorCode, toPlainError } from '#shared/base/error.ts';
import type { Outcome } from '#shared/ipc/bridge.ts';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import type { Reason } from '#shared/base/reasons.ts';
import type { FakeControl, FakeSetup } from '../fake-setup.ts';

interface Failure {
  readonly code: ErrorCode;
  readonly reason: Reason;
  times: number;
}

export function createOutcomes(
  { held: heldFromStart = [], failing = [] }: FakeSetup,
  answer: (channel: RequestChannel, args: readonly unknown[]) => unknown,
) {
  const requests: FakeControl['requests'] = [];
  const failures = new Map<RequestChannel, Failure>();
  const held = new Map<RequestChannel, PromiseWithResolvers<void> & { times: number }>();
  const control = {
    requests,
    fail: (channel, code, reason, times = 1) => void failures.set(channel, { code, reason, times }),
    hold: (channel, times = Infinity) => void held.set(channel, { ...Promise.withResolvers(), times }),
    release(channel) {
      held.get(channel)?.resolve();
      held.delete(channel);
    },
  } satisfies Partial<FakeControl>;
  for (const channel of heldFromStart) control.hold(channel);
  for (const [channel, code, reason] of failing) control.fail(channel, code, reason, Infinity);

  return {
    async of(channel: RequestChannel, args: readonly unknown[]): Promise<Outcome<unknown>> {
      requests.push({ channel, args });
      const hold = held.get(channel);
      const isHeld = hold !== undefined && hold.times > 0;
      if (isHeld) hold.times -= 1;
      // Like the bridge, handles no request within the task that sends it.
      await (isHeld ? hold.promise : undefined);
      const failure = failures.get(channel);
      try {
        if (failure !== undefined && failure.times > 0) {
          failure.times -= 1;
          throw new AppError(failure.code, failure.reason);
        }
        // Copied, as if from another process.
        return { ok: true, value: structuredClone(answer(channel, args)) };
      } catch (error) {
        return { ok: false, error: toPlainError(error) };
      }
    },
    control,
  };
}

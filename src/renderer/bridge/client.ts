/**
 * The one way to the main process: calls a request of the bridge and turns its outcome into a value or a thrown
 * `AppError`, whose code survives the way across.
 */
import { AppError } from '#shared/error.ts';
import type { Bridge, EventChannel, Events, RequestChannel, Requests } from '#shared/ipc/contract.ts';

declare global {
  interface Window {
    /** Put there by the preload. */
    readonly inkling: Bridge;
  }
}

/** @throws AppError with the code that the main process answered. */
export async function call<C extends RequestChannel>(
  channel: C,
  ...args: Parameters<Requests[C]>
): Promise<ReturnType<Requests[C]>> {
  const outcome = await window.inkling.request(channel, ...args);
  if (outcome.ok) return outcome.value;
  throw new AppError(outcome.error.code, outcome.error.message);
}

/** Answers with the function that ends the subscription. */
export function listen<C extends EventChannel>(
  channel: C,
  listener: (payload: Events[C]) => void,
): () => void {
  return window.inkling.subscribe(channel, listener);
}

/**
 * The main process's end of the bridge. Every request is checked in the same order: the sender must be one of
 * our own pages, and the arguments must have the contract's shape; only then does its handler run. Every
 * error is answered with a code; none is thrown into Electron.
 *
 * This is the only file that registers requests, so a page can make no others.
 */
import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import { AppError, toPlainError } from '#shared/base/error.ts';
import type { Outcome } from '#shared/ipc/bridge.ts';
import {
  errorsOf,
  isForAccount,
  isRequestChannel,
  type MainChannel,
  parseArguments,
  type RequestChannel,
  REQUESTS,
  type Requests,
} from '#shared/ipc/requests.ts';
import type { AccountHost } from '../account/host.ts';
import { isOwnPage } from './sender.ts';

export type Handlers = {
  readonly [C in MainChannel]: (
    ...args: Parameters<Requests[C]>
  ) => ReturnType<Requests[C]> | Promise<ReturnType<Requests[C]>>;
};

/**
 * Answers every request of the contract.
 * @param onUnexpected called with errors without a code, and with codes that the request does not list; both
 *   are bugs
 * @returns the function that stops answering
 */
export function serveRequests(
  handlers: Handlers,
  accounts: Pick<AccountHost, 'request'>,
  onUnexpected: (error: unknown) => void,
): () => void {
  const answer = async (
    channel: RequestChannel,
    event: IpcMainInvokeEvent,
    args: readonly unknown[],
  ): Promise<Outcome<unknown>> => {
    try {
      checkSender(event);
      const value = isForAccount(channel)
        ? accounts.request(channel, parseArguments(channel, args))
        : handle(handlers, channel, args);
      return { ok: true, value: await value };
    } catch (error) {
      if (!(error instanceof AppError) || !errorsOf(channel).includes(error.code)) onUnexpected(error);
      return { ok: false, error: toPlainError(error) };
    }
  };
  const channels = Object.keys(REQUESTS).filter(isRequestChannel);
  for (const channel of channels)
    ipcMain.handle(channel, (event, ...args: unknown[]) => answer(channel, event, args));
  return () => {
    for (const channel of channels) ipcMain.removeHandler(channel);
  };
}

function handle<C extends MainChannel>(handlers: Handlers, channel: C, args: readonly unknown[]) {
  return handlers[channel](...parseArguments(channel, args));
}

/** Only the top frame of one of our own pages may make requests. */
function checkSender(event: IpcMainInvokeEvent): void {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || !isOwnPage(frame.url)) {
    throw new AppError('forbidden-sender', 'foreign-sender');
  }
}

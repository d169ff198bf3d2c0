/**
 * The main process's end of the bridge. Every request is checked in the same order: is the sender our own page,
 * do the arguments have the contract's shape, and only then does its handler run. Whatever goes wrong is answered
 * with a code; nothing is thrown into Electron.
 */
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import * as v from 'valibot';
import { AppError, messageOf } from '#shared/error.ts';
import type { EventChannel, Events, Outcome, RequestChannel, Requests } from '#shared/ipc/contract.ts';
import { type AccountChannel, isOfAccount } from '../hosted-account.ts';
import { ARGUMENTS } from './arguments.ts';
import { isOwnPage } from './sender.ts';

type OwnChannel = Exclude<RequestChannel, AccountChannel>;

/** Of the requests that the main thread answers by itself. */
export type Handlers = {
  readonly [C in OwnChannel]: (
    ...args: Parameters<Requests[C]>
  ) => ReturnType<Requests[C]> | Promise<ReturnType<Requests[C]>>;
};

/** All others go to the account's thread as they are. */
export type Forward = (channel: AccountChannel, args: readonly unknown[]) => Promise<unknown>;

/**
 * Answers every request of the contract.
 * @param onUnexpected told of errors without a code, which are bugs
 * @returns the function that stops answering
 */
export function serveRequests(
  handlers: Handlers,
  forward: Forward,
  onUnexpected: (error: unknown) => void,
): () => void {
  const serve = (channel: RequestChannel): void => {
    ipcMain.handle(channel, (event, ...args: unknown[]) => answer(channel, event, args));
  };
  const handle = (channel: RequestChannel, args: unknown[]): unknown => {
    if (isOfAccount(channel)) return forward(channel, parseArguments(channel, args));
    return own(handlers, channel, args);
  };
  const answer = async (
    channel: RequestChannel,
    event: IpcMainInvokeEvent,
    args: unknown[],
  ): Promise<Outcome<unknown>> => {
    try {
      checkSender(event);
      return { ok: true, value: await handle(channel, args) };
    } catch (error) {
      if (!(error instanceof AppError)) onUnexpected(error);
      return { ok: false, error: toPlain(error) };
    }
  };
  const channels = requestChannels();
  for (const channel of channels) serve(channel);
  return () => {
    for (const channel of channels) ipcMain.removeHandler(channel);
  };
}

function own<C extends OwnChannel>(handlers: Handlers, channel: C, args: unknown[]) {
  return handlers[channel](...parseArguments(channel, args));
}

export type Broadcast = <C extends EventChannel>(channel: C, payload: Events[C]) => void;

/** Tells every page of the app. */
export function createBroadcast(pages: () => readonly WebContents[]): Broadcast {
  return (channel, payload) => {
    for (const page of pages()) if (!page.isDestroyed()) page.send(channel, payload);
  };
}

function requestChannels(): readonly RequestChannel[] {
  return Object.keys(ARGUMENTS).filter((name): name is RequestChannel => Object.hasOwn(ARGUMENTS, name));
}

/** Only the top frame of one of our own pages may ask for anything. */
function checkSender(event: IpcMainInvokeEvent): void {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || !isOwnPage(frame.url)) {
    throw new AppError('forbidden-sender', 'Only pages of Inkling may ask for this.');
  }
}

function parseArguments<C extends RequestChannel>(channel: C, args: unknown[]): Parameters<Requests[C]> {
  const result = v.safeParse(ARGUMENTS[channel], args);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new AppError(
    'invalid-argument',
    `${channel}: ${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`,
  );
}

function toPlain(error: unknown): { code: AppError['code']; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'internal', message: messageOf(error) };
}

/**
 * `ipcMain` and a page's own `webContents.ipc`: event listeners, and one handler for each channel.
 *
 * Limit: no `sendSync`, no message ports.
 */
import type { ToPage } from './page/messages.ts';
import { StrictEmitter } from './strict.ts';

type Handler = (event: object, ...args: unknown[]) => unknown;

const handlers = new WeakMap<object, Map<string, Handler>>();

export class IpcReceiver extends StrictEmitter {
  constructor(name: string) {
    super(name);
    handlers.set(this, new Map());
  }
  handle(channel: string, handler: Handler): void {
    if (handlersOf(this).has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof handler !== 'function') throw new TypeError(`Expected handler to be a function`);
    handlersOf(this).set(channel, handler);
  }
  removeHandler(channel: string): void {
    handlersOf(this).delete(channel);
  }
}

function handlersOf(receiver: IpcReceiver): Map<string, Handler> {
  const found = handlers.get(receiver);
  if (!found) throw new TypeError('Illegal invocation');
  return found;
}

export const ipcMain = new IpcReceiver('ipcMain');

/**
 * Answers an `invoke` with the first of `receivers` that handles the channel; errors have Electron's wording.
 */
export async function answerInvoke(
  receivers: readonly IpcReceiver[],
  event: object,
  call: { readonly id: number; readonly channel: string; readonly args: readonly unknown[] },
): Promise<ToPage> {
  const { id, channel, args } = call;
  try {
    const handler = receivers.map((receiver) => handlersOf(receiver).get(channel)).find((found) => found);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return { kind: 'reply', id, value: await handler(event, ...args) };
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    return { kind: 'failure', id, message: `Error invoking remote method '${channel}': ${String(error)}` };
  }
}

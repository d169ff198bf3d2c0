/**
 * The world in which the app's preload script runs: `require('electron')` with contextBridge and ipcRenderer, and
 * a sandboxed preload's `process`.
 *
 * Limits: only the top frame; no sendSync, postMessage or ports; `require` knows `electron` alone; no `Buffer`.
 */
import type { Codec } from './codec.ts';
import type { Link } from './link.ts';
import type {
  ContextMenuSpot,
  FromPage,
  OpenRequest,
  PermissionQuestion,
  PreloadInfo,
  ToPage,
} from './messages.ts';

type Preload = (
  require: (id: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: unknown,
) => void;

/** Runs in pages as source text: it may use nothing from outside of itself. */
export function setUpPreloadWorld(
  link: Link,
  codec: Codec,
  info: PreloadInfo,
  preload: Preload | null,
): void {
  type Listener = (event: object, ...args: unknown[]) => void;
  type Omitted<Type> = Type extends unknown ? Omit<Type, 'url'> : never;
  const names = { send: '__standInSend', receive: '__standInReceive' };
  const binding = Reflect.get(globalThis, names.send) as (text: string) => void;
  Reflect.deleteProperty(globalThis, names.send);

  const strict = <Target extends object>(name: string, target: Target): Target =>
    new Proxy(target, {
      get(object, key, receiver): unknown {
        if (typeof key === 'symbol' || key in object || key === 'then' || key === 'toJSON') {
          return Reflect.get(object, key, receiver);
        }
        throw new Error(`Electron stand-in: ${name}.${key} is not built`);
      },
    });

  const send = (message: Omitted<FromPage>): void => {
    binding(codec.encode({ ...message, url: location.href }));
  };

  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;
  const call = (make: (id: number) => Omitted<FromPage>): Promise<unknown> => {
    const id = ++lastId;
    send(make(id));
    return new Promise((resolve, reject) => {
      calls.set(id, { resolve, reject });
    });
  };

  const on = (channel: string, listener: Listener): object => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcRenderer;
  };
  const off = (channel: string, listener: Listener): object => {
    const list = listeners.get(channel) ?? [];
    const at = list.lastIndexOf(listener);
    if (at >= 0) listeners.set(channel, list.toSpliced(at, 1));
    return ipcRenderer;
  };
  const once = (channel: string, listener: Listener): object => {
    const wrapper: Listener = (...args) => {
      off(channel, wrapper);
      listener(...args);
    };
    return on(channel, wrapper);
  };
  const ipcRenderer = strict('ipcRenderer', {
    // Async, so that a value that cannot be cloned rejects and does not throw.
    invoke: async (channel: string, ...args: unknown[]) =>
      call((id) => ({ kind: 'invoke', id, channel, args })),
    send: (channel: string, ...args: unknown[]) => send({ kind: 'send', channel, args }),
    on,
    addListener: on,
    once,
    off,
    removeListener: off,
    removeAllListeners(channel?: string) {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
  });

  const receive = (text: string): void => {
    const message = codec.decode(text) as ToPage;
    switch (message.kind) {
      case 'reply':
        calls.get(message.id)?.resolve(message.value);
        calls.delete(message.id);
        break;
      case 'failure':
        calls.get(message.id)?.reject(new Error(message.message));
        calls.delete(message.id);
        break;
      case 'attention':
        link.post('attention', message.attention);
        break;
      case 'event':
        for (const listener of listeners.get(message.channel) ?? []) {
          listener({ sender: ipcRenderer, ports: [] }, ...message.args);
        }
        break;
    }
  };
  Object.defineProperty(globalThis, names.receive, { value: receive });

  link.listen('close', () => send({ kind: 'close' }));
  link.listen('keys', (accelerator) => send({ kind: 'keys', accelerator: String(accelerator) }));
  link.listen('context-menu', (spot) => send({ kind: 'context-menu', spot: spot as ContextMenuSpot }));
  link.listen('open', (request) => send({ kind: 'open', request: request as OpenRequest }));
  link.answer('permission', (request) =>
    call((id) => ({ kind: 'permission', id, request: request as PermissionQuestion })),
  );

  const electron = strict('electron (in a preload)', {
    ipcRenderer,
    contextBridge: strict('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => void link.ask('expose', { key, api: link.wrap(api) }),
    }),
    webUtils: strict('webUtils', { getPathForFile: () => '' }),
  });
  const process = strict('process (in a preload)', {
    ...info,
    env: {},
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    nextTick: (callback: () => void) => queueMicrotask(callback),
  });
  const require = (id: string): unknown => {
    if (id === 'electron' || id === 'electron/renderer') return electron;
    throw new Error(`module not found: ${id}`);
  };
  const module = { exports: {} };
  try {
    preload?.(require, module, module.exports, process);
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    send({ kind: 'preload-error', message, stack });
    throw error;
  }
}

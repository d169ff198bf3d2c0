/**
 * The world in which the app's preload script runs. It has `require('electron')` with `contextBridge` and
 * `ipcRenderer`, and the `process` of a sandboxed preload script.
 *
 * Limits: only the top frame; no `sendSync`, `postMessage` or message ports; `require` knows only `electron`;
 * no `Buffer`; the result of `webUtils.getPathForFile` is a path only for the main process, in an argument of
 * `invoke` or in a list there.
 */
import type { Codec } from './codec.ts';
import type { Link } from './link.ts';
import type {
  ContextMenuTarget,
  FromPage,
  InputEvent,
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

/** Sets up this world. Its source text runs in pages, so it must not use anything defined outside of it. */
export function setUpPreloadWorld(
  link: Link,
  codec: Codec,
  info: PreloadInfo,
  preload: Preload | null,
): void {
  type Listener = (event: object, ...args: unknown[]) => void;
  type WithoutUrl<Type> = Type extends unknown ? Omit<Type, 'url'> : never;
  const names = { send: '__standInSend', receive: '__standInReceive', files: '__standInFiles' };
  const binding = Reflect.get(globalThis, names.send) as (text: string) => void;
  Reflect.deleteProperty(globalThis, names.send);

  const strictProxy = <Target extends object>(name: string, target: Target): Target =>
    new Proxy(target, {
      get(object, key, receiver): unknown {
        if (typeof key === 'symbol' || key in object || key === 'then' || key === 'toJSON') {
          return Reflect.get(object, key, receiver);
        }
        throw new Error(`Electron stand-in: ${name}.${key} is not built`);
      },
    });

  const send = (message: WithoutUrl<FromPage>): void => {
    binding(codec.encode({ ...message, url: location.href }));
  };

  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;
  const call = (makeMessage: (id: number) => WithoutUrl<FromPage>): Promise<unknown> => {
    const id = ++lastId;
    send(makeMessage(id));
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
  const ipcRenderer = strictProxy('ipcRenderer', {
    // Async, so that it rejects instead of throwing if an argument cannot be cloned.
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

  // A page never learns a path: page-host.ts replaces this result by the path for the main process.
  const files: File[] = [];
  Object.defineProperty(globalThis, names.files, { value: files });
  const getPathForFile = (file: File): string => `${names.files}:${files.push(file) - 1}`;

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
      case 'view-state':
        link.post('view-state', message.viewState);
        break;
      case 'event':
        for (const listener of listeners.get(message.channel) ?? []) {
          listener({ sender: ipcRenderer, ports: [] }, ...message.args);
        }
        break;
    }
  };
  Object.defineProperty(globalThis, names.receive, { value: receive });

  // This world's listeners run before those of the page, and no code of a page can create a trusted event.
  const tell = (event: Event, input: InputEvent): void => {
    if (event.isTrusted) send({ kind: 'input', input });
  };
  window.addEventListener('mousedown', (event) => tell(event, { type: 'mouseDown' }), true);
  window.addEventListener('mouseup', (event) => tell(event, { type: 'mouseUp' }), true);
  window.addEventListener('keydown', (event) => tell(event, { type: 'rawKeyDown', key: event.key }), true);

  link.listen('close', () => send({ kind: 'close' }));
  link.listen('keys', (accelerator) => send({ kind: 'keys', accelerator: String(accelerator) }));
  link.listen('context-menu', (target) =>
    send({ kind: 'context-menu', target: target as ContextMenuTarget }),
  );
  link.listen('open', (request) => send({ kind: 'open', request: request as OpenRequest }));
  link.answer('permission', (request) =>
    call((id) => ({ kind: 'permission', id, request: request as PermissionQuestion })),
  );

  const electron = strictProxy('electron (in a preload)', {
    ipcRenderer,
    contextBridge: strictProxy('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => void link.ask('expose', { key, api: link.wrap(api) }),
    }),
    webUtils: strictProxy('webUtils', { getPathForFile }),
  });
  const process = strictProxy('process (in a preload)', {
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

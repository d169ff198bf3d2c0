/**
 * The bridge: the only object that the page shares with the rest of the app. It runs sandboxed and gives the
 * page no Electron object. A request goes to the main process under any name. There, only
 * `main/ipc/router.ts` registers names, those of the contract, and Electron rejects all others. Electron's
 * internal messages use a different route. Event names are checked here, because an emitter also has its own,
 * such as `newListener`.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge } from '#shared/ipc/bridge.ts';
import { EVENTS } from '#shared/ipc/events.ts';
import type { RequestChannel } from '#shared/ipc/requests.ts';

/** Only the preload makes this request, because it names files, and a page could name any. */
const IMPORT_DROPPED: RequestChannel = 'transfer:import-dropped';

const events: readonly string[] = Object.keys(EVENTS);

/** An array or an object could differ from a name when it is compared, and become that name later. */
function requireString(channel: unknown): void {
  if (typeof channel !== 'string') throw new TypeError('A channel must be a string');
}

const bridge: Bridge = {
  request(channel: string, ...args: readonly unknown[]) {
    requireString(channel);
    if (channel === IMPORT_DROPPED) throw new Error('A page cannot name files');
    return ipcRenderer.invoke(channel, ...args);
  },
  importDropped(uid, files) {
    // `files` may be an object whose functions, such as `map`, are the page's.
    const all = Array.from(files, (file) => (file instanceof File ? webUtils.getPathForFile(file) : ''));
    const paths = all.filter((path) => path !== '');
    return ipcRenderer.invoke(IMPORT_DROPPED, uid, paths);
  },
  subscribe(channel, listener) {
    requireString(channel);
    if (!events.includes(channel)) throw new Error(`Unknown event: ${channel}`);
    // Only the payload is passed on, because the event object would give the page a sender.
    const forward: Parameters<typeof ipcRenderer.on>[1] = (_event, payload) => listener(payload);
    ipcRenderer.on(channel, forward);
    return () => {
      ipcRenderer.off(channel, forward);
    };
  },
};

contextBridge.exposeInMainWorld('inkling', bridge);

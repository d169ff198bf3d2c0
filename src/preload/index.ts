/**
 * The bridge: the only thing that the page shares with the rest of the app. It runs sandboxed, passes nothing but
 * the channels of the contract and hands the page no Electron object.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { type Bridge, EVENT_CHANNELS, REQUEST_CHANNELS } from '#shared/ipc/contract.ts';

const requests: readonly string[] = REQUEST_CHANNELS;
const events: readonly string[] = EVENT_CHANNELS;

const bridge: Bridge = {
  request(channel, ...args) {
    if (!requests.includes(channel)) throw new Error(`Unknown request: ${channel}`);
    return ipcRenderer.invoke(channel, ...args);
  },
  subscribe(channel, listener) {
    if (!events.includes(channel)) throw new Error(`Unknown event: ${channel}`);
    // The event object would hand the page a sender; only the payload goes on.
    const forward: Parameters<typeof ipcRenderer.on>[1] = (_event, payload) => listener(payload);
    ipcRenderer.on(channel, forward);
    return () => {
      ipcRenderer.off(channel, forward);
    };
  },
};

contextBridge.exposeInMainWorld('inkling', bridge);

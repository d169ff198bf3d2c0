/**
 * The API that the preload gives a page: requests, and the contract's events without their sender.
 */
import { expect, test, vi } from 'vitest';
import type { Bridge } from '#shared/ipc/bridge.ts';
import type { Uid } from '#shared/note/note.ts';

type Listener = (event: unknown, payload: unknown) => void;

const electron = vi.hoisted(() => ({
  exposed: {} as Record<string, unknown>,
  listeners: new Map<unknown, Listener>(),
}));
vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, value: unknown) => {
      electron.exposed[name] = value;
    },
  },
  ipcRenderer: {
    invoke: async (...args: unknown[]) => args,
    on: (channel: unknown, listener: Listener) => electron.listeners.set(channel, listener),
    off: (channel: unknown) => electron.listeners.delete(channel),
  },
  webUtils: { getPathForFile: ({ name }: File) => name },
}));

await import('../../src/preload/index.ts');
const bridge = electron.exposed['inkling'] as Bridge;

test('a request of a page goes to the main process with its arguments', async () => {
  expect(await bridge.request('settings:record-keys', true)).toEqual(['settings:record-keys', true]);
});

test('[C112] only the preload names dropped files: by their paths, without those that are not on a disk', async () => {
  const files = [new File([], '/takeout.zip'), new File([], '')];
  expect(await bridge.importDropped('ada' as Uid, files)).toEqual([
    'transfer:import-dropped',
    'ada',
    ['/takeout.zip'],
  ]);
  const channel: string = 'transfer:import-dropped';
  expect(() => bridge.request(channel as 'app:info')).toThrow('A page cannot name files');
});

test('[C112] a page cannot name dropped files by an object that only looks like a list', async () => {
  // Electron lets the preload call the functions of an object that a page passes.
  const forged = { map: () => ({ filter: () => ['/home/ada/.ssh/id_ed25519'] }) };
  expect(await bridge.importDropped('ada' as Uid, forged as unknown as File[])).toEqual([
    'transfer:import-dropped',
    'ada',
    [],
  ]);
});

test.each([[['transfer:import-dropped']], [{ toString: () => 'transfer:import-dropped' }], [null], [7]])(
  '[C112] a page cannot make a request with the channel %j, which is not a string',
  (channel) => {
    expect(() => bridge.request(channel as unknown as 'app:info')).toThrow('A channel must be a string');
  },
);

test('[C97] a subscription gets payloads only, without the event, until it ends', () => {
  const payloads: unknown[] = [];
  const end = bridge.subscribe('notes:changed', (...all) => payloads.push(all));
  electron.listeners.get('notes:changed')?.({ sender: 'an object of Electron’s' }, 7);
  expect(payloads).toEqual([[7]]);
  end();
  expect(electron.listeners.size).toBe(0);
});

test.each(['newListener', 'removeListener', 'error', 'toString', '__proto__', '', ['notes:changed'], null])(
  'a page cannot subscribe to %j',
  (channel) => {
    expect(() => bridge.subscribe(channel as 'notes:changed', () => undefined)).toThrow(
      typeof channel === 'string' ? 'Unknown event' : 'A channel must be a string',
    );
    expect(electron.listeners.size).toBe(0);
  },
);

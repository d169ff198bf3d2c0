import { EventEmitter } from 'node:events';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveSessionEnd } from '#main/windows/session-end.ts';

const electron = await vi.hoisted(async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return { app: Object.assign(new Emitter(), { quit: () => undefined }), powerMonitor: new Emitter() };
});
vi.mock('electron', () => electron);

let taken: number;
beforeEach(() => {
  taken = 0;
  electron.app.removeAllListeners();
  electron.powerMonitor.removeAllListeners();
});

function serveOn(platform: NodeJS.Platform): void {
  vi.stubGlobal('process', { ...process, platform });
  onTestFinished(() => void vi.unstubAllGlobals());
  serveSessionEnd(() => {
    taken += 1;
  });
}

test('when Windows ends the session, the words typed last are stored, and the end is not delayed', () => {
  serveOn('win32');
  const window = new EventEmitter();
  electron.app.emit('browser-window-created', {}, window);
  const event = { preventDefault: vi.fn<() => void>() };
  window.emit('query-session-end', event);
  expect(taken).toBe(1);
  expect(event.preventDefault).not.toHaveBeenCalled();
});

test.each(['linux', 'darwin'] as const)(
  'the shutdown of %s waits until the app has quit normally',
  (platform) => {
    const quit = vi.spyOn(electron.app, 'quit');
    serveOn(platform);
    const event = { preventDefault: vi.fn<() => void>() };
    electron.powerMonitor.emit('shutdown', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    expect(quit).toHaveBeenCalledOnce();
  },
);

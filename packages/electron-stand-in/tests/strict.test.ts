// The stand-in throws when the app uses a part of Electron that it lacks.
import { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import type * as Electron from 'electron';
import { describe, expect } from 'vitest';
import { markDestroyed, strictProxy, StrictEmitter } from '../strict.ts';
import { test, useFixture } from './support/fixture-app.ts';

describe('a strict object', () => {
  class Sample extends StrictEmitter {
    #secret = 1;
    constructor() {
      super('Sample');
    }
    increase(): number {
      return ++this.#secret;
    }
    get secret(): number {
      return this.#secret;
    }
    isDestroyed(): boolean {
      return false;
    }
  }

  test('a strict object throws the name of a member that it lacks', () => {
    expect(() => Reflect.get(strictProxy('thing', { there: 1 }), 'gone')).toThrow(
      new Error('Electron stand-in: thing.gone is not built'),
    );
    expect(() => Reflect.get(new Sample(), 'gone')).toThrow('Sample.gone is not built');
  });

  test('a strict object otherwise works like any other object', async () => {
    const sample = new Sample();
    expect([sample.increase(), sample.secret]).toEqual([2, 2]);
    const heard: unknown[] = [];
    sample.once('event', (value) => heard.push(value));
    sample.emit('event', 1);
    expect(heard).toEqual([1]);
    expect(sample).toBeInstanceOf(EventEmitter);
    expect(inspect(sample)).toContain('Sample');
    expect(JSON.stringify(strictProxy('thing', { there: 1 }))).toBe('{"there":1}');
    // Awaiting probes `then`.
    expect(await Promise.resolve(sample)).toBe(sample);
  });

  test('a destroyed strict object throws Electron’s message', () => {
    const sample = new Sample();
    markDestroyed(sample);
    expect(() => sample.increase()).toThrow(new TypeError('Object has been destroyed'));
    expect(sample.isDestroyed()).toBe(false);
    expect(sample.emit('event')).toBe(false);
  });
});

describe('the electron module', () => {
  const fixture = useFixture();

  type Use = (electron: typeof Electron) => unknown;
  test.each<[string, Use, string]>([
    ['a method of a module', ({ app: it }) => it.setBadgeCount(1), 'app.setBadgeCount'],
    [
      'a method of a window',
      ({ BrowserWindow: it }) => it.fromId(1)?.setOpacity(1),
      'BrowserWindow.setOpacity',
    ],
    [
      'a static method',
      ({ BrowserWindow: it }) => Reflect.get(it, 'addExtension'),
      'BrowserWindow.addExtension',
    ],
    ['a method of a page', ({ webContents: it }) => it.fromId(1)?.print(), 'webContents.print'],
    ['a module’s function', ({ session: it }) => it.fromPath('x'), 'session.fromPath'],
    ['a module', ({ autoUpdater: it }) => it.checkForUpdates(), 'autoUpdater.checkForUpdates'],
    ['a class', ({ WebContentsView: It }) => new It(), 'new WebContentsView'],
    ['an export', (electron) => Reflect.get(electron, 'nonsense'), 'electron.nonsense'],
  ])('the electron module throws the name of %s that is not built', async (_what, use, name) => {
    const thrown = await fixture.app.evaluate(use).catch(String);
    expect(thrown).toContain(`Error: Electron stand-in: ${name} is not built`);
  });

  test('the electron module throws in a preload the name of a function that is not built', async () => {
    const message = fixture.page.evaluate(() => {
      try {
        return window.fixture.missing();
      } catch (error) {
        return String(error);
      }
    });
    expect(await message).toContain('Electron stand-in: ipcRenderer.sendSync is not built');
  });

  test('Playwright can hold handles of the objects of the electron module', async () => {
    const handle = await fixture.app.evaluateHandle(({ app: electronApp }) => electronApp);
    expect(await handle.evaluate((electronApp) => electronApp.getVersion())).toBe('1.2.3');
    expect(await fixture.app.evaluate(({ BrowserWindow }) => typeof BrowserWindow.getAllWindows()[0])).toBe(
      'object',
    );
  });
});

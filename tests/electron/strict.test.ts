// A gap in the stand-in is loud.
import { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import type * as Electron from 'electron';
import type { ElectronApplication, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markDestroyed, strict, StrictEmitter } from './stand-in/strict.ts';
import { launchFixture, makeUserData } from './support/fixture-app.ts';

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

  test('throws the name of what it lacks', () => {
    expect(() => Reflect.get(strict('thing', { there: 1 }), 'gone')).toThrow(
      new Error('Electron stand-in: thing.gone is not built'),
    );
    expect(() => Reflect.get(new Sample(), 'gone')).toThrow('Sample.gone is not built');
  });

  test('works like any other object otherwise', async () => {
    const sample = new Sample();
    expect([sample.increase(), sample.secret]).toEqual([2, 2]);
    const heard: unknown[] = [];
    sample.once('event', (value) => heard.push(value));
    sample.emit('event', 1);
    expect(heard).toEqual([1]);
    expect(sample).toBeInstanceOf(EventEmitter);
    expect(inspect(sample)).toContain('Sample');
    expect(JSON.stringify(strict('thing', { there: 1 }))).toBe('{"there":1}');
    // Awaiting probes `then`.
    expect(await Promise.resolve(sample)).toBe(sample);
  });

  test('throws Electron’s words once destroyed', () => {
    const sample = new Sample();
    markDestroyed(sample);
    expect(() => sample.increase()).toThrow(new TypeError('Object has been destroyed'));
    expect(sample.isDestroyed()).toBe(false);
    expect(sample.emit('event')).toBe(false);
  });
});

describe('the electron module', () => {
  let userData: Awaited<ReturnType<typeof makeUserData>>;
  let app: ElectronApplication;
  let page: Page;
  beforeAll(async () => {
    userData = await makeUserData();
    ({ app, page } = await launchFixture(userData.path));
  });
  afterAll(async () => {
    await app.close();
    await userData.remove();
  });

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
    ['a module’s function', ({ session: it }) => it.fromPartition('x'), 'session.fromPartition'],
    ['a module', ({ autoUpdater: it }) => it.checkForUpdates(), 'autoUpdater.checkForUpdates'],
    ['a class', ({ WebContentsView: It }) => new It(), 'new WebContentsView'],
    ['an export', (electron) => Reflect.get(electron, 'nonsense'), 'electron.nonsense'],
  ])('throws the name of %s that is not built', async (_what, use, name) => {
    const thrown = await app.evaluate(use).catch(String);
    expect(thrown).toContain(`Error: Electron stand-in: ${name} is not built`);
  });

  test('throws in a preload, too', async () => {
    const message = page.evaluate(() => {
      try {
        return window.fixture.missing();
      } catch (error) {
        return String(error);
      }
    });
    expect(await message).toContain('Electron stand-in: ipcRenderer.sendSync is not built');
  });

  test('can be handed around by Playwright', async () => {
    const handle = await app.evaluateHandle(({ app: electronApp }) => electronApp);
    expect(await handle.evaluate((electronApp) => electronApp.getVersion())).toBe('1.2.3');
    expect(await app.evaluate(({ BrowserWindow }) => typeof BrowserWindow.getAllWindows()[0])).toBe('object');
  });
});

/**
 * Failures of a page: Electron's `render-process-gone`, `unresponsive`, `preload-error`, and a rejected load.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { reportTo } from '#tests/support/log-lines.ts';
import { loadWindowPage, type WindowPage } from '#main/windows/window-page.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { BrowserWindow, forgetWindows, questions } from '../support/fake-electron.ts';

vi.mock('electron', () => import('../support/fake-electron.ts'));

const URL_OF_PAGE = 'app://inkling/index.html';
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

let window: BrowserWindow;
let page: WindowPage;
let clock: ManualClock;
let wanted: boolean;
let quitting: boolean;
let log: string[];
let done: string[];

beforeEach(() => {
  forgetWindows();
  window = new BrowserWindow({});
  clock = createManualClock();
  wanted = true;
  quitting = false;
  log = [];
  done = [];
  page = loadWindowPage(window as never, URL_OF_PAGE, {
    onLoaded: () => void done.push('loaded'),
    isWanted: () => wanted,
    isQuitting: () => quitting,
    onFailure: reportTo(log),
    showLogs: () => void done.push('log'),
    quit: () => void done.push('quit'),
    clock,
  });
});

const loads = () => window.webContents.loads.length;
async function die(reason = 'crashed'): Promise<void> {
  window.webContents.emit('render-process-gone', {}, { reason, exitCode: 139 });
  await nextTurn();
}
async function failLoad(): Promise<void> {
  window.webContents.loads.at(-1)?.fail();
  await nextTurn();
}
async function choose(button: string): Promise<void> {
  questions.at(-1)?.choose(button);
  await nextTurn();
}
async function dieForGood(): Promise<void> {
  for (let times = 0; times < 4; times += 1) await die();
}

test.each(['crashed', 'oom', 'killed', 'abnormal-exit', 'launch-failed', 'memory-eviction'])(
  'a page whose process is gone (%s) is loaded again',
  async (reason) => {
    await die(reason);
    expect(window.webContents.loads.map(({ url }) => url)).toEqual([URL_OF_PAGE, URL_OF_PAGE]);
    expect(log).toEqual([`The renderer of index.html exited: ${reason} (139)`]);
    expect(questions).toEqual([]);
  },
);

test('a page that ends with its window or with the app is not loaded again', async () => {
  await die('clean-exit');
  quitting = true;
  await die();
  quitting = false;
  window.destroyed = true;
  await die();
  await failLoad();
  expect(loads()).toBe(1);
  expect(log).toEqual([]);
});

test('a page that cannot be loaded is loaded once more; a load that a later one aborted has not failed', async () => {
  const [first] = window.webContents.loads;
  await failLoad();
  // Electron emits this for Chromium's own error page.
  window.webContents.emit('did-finish-load');
  expect([loads(), page.isLoaded, done]).toEqual([2, false, []]);
  expect(log).toEqual([`The page index.html could not be loaded: Error [ERR_FAILED]`]);
  await die();
  first?.fail();
  window.webContents.loads[1]?.fail();
  await nextTurn();
  expect(loads()).toBe(3);
  window.webContents.loads[2]?.succeed();
  await expect(page.loaded).resolves.toBeUndefined();
  expect([page.isLoaded, done]).toEqual([true, ['loaded']]);
  window.webContents.loads[0]?.succeed();
  await die();
  expect(page.isLoaded).toBe(false);
});

test('a page that reloads itself is reported as loaded, and is loaded once more if the reload fails', async () => {
  window.webContents.loads[0]?.succeed();
  await nextTurn();
  window.webContents.emit('did-finish-load');
  expect(done).toEqual(['loaded', 'loaded']);
  const fail = (code: number, isMainFrame = true) =>
    window.webContents.emit('did-fail-load', {}, code, 'ERR_FAILED', URL_OF_PAGE, isMainFrame);
  fail(-3);
  fail(-2, false);
  expect(loads()).toBe(1);
  fail(-2);
  window.webContents.emit('did-finish-load');
  expect([loads(), page.isLoaded, done]).toEqual([2, false, ['loaded', 'loaded']]);
  expect(log).toEqual([`The page index.html could not be loaded: Chromium reports ERR_FAILED.`]);
});

test('a page without its bridge is loaded once more', () => {
  window.webContents.emit('preload-error', {}, 'index.cjs', new Error('ENOENT'));
  expect(loads()).toBe(2);
  expect(log).toEqual(['The page index.html has no bridge: Error']);
});

test('a page that fails after three reloads within a minute asks whether to try again, show the log or quit', async () => {
  for (let times = 0; times < 3; times += 1) await die();
  expect(loads()).toBe(4);
  clock.advance(60_000);
  for (let times = 0; times < 3; times += 1) await failLoad();
  expect(loads()).toBe(7);
  expect(questions).toEqual([]);
  await failLoad();
  expect(loads()).toBe(7);
  expect(questions).toMatchObject([
    { options: { type: 'error', buttons: ['Try again', 'Show log', 'Quit'], cancelId: 2 } },
  ]);
  expect(window.visible).toBe(true);
  window.emit('responsive');
  expect(questions[0]?.options.signal?.aborted).toBe(false);

  await choose('Show log');
  expect(done).toEqual(['log']);
  await choose('Try again');
  expect(loads()).toBe(8);
  await dieForGood();
  await choose('Quit');
  expect(done).toEqual(['log', 'quit']);
});

test('a page that keeps failing in a hidden window asks nothing, and showing it loads it again', async () => {
  wanted = false;
  await dieForGood();
  expect(questions).toEqual([]);
  expect(window.visible).toBe(false);
  page.retry();
  expect(loads()).toBe(5);
  page.retry();
  expect(loads(), 'a loaded page stays').toBe(5);
});

test('a page that does not answer gives a choice between waiting and loading it again', async () => {
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(questions).toHaveLength(1);
  expect(questions[0]?.options).toMatchObject({ buttons: ['Wait', 'Reload'], cancelId: 0, defaultId: 0 });
  await choose('Wait');
  expect(window.webContents.crashes).toBe(0);
  window.emit('unresponsive');
  await choose('Reload');
  expect(window.webContents.crashes).toBe(1);
  expect(loads()).toBe(2);
});

test('the question about a page that does not answer closes when the page answers or crashes', async () => {
  window.emit('unresponsive');
  window.emit('responsive');
  await nextTurn();
  expect(questions[0]?.options.signal?.aborted).toBe(true);
  window.emit('unresponsive');
  await die();
  expect(questions[1]?.options.signal?.aborted).toBe(true);
  expect(window.webContents.crashes).toBe(0);
  expect(loads()).toBe(2);
});

test('a page that does not answer while the app ends asks nothing', () => {
  quitting = true;
  window.emit('unresponsive');
  expect(questions).toEqual([]);
});

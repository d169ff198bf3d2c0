/** The main script, with a fake Electron and a fake app: events while the app ends, and what prevents a start. */
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function fakeApp(folder: string) {
  return Object.assign(new EventEmitter(), {
    getPath: () => folder,
    requestSingleInstanceLock: vi.fn(() => true),
    whenReady: async () => undefined,
    exit: vi.fn(),
    isPackaged: true,
  });
}

const world = vi.hoisted(() => ({
  app: null as unknown,
  showErrorBox: vi.fn(),
  prepareToQuit: async () => {},
  launch: vi.fn(),
  show: vi.fn(),
  end: vi.fn(),
}));

vi.mock('electron', () => ({
  get app() {
    return world.app;
  },
  dialog: { showErrorBox: world.showErrorBox },
  protocol: { registerSchemesAsPrivileged: () => undefined },
}));
vi.mock('#main/threads.ts', () => ({ startAccountThread: () => ({}) }));
vi.mock('#main/compose.ts', () => ({
  composeInkling: () => ({
    launch: world.launch,
    startsHidden: () => false,
    show: world.show,
    prepareToQuit: () => world.prepareToQuit(),
    end: world.end,
    dispose: () => undefined,
  }),
}));

let folder: string;
let app: ReturnType<typeof fakeApp>;

beforeEach(() => {
  folder = temporaryFolder();
  const config = path.join(folder, 'named.json');
  const google = { clientId: 'c', clientSecret: 's' };
  writeFileSync(config, JSON.stringify({ firebase: { apiKey: 'a', projectId: 'p' }, google }));
  vi.stubEnv('INKLING_CONFIG', config);
  vi.stubGlobal('BAKED_CONFIG', '');
  app = fakeApp(folder);
  world.app = app;
  vi.resetModules();
  vi.clearAllMocks();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    process.removeAllListeners('uncaughtException');
    process.removeAllListeners('unhandledRejection');
  });
});

async function start(): Promise<void> {
  await import('#main/index.ts');
  await expect.poll(() => world.launch.mock.calls.length).toBe(1);
}

test('starts and links that come while the app ends are passed on when it has ended', async () => {
  const quitting = Promise.withResolvers<void>();
  world.prepareToQuit = () => quitting.promise;
  await start();
  app.emit('before-quit', { preventDefault: () => undefined });
  app.emit('second-instance', {}, ['inkling', '--no-sandbox', '--quick-note']);
  app.emit('open-url', { preventDefault: () => undefined }, 'inkling://new?text=words');
  app.emit('activate');
  quitting.resolve();
  await expect.poll(() => world.end.mock.calls.length).toBe(1);
  expect(world.end).toHaveBeenCalledWith([
    { quickNote: true, hidden: false, link: null },
    { quickNote: false, hidden: false, link: 'inkling://new?text=words' },
    { quickNote: false, hidden: false, link: null },
  ]);
  expect(world.launch).toHaveBeenCalledTimes(1);
  expect(world.show).not.toHaveBeenCalled();
});

test('a second start of the app ends without an error message', async () => {
  app.requestSingleInstanceLock.mockReturnValue(false);
  await import('#main/index.ts');
  expect(app.exit).toHaveBeenCalledWith(0);
  expect(world.showErrorBox).not.toHaveBeenCalled();
});

test('if the data folder cannot be written, the app says so instead of ending as a second start does', async () => {
  app.requestSingleInstanceLock.mockReturnValue(false);
  const noFolder = path.join(folder, 'no-folder');
  writeFileSync(noFolder, '');
  app.getPath = () => noFolder;
  await import('#main/index.ts');
  await expect.poll(() => app.exit.mock.calls).toEqual([[1]]);
  expect(world.showErrorBox).toHaveBeenCalledWith('Inkling cannot start', expect.stringContaining(noFolder));
});

test(
  'if the folder of temporary files cannot be written, the app says so',
  { skip: process.platform === 'win32' },
  async () => {
    app.requestSingleInstanceLock.mockReturnValue(false);
    const missing = path.join(folder, 'missing');
    vi.stubEnv('TMPDIR', missing);
    await import('#main/index.ts');
    await expect.poll(() => app.exit.mock.calls).toEqual([[1]]);
    expect(world.showErrorBox).toHaveBeenCalledWith('Inkling cannot start', expect.stringContaining(missing));
  },
);

/**
 * The main script, with a fake Electron and a fake app: events during its end, and obstacles to a start.
 */
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function fakeApp(folder: string) {
  return Object.assign(new EventEmitter(), {
    getPath: () => folder,
    requestSingleInstanceLock: vi.fn(() => true),
    whenReady: async () => undefined,
    exit: vi.fn(),
    isPackaged: true,
    commandLine: {
      hasSwitch: (name: string) => world.switches.has(name),
      getSwitchValue: () => '',
      removeSwitch: (name: string) => world.switches.delete(name),
      appendSwitch: vi.fn(),
    },
    setPath: vi.fn(),
  });
}

const world = vi.hoisted(() => ({
  app: null as unknown,
  showErrorBox: vi.fn(),
  prepareToQuit: async () => {},
  launch: vi.fn(),
  show: vi.fn(),
  end: vi.fn(),
  setProxy: vi.fn(async (_proxy: unknown) => undefined),
  compose: vi.fn(),
  switches: new Set<string>(),
}));

vi.mock('electron', () => ({
  get app() {
    return world.app;
  },
  dialog: { showErrorBox: world.showErrorBox },
  protocol: { registerSchemesAsPrivileged: () => undefined },
  session: { fromPartition: () => ({ setProxy: world.setProxy }) },
}));
vi.mock('#main/account/threads.ts', () => ({ startAccountThread: () => ({}) }));
vi.mock('#main/compose.ts', () => ({
  composeInkling() {
    world.compose();
    return {
      launch: world.launch,
      startsHidden: () => false,
      show: world.show,
      prepareToQuit: () => world.prepareToQuit(),
      end: world.end,
      dispose: () => undefined,
    };
  },
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
  world.switches.clear();
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

test('starts and links that arrive while the app ends are passed on when it has ended', async () => {
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

test('[C53] at most twenty starts wait until the app can handle them', async () => {
  const ready = Promise.withResolvers<undefined>();
  app.whenReady = () => ready.promise;
  await import('#main/index.ts');
  for (let count = 0; count < 100; count += 1)
    app.emit('second-instance', {}, ['inkling', 'inkling://new?text=a']);
  ready.resolve(undefined);
  await expect.poll(() => world.launch.mock.calls.length).toBeGreaterThan(0);
  expect(world.launch).toHaveBeenCalledTimes(20);
});

test('[C47] an argument after a link is not a command: it starts no self-check', async () => {
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
  });
  process.argv = ['inkling', 'inkling://note/abc', '--self-check', '--quick-note'];
  await start();
  expect(app.setPath).not.toHaveBeenCalled();
  expect(world.launch).toHaveBeenCalledWith({ quickNote: false, hidden: false, link: 'inkling://note/abc' });
});

test('[C114] the network is taken from pages before anything can create one', async () => {
  const isDone = Promise.withResolvers<undefined>();
  world.setProxy.mockReturnValueOnce(isDone.promise);
  await import('#main/index.ts');
  await expect.poll(() => world.setProxy.mock.calls.length).toBe(1);
  expect(world.compose).not.toHaveBeenCalled();
  expect(app.commandLine.appendSwitch).toHaveBeenCalledWith(
    'force-webrtc-ip-handling-policy',
    'disable_non_proxied_udp',
  );
  isDone.resolve(undefined);
  await expect.poll(() => world.launch.mock.calls.length).toBe(1);
});

test('a second start of the app ends without an error message', async () => {
  app.requestSingleInstanceLock.mockReturnValue(false);
  await import('#main/index.ts');
  expect(app.exit).toHaveBeenCalledWith(0);
  expect(world.showErrorBox).not.toHaveBeenCalled();
});

test('if the data folder cannot be written, the app says so instead of ending like a second start', async () => {
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

describe('with a debugging port', () => {
  beforeEach(() => world.switches.add('remote-debugging-port'));

  test('[C54] a packaged app says why it does not start, and ends before it opens anything', async () => {
    app.whenReady = async () => {
      expect([...world.switches]).toEqual([]);
      return undefined;
    };
    await import('#main/index.ts');
    await expect.poll(() => app.exit.mock.calls).toEqual([[1]]);
    expect(world.showErrorBox).toHaveBeenCalledWith(
      'Inkling cannot start',
      expect.stringContaining('--remote-debugging-port'),
    );
    expect(app.requestSingleInstanceLock).not.toHaveBeenCalled();
  });

  test('an unpackaged app starts', async () => {
    app.isPackaged = false;
    await start();
    expect(app.exit).not.toHaveBeenCalled();
  });

  test('[C56] a self-check ends without waiting for the user, and touches none of their folders', async () => {
    for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, folder);
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['inkling', '--self-check']);
    onTestFinished(() => void vi.restoreAllMocks());
    await import('#main/index.ts');
    await expect.poll(() => app.exit.mock.calls).toEqual([[1]]);
    expect(world.showErrorBox).not.toHaveBeenCalled();
    expect(app.setPath).toHaveBeenCalledWith('userData', expect.stringContaining('inkling-self-check-'));
    expect(app.commandLine.appendSwitch).toHaveBeenCalledWith('host-resolver-rules', 'MAP * ~NOTFOUND');
  });
});

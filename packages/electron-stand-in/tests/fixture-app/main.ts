// A small app that uses the API of the stand-in. Its tests reach into it through `globalThis.fixture`.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, safeStorage, session } from 'electron';

interface Fixture {
  readonly log: unknown[];
  readonly messages: unknown[];
  readonly denied: string[];
  readonly permissions: string[];
  /** The state of `safeStorage` before the app was ready. */
  readonly early: object;
  mayClose: boolean;
  /** The content of `script.js` from now on, and how often the page has requested it. */
  script: string;
  scriptRequests: number;
  finishSlow(value: unknown): void;
  readonly openWindow: () => Promise<void>;
}
declare global {
  var fixture: Fixture;
}

const log: unknown[] = [];
globalThis.fixture = {
  log,
  messages: [],
  denied: [],
  permissions: [],
  early: askEarly(),
  mayClose: true,
  script: '',
  scriptRequests: 0,
  finishSlow: () => undefined,
  openWindow,
};
const { FIXTURE_EXIT: exit, FIXTURE_SINGLE: single, FIXTURE_PASSWORD_STORE: passwordStore } = process.env;
if (process.env['FIXTURE_SANDBOX'] === '1') app.enableSandbox();
if (passwordStore !== undefined) app.commandLine.appendSwitch('password-store', passwordStore);

function askEarly(): object {
  const encrypt = (): string => {
    try {
      return safeStorage.encryptString('x').toString();
    } catch (error) {
      return String(error);
    }
  };
  const backend = safeStorage.getSelectedStorageBackend();
  return { backend, available: safeStorage.isEncryptionAvailable(), encrypted: encrypt() };
}

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

const CSP =
  "default-src 'none'; script-src app://bundle; connect-src 'self' http://127.0.0.1:*; style-src 'self'";

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/throw') throw new Error('deliberate');
  if (pathname === '/error') return Response.error();
  if (pathname === '/echo') {
    return Response.json({ url: request.url, method: request.method, body: await request.text() });
  }
  const file = path.join(import.meta.dirname, path.normalize(pathname));
  const type = TYPES[path.extname(file)] ?? 'text/plain';
  const headers = { 'content-security-policy': CSP, 'content-type': type };
  if (pathname === '/script.js') {
    globalThis.fixture.scriptRequests += 1;
    return new Response(globalThis.fixture.script, { headers });
  }
  const content = await readFile(file).catch(() => null);
  return content === null
    ? new Response('not found', { status: 404, headers })
    : new Response(content, { headers });
}

function openWindow(): Promise<void> {
  const window = new BrowserWindow({
    width: 700,
    height: 500,
    show: false,
    webPreferences: { preload: path.join(import.meta.dirname, 'preload.cjs') },
  });
  window.once('ready-to-show', () => {
    log.push('ready-to-show');
    window.show();
  });
  window.on('close', (event) => {
    log.push('close');
    if (!globalThis.fixture.mayClose) event.preventDefault();
  });
  window.on('closed', () => log.push('closed'));
  window.webContents.setWindowOpenHandler(({ url, disposition }) => {
    globalThis.fixture.denied.push(`${disposition} ${url}`);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event, url) => {
    if (url.startsWith('app://bundle/')) return;
    globalThis.fixture.denied.push(`navigate ${url}`);
    event.preventDefault();
  });
  window.webContents.on('render-process-gone', (_event, details) => log.push(`gone: ${details.reason}`));
  return window.loadURL('app://bundle/index.html');
}

ipcMain.handle('echo', (_event, value) => value);
ipcMain.handle('sender', (event) => {
  const { url, origin, parent } = event.senderFrame ?? {};
  return { url, origin, parent, same: event.senderFrame === event.sender.mainFrame };
});
ipcMain.handle('fail', () => {
  throw new RangeError('deliberate');
});
ipcMain.handle('function', () => () => 1);
ipcMain.handle(
  'slow',
  () =>
    new Promise((resolve) => {
      globalThis.fixture.finishSlow = resolve;
    }),
);
ipcMain.on('message', (_event, ...args) => globalThis.fixture.messages.push(args));

app.on('before-quit', () => log.push('before-quit'));
app.on('will-quit', () => log.push('will-quit'));
app.on('quit', () => log.push('quit'));
app.on('window-all-closed', () => {
  log.push('window-all-closed');
  app.quit();
});

if (single === '1') {
  if (app.requestSingleInstanceLock({ hello: 'first' })) {
    app.on('second-instance', (_event, argv, cwd, data) => {
      log.push({ argv, cwd, data });
      console.log(`second instance: ${JSON.stringify(data)} ${argv.slice(-2).join(' ')}`);
    });
  } else {
    console.log('second');
    app.exit(3);
  }
}
if (exit === 'at once') app.exit(7);
if (exit === 'quit at once') app.quit();

async function start(): Promise<void> {
  await app.whenReady();
  log.push('ready');
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
    globalThis.fixture.permissions.push(permission);
    callback(false);
  });
  protocol.handle('app', serve);
  if (exit === 'in window') setImmediate(() => app.exit(8));
  await openWindow();
  log.push('loaded');
  console.log('loaded');
  if (exit === 'process.exit') process.exit(9);
  if (exit === 'throw') {
    setImmediate(() => {
      throw new Error('deliberate crash');
    });
  }
}

void start();

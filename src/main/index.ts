/** The app's lifecycle and nothing else: one instance, a valid configuration, start, and end. */
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { app, dialog } from 'electron';
import { AppError, messageOf } from '#shared/error.ts';
import { createErrorReport, describeError } from '#shared/error-report.ts';
import { systemClock } from './clock.ts';
import type { Inkling } from './compose.ts';
import { loadConfig } from './config/load.ts';
import { registerAppScheme } from './desktop/app-protocol.ts';
import { parseLaunch } from './desktop/launch.ts';
import { createLogFile } from './device/log-file.ts';
import { terminalLog } from './log.ts';
import { startAccountThread, type Thread } from './threads.ts';

/** JSON text that the build put here, see electron.vite.config.ts. */
declare const BAKED_CONFIG: string;

const log = createLogFile(path.join(app.getPath('userData'), 'logs'), terminalLog, systemClock.now);

/**
 * Whatever nobody caught is logged, and the app goes on, in place of Electron's own dialog: the notes are in a thread that ends
 * by such an error itself, and to end the windows would cost more than to keep them.
 */
function logUncaughtErrors(): void {
  const report = createErrorReport(systemClock, (text) => log.error(text));
  process.on('uncaughtException', (error) => report('An error that nobody caught', error));
  process.on('unhandledRejection', (reason) => report('A rejection that nobody took', reason));
}

function start(): void {
  const launch = parseLaunch(process.argv);
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  const config = loadConfig({
    named: process.env['INKLING_CONFIG'],
    userData: app.getPath('userData'),
    baked: BAKED_CONFIG,
    obeyEndpoints: !app.isPackaged,
  });
  // It loads SQLite while everything else starts.
  const accountThread = startAccount();
  let inkling: Inkling | null = null;
  let settled = false;
  app.enableSandbox();
  registerAppScheme();
  app.on('second-instance', (_event, argv) => inkling?.launch(parseLaunch(argv)));
  app.on('activate', () => inkling?.show());
  // The shell decides when the app ends without a window.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', (event) => {
    if (settled || inkling === null) return;
    event.preventDefault();
    // What goes wrong with it must not keep anybody from quitting.
    void inkling.prepareToQuit().finally(() => {
      settled = true;
      app.quit();
    });
  });
  app.on('will-quit', () => inkling?.dispose());
  Promise.all([loadApp(), app.whenReady()])
    .then(([{ composeInkling }]) => {
      // This file is built to `out/main`.
      inkling = composeInkling(
        config,
        path.join(import.meta.dirname, '..'),
        log,
        accountThread,
        startAccount,
      );
      inkling.launch(launch);
    })
    .catch(fail);
}

function startAccount(): Thread {
  return startAccountThread(path.join(import.meta.dirname, 'account.js'), (message) => log.error(message));
}

/** Loads the app while Electron gets ready, which it does not begin before the main script has run: hence in a later turn. */
async function loadApp() {
  await setImmediate();
  // Node loads its HTTP client when one of these is first named, else with the page's first request.
  void globalThis.Response;
  return import('./compose.ts');
}

/** An app that could not start must not stay behind without a window. */
function fail(error: unknown): void {
  // The message of an AppError says all that a person can act on.
  log.error(error instanceof AppError ? error.message : describeError(error));
  // Who started the app from a menu sees no terminal.
  if (app.isPackaged) dialog.showErrorBox('Inkling cannot start', messageOf(error));
  app.exit(1);
}

logUncaughtErrors();
try {
  start();
} catch (error) {
  fail(error);
}

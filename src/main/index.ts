/** The app's lifecycle and nothing else: one instance, a valid configuration, start, and end. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { app, dialog } from 'electron';
import { AppError, messageOf } from '#shared/base/error.ts';
import { createErrorReport } from '#shared/base/error-report.ts';
import { MOST_WAITING_LINKS } from '#shared/ipc/link.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import { systemClock } from './base/clock.ts';
import type { Inkling } from './compose.ts';
import { loadConfig } from './config/load.ts';
import { registerAppScheme } from './guard/app-protocol.ts';
import { refuseUnsafeStart } from './guard/hardening.ts';
import { cutOffPages, limitPageNetwork } from './system/page-session.ts';
import { type Launch, launchOf, ownArguments, parseLaunch } from './links/launch.ts';
import {
  type NewNoteCommand,
  parseNewNoteCommand,
  readStandardInput,
  runNewNoteCommand,
  writeStandardError,
} from './quick-note/new-note-command.ts';
import { choosePasswordStore } from './system/password-store.ts';
import { mayStartUnsandboxed } from './system/sandbox-question.ts';
import { addWaitingNote, waitingWordsFolder } from './device/waiting-words.ts';
import { createLogFile } from './device/log-file.ts';
import { requireWritable } from './device/require-writable.ts';
import { createLineCount } from './base/line-count.ts';
import { sendConsoleTo, terminal } from './base/log.ts';
import { startAccountThread, type Thread } from './account/threads.ts';

/** See `self-check.ts`. */
const isSelfCheck = ownArguments(process.argv).includes('--self-check');

/** JSON text, set by the build; see electron.vite.config.ts. */
declare const BAKED_CONFIG: string;

/** For a self-check of a build without a configuration. A self-check never signs in. */
const SELF_CHECK_CONFIG = JSON.stringify({
  firebase: { apiKey: 'self-check', projectId: 'self-check' },
  google: { clientId: 'self-check', clientSecret: 'self-check' },
});

// Before any code asks for the user-data folder, so that the user's real one is not touched.
if (isSelfCheck) standApart();

/** The folder of the built app, `out`: this file is built to `out/main`. */
const BUILT = path.join(import.meta.dirname, '..');

const log = createLogFile(path.join(app.getPath('userData'), 'logs'), terminal, systemClock.now, BUILT);
const countLines = createLineCount(systemClock, log.warn);

/**
 * Logs uncaught errors instead of showing Electron's dialog, and lets the app continue. The notes are in a
 * thread that ends itself on such an error, and closing the windows would cost more than continuing.
 */
function logUncaughtErrors(): void {
  const report = createErrorReport(systemClock, log.error);
  process.on('uncaughtException', (error) => report('uncaught-error', error));
  process.on('unhandledRejection', (reason) => report('unhandled-rejection', reason));
}

/** Logs when a process of Chromium ends. Chromium restarts it; if it gives up, windows may stay empty. */
function logLostProcesses(): void {
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit')
      log.warn({ id: 'process-ended', process: name ?? type, ending: reason, exitCode });
  });
}

function start(): void {
  const command = parseNewNoteCommand(process.argv);
  if (command !== null) {
    app.exit(runNewNote(command));
    return;
  }
  if (app.isPackaged) refuseUnsafeStart();
  if (!app.requestSingleInstanceLock()) {
    // Chromium needs both folders for the lock, and does not say why it failed.
    for (const folder of [app.getPath('userData'), tmpdir()]) requireWritable(folder);
    // A developer could mistake the window of the running version for this one.
    if (!app.isPackaged && !parseLaunch(process.argv).quickNote)
      writeStandardError(
        `Inkling is already running with the notes in ${app.getPath('userData')}, and its window is now in front. To start this one, quit it from its tray menu.`,
      );
    app.exit(0);
    return;
  }
  choosePasswordStore();
  const config = loadConfig({
    named: process.env['INKLING_CONFIG'],
    userData: app.getPath('userData'),
    baked: isSelfCheck && BAKED_CONFIG === '' ? SELF_CHECK_CONFIG : BAKED_CONFIG,
    packaged: app.isPackaged || isSelfCheck,
  });
  // The account's thread loads SQLite while everything else starts.
  const firstThread = startAccount();
  let inkling: Inkling | null = null;
  /**
   * Launches that arrive before the app is ready, or while it ends. The latter are done by the next start.
   */
  let waitingLaunches: readonly Launch[] = [parseLaunch(process.argv)];
  let ending = false;
  let settled = false;
  /** Ignores launches beyond a limit, because a web page may open links endlessly. */
  function wait(launch: Launch): void {
    if (waitingLaunches.length < MOST_WAITING_LINKS) waitingLaunches = [...waitingLaunches, launch];
  }
  registerAppScheme();
  limitPageNetwork();
  app.on('second-instance', (_event, argv) => {
    const launch = parseLaunch(argv);
    if (inkling === null || ending) wait(launch);
    else inkling.launch(launch);
  });
  // Only on macOS. If a link starts the app, the event comes before it is ready, and replaces the launch.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const launch = launchOf(url);
    if (inkling === null) waitingLaunches = waitingLaunches.filter(({ link }) => link !== null);
    if (inkling === null || ending) wait(launch);
    else inkling.launch(launch);
  });
  app.on('activate', () => {
    if (ending) wait(parseLaunch([]));
    else inkling?.show();
  });
  // The shell decides when the app ends without a window.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', (event) => {
    if (settled || inkling === null) return;
    event.preventDefault();
    // A self-check exits with 0 only after its report.
    if (isSelfCheck) app.exit(1);
    if (ending || isSelfCheck) return;
    ending = true;
    waitingLaunches = [];
    // A failure here must not prevent quitting.
    void inkling.prepareToQuit().finally(() => {
      settled = true;
      void inkling?.end(waitingLaunches);
    });
  });
  app.on('will-quit', () => inkling?.dispose());
  Promise.all([loadApp(), app.whenReady()])
    .then(async ([{ composeInkling }]) => {
      if (!(await mayStartUnsandboxed())) {
        app.exit(0);
        return;
      }
      await cutOffPages();
      inkling = composeInkling({
        config,
        built: BUILT,
        log,
        countLines,
        firstThread,
        startAccount,
        isSelfCheck,
      });
      const isHidden = inkling.startsHidden();
      for (const launch of waitingLaunches) inkling.launch({ ...launch, hidden: launch.hidden || isHidden });
      return isSelfCheck ? checkItself() : undefined;
    })
    .catch(fail);
}

/** @returns the exit code */
function runNewNote(command: NewNoteCommand): number {
  return runNewNoteCommand(command, {
    readInput: readStandardInput,
    store: (content) =>
      addWaitingNote(
        waitingWordsFolder(app.getPath('userData')),
        makeNoteId(randomBytes),
        content,
        systemClock.now(),
      ),
    complain: writeStandardError,
  });
}

/** Gives a self-check its own user-data folder, and blocks every server except its own on this machine. */
function standApart(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-self-check-'));
  app.setPath('userData', folder);
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // On Windows, Chromium still has its files open.
    }
  });
}

/** Ends the app with exit code 0 and a line of JSON if this installation works; throws otherwise. */
async function checkItself(): Promise<void> {
  const [{ selfCheck }, { waitForPaint }, { systemUpdater }] = await Promise.all([
    import('./self-check.ts'),
    import('./windows/painted-page.ts'),
    import('./updates/update-system.ts'),
  ]);
  const code = import.meta.dirname;
  const page = await waitForPaint(systemClock);
  const note = await selfCheck(startAccount, path.join(code, 'cloud.js'), systemUpdater);
  // Exit only once the line is written, so that a program that reads it from a pipe gets it.
  process.stdout.write(`${JSON.stringify({ selfCheck: 'passed', code, page, note })}\n`, () => app.exit(0));
}

function startAccount(): Thread {
  return startAccountThread(path.join(import.meta.dirname, 'account.js'), {
    onTrouble: log.error,
    countLines,
  });
}

/**
 * Loads the app while Electron gets ready. Electron begins that only after the main script has run, so this
 * waits for a later turn.
 */
async function loadApp() {
  await setImmediate();
  // Naming this class makes Node load its HTTP client now rather than at the page's first request.
  void globalThis.Response;
  return import('./compose.ts');
}

/** Ends the app, because one that could not start must not keep running without a window. */
async function fail(error: unknown): Promise<void> {
  log.error('start-failed', error);
  // The message of an AppError has all that the user can act on. That of a `StartError` also names files,
  // which the log does not.
  if (error instanceof AppError) writeStandardError(error.message);
  // A user who started the app from a menu sees no terminal. A self-check must not wait for a user.
  if (app.isPackaged && !isSelfCheck) {
    // On Linux, a message box goes only to the terminal until Electron is ready.
    await app.whenReady();
    dialog.showErrorBox('Inkling cannot start', messageOf(error));
  }
  app.exit(1);
}

sendConsoleTo(countLines);
logUncaughtErrors();
logLostProcesses();
try {
  start();
} catch (error) {
  void fail(error);
}

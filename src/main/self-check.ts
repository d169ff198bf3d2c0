/**
 * `inkling --self-check`: whether this installation works, tested without an account and without the
 * internet. The app starts normally, but with its own user-data folder. In addition to the window's page
 * (`windows/painted-page.ts`) it tests the threads: it starts both from their installed files, has the
 * account's thread make a database in a temporary folder, store a note there and read it back, and has the
 * cloud's thread connect to a server on this machine. It also loads the updater, which otherwise happens only
 * at the check for an update. Mistakes in the packaging make it fail.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppUpdater } from 'electron-updater';
import * as v from 'valibot';
import { noteId, uid as uidSchema } from '#shared/ipc/schemas.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import { entryOf } from '#shared/base/error-report.ts';
import type { Report } from '#shared/base/log.ts';
import { accountFiles } from './account/files.ts';
import { createAccountHost } from './account/host.ts';
import { systemClock } from './base/clock.ts';
import { withDeadline } from './base/deadline.ts';
import { createWaitingWords, waitingWordsFolder } from './device/waiting-words.ts';
import { startCloudThread, type Thread } from './account/threads.ts';

const PATIENCE_MS = 60_000;
const storedNote = v.object({ title: v.string(), text: v.string() });
const CONTENT = { title: 'Self-check', text: 'This note is on the disk.' };

const makeId = (): NoteId => makeNoteId(randomBytes);

/**
 * @param startAccount starts the account's thread
 * @param cloudEntry `src/cloud/worker.ts`, or the file that it was built to
 * @param loadUpdater loads electron-updater
 * @returns the note as read from the database
 * @throws Error that names the part that does not work
 */
export async function selfCheck(
  startAccount: () => Thread,
  cloudEntry: string,
  loadUpdater: () => Promise<Pick<AppUpdater, 'checkForUpdates'>>,
): Promise<NoteContent> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inkling-self-check-'));
  const failed = Promise.withResolvers<never>();
  const contact = Promise.withResolvers<true>();
  const fail: Report = (event, why) => failed.reject(new Error(entryOf(event, why, (line) => line.trim())));
  // A thread that has loaded gRPC begins a TLS handshake. It gets no answer.
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => contact.resolve(true));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const uid = v.parse(uidSchema, 'self-check');
  const waitingWords = createWaitingWords({
    folder: waitingWordsFolder(folder),
    clock: systemClock,
    makeId,
    onTrouble: fail,
  });
  const host = createAccountHost({
    firstThread: startAccount(),
    startAccount,
    startCloud: () =>
      startCloudThread(
        cloudEntry,
        { config: { projectId: 'self-check', host: `localhost:${port}` }, uid },
        {
          idToken: () => Promise.resolve('none'),
          rejectToken: () => undefined,
          route: () => Promise.resolve({ kind: 'direct' }),
          reportObstacle: () => undefined,
          reportTrouble: fail,
        },
        { onTrouble: fail, countLines: () => undefined },
      ),
    filesOf: (id) => accountFiles(folder, id),
    waitingWords,
    isQuickNoteOpen: () => false,
    clock: systemClock,
    makeId,
    emptyTrashAfter: () => null,
    dialogs: {
      chooseFolder: async () => null,
      chooseSource: async () => null,
      choosePictureFolder: async () => null,
      chooseReportFile: async () => null,
    },
    onChange: () => undefined,
    onCounted: () => undefined,
    onSync: () => undefined,
    onTransfer: () => undefined,
    // No push ever succeeds, which is no failure of the self-check.
    onTrouble: () => undefined,
  });

  async function check(): Promise<NoteContent> {
    const user = { uid, email: '', name: '', picture: null };
    host.applySession({ status: 'signed-in', user, expired: false, signingIn: false });
    host.startSync();
    const id = v.parse(noteId, await host.request('notes:add', [uid, CONTENT, null]));
    const note = v.parse(storedNote, await host.request('notes:get', [id]));
    const reached = await withDeadline(contact.promise, systemClock, PATIENCE_MS, false);
    if (!reached) throw new Error('The cloud’s thread did not connect to its server.');
    const updater = await loadUpdater();
    if (typeof updater.checkForUpdates !== 'function') throw new Error('The updater cannot be loaded.');
    return note;
  }

  try {
    return await Promise.race([check(), failed.promise]);
  } finally {
    await host.close();
    server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

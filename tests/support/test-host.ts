/**
 * The real account host on real files. The code of the account threads runs in this process, and a test
 * provides the cloud.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { namesIn } from '#disk/there.ts';
import { type ServePorts, serveAccount } from '#account/serve.ts';
import type { FileJobs } from '#account/upkeep/file-jobs.ts';
import { accountFiles } from '#main/account/files.ts';
import { type AccountHost, createAccountHost } from '#main/account/host.ts';
import {
  createWaitingWords,
  entriesAmong,
  waitingWordsFolder,
  type WaitingWordsStore,
} from '#main/device/waiting-words.ts';
import { accountDigest } from '#main/device/account-digest.ts';
import type { CloudThread, Thread } from '#main/account/threads.ts';
import type { Draft } from '#shared/note/draft.ts';
import type { AccountChannel, Requests } from '#shared/ipc/requests.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import type { Obstacle } from '#shared/base/obstacle.ts';
import type { RemoteStore } from '#shared/note/remote-store.ts';
import type { SessionState } from '#shared/ipc/session.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import type { TransferState } from '#shared/ipc/transfer.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { createPortPair } from '../fuzz/device/port-pair.ts';
import { type CloudPort, createReplaceableRemote } from '../fuzz/device/replaceable-remote.ts';
import { createFakeCloud, type FakeCloud } from './fake-cloud.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };

export function signedIn(uid: string, expired = false): SessionState {
  const user = { uid: uid as Uid, email: `${uid}@example.org`, name: uid, picture: null };
  return { status: 'signed-in', user, expired, signingIn: false };
}

/** Signed in, but the account is not confirmed yet. */
export function unconfirmed(uid: string): SessionState {
  return { ...signedIn(uid), unconfirmed: true } as SessionState;
}

/**
 * The host with the contract's types for its answers. In the app, answers are passed on to a page untyped.
 */
export interface TypedHost extends AccountHost {
  request<C extends AccountChannel>(
    channel: C,
    args: Parameters<Requests[C]>,
  ): Promise<ReturnType<Requests[C]>>;
}

export interface TestHost {
  readonly host: TypedHost;
  readonly folder: string;
  readonly clock: ManualClock;
  readonly waitingWords: WaitingWordsStore;
  readonly troubles: string[];
  readonly syncs: SyncState[];
  readonly transfers: TransferState[];
  readonly revisions: number[];
  /** For each report of a count: the latest revision at that time. */
  readonly counted: (number | undefined)[];
  /** Closes the host before the end of the test. */
  readonly end: () => Promise<void>;
  readonly started: () => number;
  readonly databaseOf: (uid: string) => string;
  /** Makes the latest cloud thread report this. */
  reportObstacle(obstacle: Obstacle | null): void;
  /** Ends the current account thread as an unhandled error would. */
  crash(): void;
  signIn(uid: string): void;
  signOut(): Promise<number>;
  add(uid: string, content: NoteContent): Promise<NoteId>;
  /** Titles of the active list, newest first. */
  titles(): Promise<string[]>;
  /** Paths of the entries of waiting words of this account; null: of no account. */
  waitingOf(uid: string | null): string[];
  /** The drafts of both windows; in the app, each window gets only its own. */
  drafts(): Promise<readonly Draft[]>;
}

export interface TestHostOptions extends Partial<
  Pick<ServePorts, 'injectFault' | 'createEngine' | 'sliceSteps'>
> {
  /** Creates the jobs on whole files; by default there are none. */
  readonly createJobs?: () => FileJobs;
  /** The cloud as this account sees it; by default it cannot be reached. */
  readonly connect?: (uid: Uid) => RemoteStore;
  /** The choices of the accounts; by default no account has chosen any days. */
  readonly emptyTrashAfter?: (uid: Uid) => TrashDays;
  /** Awaited before a thread is ended from outside. */
  readonly beforeEnd?: () => Promise<void>;
  readonly folder?: string;
  /** Whether the quick note's window is open; by default it is. */
  readonly isQuickNoteOpen?: () => boolean;
  /** Awaited before an account's folder is made. */
  readonly beforeFolder?: () => Promise<void>;
  /** Awaited before an account's files are removed. */
  readonly beforeRemoval?: () => Promise<void>;
  /** Answers the question for files to import; by default the user chooses none. */
  readonly chooseSource?: () => Promise<readonly string[] | null>;
  /** Answers the question where to export to; by default the user chooses none. */
  readonly chooseFolder?: () => Promise<string | null>;
  /** Answers the question for a folder for pictures; by default the user chooses none. */
  readonly choosePictureFolder?: () => Promise<string | null>;
  readonly onTransfer?: (state: TransferState) => void;
  /** Called before an account thread starts, with its number from 1 on. */
  readonly onStart?: (number: number) => void;
}

export function createTestHost(options: TestHostOptions = {}): TestHost {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'inkling-host-'));
  const clock = createManualClock();
  const troubles: string[] = [];
  const waitingWords = createWaitingWords({
    folder: waitingWordsFolder(folder),
    clock,
    makeId: () => makeNoteId(randomBytes),
    onTrouble: reportTo(troubles),
  });
  const syncs: SyncState[] = [];
  const transfers: TransferState[] = [];
  const revisions: number[] = [];
  const counted: (number | undefined)[] = [];
  let started = 0;
  let fail: (error: unknown) => void = () => undefined;
  let reportObstacle: (obstacle: Obstacle | null) => void = () => undefined;

  function startAccount(): Thread {
    started += 1;
    options.onStart?.(started);
    const [port, hostPort] = createPortPair();
    const link = createReplaceableRemote();
    const ended = Promise.withResolvers<void>();
    let isOver = false;
    const endThread = (): void => {
      if (isOver) return;
      isOver = true;
      port.close();
      link.disconnect();
      ended.resolve();
    };
    const failThread = serveAccount(port, {
      clock,
      makeId: () => makeNoteId(randomBytes),
      remote: link.remote,
      connect: link.connect,
      jobs: options.createJobs?.() ?? { run: async () => ({ kind: 'done' }), close: async () => undefined },
      end: endThread,
      injectFault: options.injectFault,
      createEngine: options.createEngine,
      sliceSteps: options.sliceSteps,
    });
    fail = failThread;
    return {
      port: hostPort,
      onEnd: (listener) => void ended.promise.then(listener),
      async end() {
        await options.beforeEnd?.();
        if (!isOver) failThread(new Error('ended from outside'));
        endThread();
        await ended.promise;
      },
    };
  }

  function startCloud(uid: Uid, onObstacle: (obstacle: Obstacle | null) => void): CloudThread {
    reportObstacle = onObstacle;
    return {
      accountPort: {
        remote: options.connect?.(uid) ?? createReplaceableRemote().remote,
        onEnd: () => undefined,
      } satisfies CloudPort,
      onEnd: () => undefined,
      end: async () => undefined,
    };
  }

  const host: TypedHost = createAccountHost({
    firstThread: startAccount(),
    startAccount,
    startCloud,
    filesOf(uid) {
      const files = accountFiles(folder, uid);
      const makeFolder = async (): Promise<void> => {
        await options.beforeFolder?.();
        await files.makeFolder();
      };
      const remove = async (taken: readonly string[]): Promise<void> => {
        await options.beforeRemoval?.();
        await files.remove(taken);
      };
      return { ...files, makeFolder, remove };
    },
    waitingWords,
    isQuickNoteOpen: options.isQuickNoteOpen ?? (() => true),
    clock,
    makeId: () => makeNoteId(randomBytes),
    emptyTrashAfter: options.emptyTrashAfter ?? (() => null),
    dialogs: {
      chooseFolder: options.chooseFolder ?? (async () => null),
      chooseSource: options.chooseSource ?? (async () => null),
      choosePictureFolder: options.choosePictureFolder ?? (async () => null),
      chooseReportFile: async () => null,
    },
    onChange: (revision) => revisions.push(revision),
    onCounted: () => counted.push(revisions.at(-1)),
    onSync: (state) => syncs.push(state),
    onTransfer(state) {
      transfers.push(state);
      options.onTransfer?.(state);
    },
    onTrouble: reportTo(troubles),
  }) as TypedHost;
  waitingWords.onChange(() => host.takeWaitingWords());
  const endWatch = waitingWords.watch();
  let isOver = false;
  async function end(): Promise<void> {
    if (isOver) return;
    isOver = true;
    await host.close();
    endWatch();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
  onTestFinished(end);
  return {
    host,
    folder,
    clock,
    waitingWords,
    troubles,
    syncs,
    transfers,
    revisions,
    counted,
    end,
    started: () => started,
    databaseOf: (uid) => accountFiles(folder, uid as Uid).database,
    reportObstacle: (obstacle) => reportObstacle(obstacle),
    crash: () => fail(new Error('a crash')),
    signIn: (uid) => host.applySession(signedIn(uid)),
    async signOut() {
      const { unsynced } = await host.signOut(async () => host.applySession(SIGNED_OUT));
      return unsynced;
    },
    add: (uid, content) => host.request('notes:add', [uid as Uid, content, null]),
    async titles() {
      const { rows } = await host.request('notes:view', [
        { list: 'active', query: '', labels: [], offset: 0, limit: 100 },
      ]);
      return rows.map(({ title }) => title);
    },
    waitingOf(uid) {
      const owner = uid === null ? 'nobody' : accountDigest(uid as Uid);
      return entriesAmong(namesIn(waitingWordsFolder(folder)))
        .filter((entry) => entry.owner === owner)
        .map(({ name }) => path.join(waitingWordsFolder(folder), name));
    },
    async drafts() {
      const listed = [host.request('drafts:list', ['main']), host.request('drafts:list', ['quick'])];
      return (await Promise.all(listed)).flat();
    },
  };
}

/** A host whose accounts `ada` and `ben` each have a cloud. */
export function createHostWithClouds(): {
  readonly app: TestHost;
  readonly clouds: Record<string, FakeCloud>;
} {
  const clouds: Record<string, FakeCloud> = { ada: createFakeCloud(), ben: createFakeCloud() };
  return {
    clouds,
    app: createTestHost({ connect: (uid) => (clouds[uid] ?? createFakeCloud()).connect() }),
  };
}

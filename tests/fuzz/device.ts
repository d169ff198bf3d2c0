/**
 * A device: the app's own handling of accounts and their threads (`host.ts`) over its own files, people who
 * sign in and out, restarts, crashes, and a disk that can fail. The rules of signing out (S10, S11) are
 * checked here at each sign-out.
 */
import { existsSync } from 'node:fs';
import { createSyncEngine } from '#account/sync/engine.ts';
import type { FileJobs } from '#account/upkeep/file-jobs.ts';
import { type AccountFiles, accountFiles } from '#main/account/files.ts';
import { type AccountHost, createAccountHost } from '#main/account/host.ts';
import type { CloudThread } from '#main/account/threads.ts';
import {
  createWaitingWords,
  waitingWordsFolder,
  type WaitingWordsStore,
} from '#main/device/waiting-words.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { AccountChannel, Requests } from '#shared/ipc/requests.ts';
import { LISTS, type NoteContent, type NoteId, type Uid } from '#shared/note/note.ts';
import type { SessionState } from '#shared/ipc/session.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import { SYNC_OFF, type SyncState } from '#shared/ipc/sync-state.ts';
import { MAX_WINDOW, type NoteRow } from '#shared/note/view.ts';
import type { Report as WriteLog } from '#shared/base/log.ts';
import { type AccountThread, startAccountThread, type ThreadRemote } from './device/account-thread.ts';
import { noteIdOf } from './device-name.ts';
import { type StoreWatcher, watchEngine } from './device/watched-engine.ts';
import { recordPowerCut, recordWrite } from './disk/damage-device.ts';
import { createDisk, type Disk } from './disk/disk.ts';
import { wordsOf } from './ledger.ts';
import type { Person, Report } from './people.ts';
import type { Random } from './random.ts';

export interface Device {
  readonly name: string;
  readonly disk: Disk;
  /** The signed-in person. */
  readonly person: Person | null;
  readonly sync: SyncState;
  /**
   * Number of times that the account could not be opened and was closed for a while, with requests refused.
   */
  readonly closings: number;
  /** Counts the starts of the app, and the changes of the signed-in account. */
  readonly opening: number;
  /** Counts the openings of an account's notes. */
  readonly servings: number;
  /** Whether the app is being closed or started, or a sign-out is under way. People wait for its end. */
  readonly isBusy: boolean;
  /**
   * Whether the app is being closed or started. A sign-in waits only for this, not for a sign-out.
   */
  readonly isRestarting: boolean;
  /** The open edit dialog. */
  dialog: Dialog | null;
  trashDays: TrashDays;
  filesOf(person: Person): AccountFiles;
  /** @throws AppError as the app does; CutOff if the app ends before its answer */
  request<C extends AccountChannel>(
    channel: C,
    ...args: Parameters<Requests[C]>
  ): Promise<ReturnType<Requests[C]>>;
  /** Stores a quick note while signed out. @throws as `request` */
  storeSignedOut(content: NoteContent): Promise<void>;
  /** The shown rows of all lists, newest first. */
  shown(): Promise<readonly NoteRow[]>;
  /** Tells the app that the network or the person is back. */
  wake(): void;
  signIn(person: Person): void;
  /** @param pause lets time pass while the sign-out is under way */
  signOut(pause: () => Promise<void>): Promise<void>;
  /** Closes the app and starts it with the same session. @param between called while the app is closed */
  restart(between?: () => void): Promise<void>;
  /** Kills the app and starts it again. @param between as in `restart` */
  crash(between?: () => void): void;
  /** Ends the app by a power cut, and starts it again. */
  cutPower(random: Random): void;
  crashAccount(): void;
  crashCloud(): void;
  close(): void;
}

export interface Dialog {
  readonly id: NoteId;
  /** The content of the note when the dialog was opened. */
  readonly base: NoteContent;
}

/** The app ended before its answer. The request may have been done. */
export class CutOff extends Error {}

export interface DevicePorts {
  readonly name: string;
  /** The app's user-data folder. */
  readonly folder: string;
  readonly people: readonly Person[];
  readonly clock: Clock;
  readonly startCloud: (person: Person) => CloudThread;
  /** Creates the connection of an account's thread to the cloud. */
  readonly createRemote: () => ThreadRemote;
  readonly jobs: () => FileJobs;
  /** Called before an account's files are opened. */
  readonly onOpening: (person: Person) => void;
  /** Called with the entries of the app's log. */
  readonly onTrouble: WriteLog;
  /** Number of notes that the engine reads or writes without a pause. */
  readonly sliceSteps: number;
  readonly report: Report;
  /** Another engine, to test that a run fails if the engine breaks a rule. */
  readonly createEngine?: typeof createSyncEngine | undefined;
}

const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };
/** Milliseconds that the app waits for pushes at its end. */
const SETTLE_MS = 500;

/** One run of the app, from its start to its end. */
interface App {
  readonly host: AccountHost;
  readonly waitingWords: WaitingWordsStore;
  readonly threads: Set<AccountThread>;
  readonly clouds: Set<CloudThread>;
  /** Rejects when the app has ended. */
  readonly gone: PromiseWithResolvers<never>;
  isOver: boolean;
}

export function createDevice(ports: DevicePorts): Device {
  const { name, folder, people, clock, report } = ports;
  const disk = createDisk();
  const waiting: { leaving: boolean; restarting: boolean } = { leaving: false, restarting: false };
  let made = 0;
  let closings = 0;
  let opening = 0;
  let servings = 0;

  const makeId = (): NoteId => {
    made += 1;
    return noteIdOf(name, made);
  };
  const filesOf = (uid: Uid): AccountFiles => accountFiles(folder, uid);
  const personOf = (uid: Uid | undefined): Person | null =>
    people.find((person) => person.uid === uid) ?? null;

  /** Overwritten words that a power cut may bring back. */
  const unflushedPast = new Set<string>();

  function watcherOf(opened: () => Person | null, thread: () => AccountThread): StoreWatcher {
    let isUnflushed = false;
    return {
      onUnflushed() {
        isUnflushed = true;
        const endInThread = thread().beginUnflushed();
        return () => {
          isUnflushed = false;
          endInThread();
        };
      },
      onChange(id, before, after) {
        const person = opened();
        if (person === null) return;
        // S12.4: the earlier versions of a note are deleted with the note.
        if (after === null) person.ledger.forgetPast({ device: name, id });
        // If a person has deleted the note for ever, its versions go as soon as this device learns of it.
        else if (person.deleted.has(id)) return;
        person.ledger.recordOverwrite(name, id, before, after);
        if (isUnflushed) for (const word of wordsOf(before)) unflushedPast.add(word);
        recordWrite(device, person, before);
      },
      onUncertainRemoval: (id) => opened()?.ledger.forgetPast({ device: name, id }),
      onRename: (from, to) => opened()?.ledger.renamePast(name, from, to),
      onLiveUnconfirmed: () => report(`[S13.3] ${name} is live before its account is confirmed`),
    };
  }

  function start(): App {
    opening += 1;
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined);
    const deviceClock: Clock = {
      ...clock,
      after: (ms, callback) =>
        clock.after(ms, () => {
          if (!started.isOver) callback();
        }),
    };
    const threads = new Set<AccountThread>();
    const clouds: App['clouds'] = new Set();
    function startAccount(): AccountThread {
      let opened: Person | null = null;
      const thread = startAccountThread({
        clock: deviceClock,
        makeId,
        disk,
        remote: ports.createRemote(),
        jobs: ports.jobs(),
        createEngine: watchEngine(
          ports.createEngine ?? createSyncEngine,
          watcherOf(
            () => opened,
            () => thread,
          ),
        ),
        sliceSteps: ports.sliceSteps,
        onFlush: () => unflushedPast.clear(),
        onPowerCut() {
          opened?.ledger.losePast(name, unflushedPast);
          device.crash(() => {
            if (opened !== null) recordPowerCut(device, opened);
          });
        },
        onOpening(database) {
          const person = people.find(({ uid }) => filesOf(uid).database === database);
          if (person === undefined) return;
          opened = person;
          ports.onOpening(person);
        },
        report: (problem) => report(`${name}: ${problem}`),
      });
      threads.add(thread);
      thread.onEnd(() => threads.delete(thread));
      return thread;
    }

    const waitingWords = createWaitingWords({
      folder: waitingWordsFolder(folder),
      clock: deviceClock,
      makeId,
      onTrouble: ports.onTrouble,
    });
    const host = createAccountHost({
      firstThread: startAccount(),
      startAccount,
      startCloud(uid) {
        const person = personOf(uid);
        if (person === null) throw new Error(`There is no person ${uid}`);
        const cloud = ports.startCloud(person);
        clouds.add(cloud);
        cloud.onEnd(() => clouds.delete(cloud));
        return cloud;
      },
      filesOf,
      waitingWords,
      // At every other opening, the window is open.
      isQuickNoteOpen: () => opening % 2 === 0,
      clock: deviceClock,
      makeId,
      emptyTrashAfter: () => device.trashDays,
      dialogs: {
        chooseFolder: async () => null,
        chooseSource: async () => null,
        choosePictureFolder: async () => null,
        chooseReportFile: async () => null,
      },
      onChange: () => undefined,
      onCounted: () => undefined,
      onSync({ phase }) {
        const isOpen = phase !== 'closed' && phase !== 'opening';
        if (isOpen && !wasOpen) servings += 1;
        wasOpen = isOpen;
        if (phase === 'closed') closings += 1;
      },
      onTransfer: () => undefined,
      onTrouble(event, why) {
        if (device.person !== null && event === 'waiting-words-stay') device.person.repeated = true;
        ports.onTrouble(event, why);
      },
    });
    const started: App = { host, waitingWords, threads, clouds, gone, isOver: false };
    waitingWords.onChange(() => {
      if (!started.isOver) host.takeWaitingWords();
    });
    host.startSync();
    return started;
  }

  let wasOpen = false;
  let app = start();

  /** @param random given for a power cut */
  function end(random: Random | null = null): void {
    app.isOver = true;
    for (const thread of app.threads) {
      if (random === null) thread.kill();
      else thread.cutPower(random);
    }
    app.gone.reject(new CutOff('The app has ended.'));
  }

  function follow(session: SessionState): void {
    const before = app.host.current?.uid;
    device.dialog = null;
    app.host.applySession(session);
    if (app.host.current?.uid !== before) opening += 1;
  }

  const sessionNow = (): SessionState =>
    app.host.current === null ? SIGNED_OUT : signedIn(app.host.current.uid);

  const device: Device = {
    name,
    disk,
    dialog: null,
    trashDays: null,
    get person() {
      return personOf(app.host.current?.uid);
    },
    get sync() {
      return app.host.current?.sync ?? SYNC_OFF;
    },
    get closings() {
      return closings;
    },
    get opening() {
      return opening;
    },
    get servings() {
      return servings;
    },
    get isBusy() {
      return waiting.leaving || waiting.restarting;
    },
    get isRestarting() {
      return waiting.restarting;
    },
    filesOf: ({ uid }) => filesOf(uid),
    request: (channel, ...args) =>
      Promise.race([app.host.request(channel, args) as Promise<never>, app.gone.promise]),
    async storeSignedOut(content) {
      const { waitingWords, gone } = app;
      await Promise.race([waitingWords.store(null, { place: 'quick', content }), gone.promise]);
    },
    async shown() {
      const rows: NoteRow[] = [];
      for (const list of LISTS) {
        for (let offset = 0, total = 1; offset < total; offset += MAX_WINDOW) {
          const page = await device.request('notes:view', {
            list,
            query: '',
            labels: [],
            offset,
            limit: MAX_WINDOW,
          });
          rows.push(...page.rows);
          ({ total } = page);
        }
      }
      return rows;
    },
    wake: () => app.host.current?.wake(),
    signIn: ({ uid }) => follow(signedIn(uid)),
    async signOut(pause) {
      const uid = app.host.current?.uid;
      const leavingPerson = personOf(uid);
      if (leavingPerson === null || device.isBusy) return;
      waiting.leaving = true;
      const leavingApp = app;
      try {
        const leaving = leavingApp.host.signOut(async () => {
          await pause();
          follow(SIGNED_OUT);
          await pause();
        });
        const { unsynced } = await Promise.race([leaving, leavingApp.gone.promise]);
        if (app.host.current?.uid === uid) {
          // The person may have signed in again before or after their files were removed; the two look alike.
          if (unsynced === 0) leavingPerson.ledger.forgetPast({ device: name });
          return;
        }
        const isThere = existsSync(filesOf(leavingPerson.uid).folder);
        if (!isThere) leavingPerson.ledger.forgetPast({ device: name });
        if (isThere === (unsynced === 0))
          report(
            `[S11] ${name} says that ${leavingPerson.uid} has ${unsynced} unsynced, but the folder is ${isThere ? '' : 'not '}there`,
          );
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
      } finally {
        waiting.leaving = false;
      }
    },
    async restart(between) {
      const session = sessionNow();
      waiting.restarting = true;
      const closingApp = app;
      await closingApp.host.current?.waitUntilPushed(SETTLE_MS);
      await closingApp.host.close();
      end();
      between?.();
      app = start();
      waiting.restarting = false;
      follow(session);
    },
    crash(between) {
      const session = sessionNow();
      end();
      between?.();
      app = start();
      follow(session);
    },
    cutPower(random) {
      const session = sessionNow();
      const { person } = device;
      person?.ledger.losePast(name, unflushedPast);
      end(random);
      if (person !== null) recordPowerCut(device, person);
      app = start();
      follow(session);
    },
    crashAccount() {
      for (const thread of app.threads) thread.kill();
    },
    crashCloud() {
      for (const cloud of app.clouds) void cloud.end();
    },
    close: () => end(),
  };
  return device;
}

function signedIn(uid: Uid): SessionState {
  const user = { uid, email: `${uid}@example.org`, name: uid, picture: null };
  return { status: 'signed-in', user, expired: false, signingIn: false };
}

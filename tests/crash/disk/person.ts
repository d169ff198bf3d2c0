/**
 * A user of one account, as the app's main thread passes their requests on (`src/main/account/account.ts`): a
 * request without an answer, because the account ended, is repeated at the next account, three openings are
 * tried, and each acknowledged word is owed from then on.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { AccountService } from '#shared/ipc/account-service.ts';
import { type Account, openAccount } from '#account/account.ts';
import { markFailure } from '#account/opening.ts';
import { createRemote } from '#account/remote.ts';
import { createFileJobs, type FileJobs } from '#account/upkeep/file-jobs.ts';
import { THREAD_ENDED } from '#main/account/request-queue.ts';
import { takeWords } from '#main/account/words.ts';
import {
  createWaitingWords,
  waitingWordsFolder,
  type WaitingWordsStore,
} from '#main/device/waiting-words.ts';
import { AppError, messageOf } from '#shared/base/error.ts';
import type { AccountWrite, Requests } from '#shared/ipc/requests.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { FILE_WORKER } from '#tests/support/file-worker.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { mark, openFiles } from './control.ts';
import { isBeyondCheck } from '#account/database/store-error.ts';
import { settle } from '#tests/support/settle.ts';

export const UID = 'ada' as Uid;

/** The store of waiting words in the account's folder, so that its files belong to the trial. */
export function waitingWordsIn(folder: string): WaitingWordsStore {
  return createWaitingWords({
    folder: waitingWordsFolder(folder),
    clock: createManualClock(NOW),
    makeId: () => makeNoteId(randomBytes),
    onTrouble: nothing,
  });
}

export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** How a request changes the owed words. */
export interface Words {
  /** Owed once the request is acknowledged. */
  readonly adds?: readonly string[];
  /** No longer owed once the request is made. */
  readonly drops?: readonly string[];
}

export interface Person {
  /** Words that must be in a note, a draft or the history. */
  readonly owed: ReadonlySet<string>;
  /** Problems that no failure of a disk excuses. */
  readonly problems: readonly string[];
  /** Opens the account unless it is open. @returns whether it is */
  open(): boolean;
  write<Channel extends AccountWrite>(
    channel: Channel,
    args: Parameters<Requests[Channel]>,
    words: Words,
  ): void;
  /** Stores the words that wait outside of the database. */
  takeWaiting(): Promise<void>;
  /** Lets time pass, and waits for the work that this starts. */
  pass(ms: number): Promise<void>;
  /** Repeats the requests without an answer. */
  askAgain(): void;
  close(): Promise<void>;
  /** Ends the account's thread if it still runs. */
  end(): void;
}

const MOST_OPENINGS = 3;

/** A request to the account. @returns once it is answered */
type Question = (account: Account) => void;

/**
 * @param folder the account's folder
 * @param owed words that it already contains
 */
export function createPerson(folder: string, owed: Iterable<string>): Person {
  const database = path.join(folder, 'notes.sqlite');
  const words = new Set(owed);
  const problems: string[] = [];
  const clock = createManualClock(NOW);
  const unanswered: Question[] = [];
  let jobs = watchedJobs();
  let account: Account | null = null;
  /** Descriptors that were open before the account was opened. */
  let before: readonly string[] = [];
  let lastId = 0;

  /** Ends like the thread of `serve.ts`. */
  function fail(reason: AppError, damaged: boolean): void {
    markFailure(database, { damaged, reason });
    end();
  }

  function end(): void {
    const ended = account;
    account = null;
    try {
      ended?.abandon();
    } catch (error) {
      if (!(error instanceof AppError)) problems.push(`ending threw ${describe(error)}`);
    }
  }

  function openOnce(): void {
    jobs = watchedJobs();
    before = openFiles();
    let hasFailed = false;
    const opened = openAccount({
      uid: UID,
      database,
      remote: createRemote(),
      clock,
      makeId: () => makeNoteId(randomBytes),
      jobs: jobs.jobs,
      dialogs: NO_DIALOGS,
      emptyTrashAfter: null,
      revision: 0,
      onChange: nothing,
      onCounted: nothing,
      onSync: nothing,
      onTransfer: nothing,
      onTrouble: nothing,
      onFatal(error) {
        hasFailed = true;
        fail(error, isBeyondCheck(error));
      },
    });
    account = opened;
    if (hasFailed) end();
  }

  function open(): boolean {
    for (let opening = 0; account === null && opening < MOST_OPENINGS; opening += 1) {
      try {
        openOnce();
      } catch (error) {
        expectAppError('opening', error);
      }
    }
    return account !== null;
  }

  function expectAppError(what: string, error: unknown): void {
    if (!(error instanceof AppError)) problems.push(`${what} threw ${describe(error)}`);
  }

  /** Requests without an answer, because no account was open or the account ended, are repeated. */
  function ask(question: Question): void {
    for (let openings = 0; openings < MOST_OPENINGS; openings += 1) {
      if (!open() || account === null) break;
      try {
        question(account);
        return;
      } catch (error) {
        expectAppError('a request', error);
        // Refused by an account that stays open.
        if (account !== null) return;
      }
    }
    unanswered.push(question);
  }

  return {
    owed: words,
    problems,
    open,
    write(channel, args, { adds = [], drops = [] }) {
      lastId += 1;
      // The tenth request must not have the id of the first, or it would get its answer.
      const id = `request${String(lastId).padStart(13, '0')}` as NoteId;
      for (const word of drops) {
        words.delete(word);
        mark(`- ${word}`);
      }
      ask((opened) => {
        opened.service.write(channel, args, id, unanswered.length === 0);
        for (const word of adds) {
          words.add(word);
          mark(`+ ${word}`);
        }
      });
    },
    async takeWaiting() {
      open();
      const opened = account;
      const target = {
        isOpen: () => account === opened,
        async take(...args: Parameters<AccountService['take']>) {
          if (account === null) throw THREAD_ENDED;
          account.service.take(...args);
        },
      };
      if (opened !== null) await takeWords(waitingWordsIn(folder), UID, target, nothing);
    },
    async pass(ms) {
      clock.advance(ms);
      // Work that is due may begin a moment later.
      await settle();
      await jobs.idle();
    },
    askAgain() {
      for (const question of unanswered.splice(0)) ask(question);
    },
    async close() {
      const closing = account;
      account = null;
      if (closing === null) return;
      try {
        await closing.service.close();
      } catch (error) {
        expectAppError('closing', error);
        return;
      }
      const stillOpen = openFiles();
      for (const name of before) if (stillOpen.includes(name)) stillOpen.splice(stillOpen.indexOf(name), 1);
      if (stillOpen.length > 0) problems.push(`left open: ${stillOpen.join(', ')}`);
    },
    end,
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? `not an AppError, but ${error.name}: ${error.message}` : messageOf(error);
}

/** The threads that work on whole files, and a function that waits until all their work is done. */
function watchedJobs(): { readonly jobs: FileJobs; readonly idle: () => Promise<void> } {
  const jobs = createFileJobs(FILE_WORKER);
  let last: Promise<unknown> = Promise.resolve();
  return {
    jobs: {
      run(job) {
        const result = jobs.run(job);
        last = result;
        return result;
      },
      close: () => jobs.close(),
    },
    async idle() {
      await last;
      // By then the code that waited for the result has continued.
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}

const nothing = (): void => {};
const NO_DIALOGS = {
  chooseFolder: async () => null,
  chooseSource: async () => null,
  choosePictureFolder: async () => null,
  chooseReportFile: async () => null,
};

/**
 * Search in an account's notes: asked of a thread of its own, so that nothing waits for it but its answer. Where the thread
 * fails, the plain definition answers instead, slower and just as right.
 */
import { AppError } from '#shared/error.ts';
import { isBlank } from '#shared/search.ts';
import type { ViewPage, ViewRequest } from '#shared/view.ts';
import type { AccountStore } from './store/account-store.ts';
import { createSearchThread, type SearchThread } from './store/search/search-thread.ts';
import type { Clock } from './sync/ports.ts';

export interface AccountSearch {
  /** A page of a view; only under a query it has to be waited for. */
  view(request: ViewRequest): ViewPage | Promise<ViewPage>;
  /** Notes have changed. */
  changed(): void;
  /** The thread lets go of the files, which are about to be closed or replaced; a later question starts it again. */
  letGo(): void;
  /** Lets go of the files at once; resolves when the thread has ended. */
  close(): Promise<void>;
}

export interface AccountSearchPorts {
  /** File of the store's thread. */
  readonly entry: string;
  /** Path of the account's database. */
  readonly database: string;
  /** The open notes. */
  readonly store: () => AccountStore;
  readonly clock: Clock;
  readonly revision: () => number;
  /** Answers that were given may have become better. */
  readonly onBetter: () => void;
  readonly onTrouble: (message: string) => void;
}

/** The first paint and the connection to the cloud go first. */
const START_MS = 3000;
/** A thread that fails again and again is not started any more. */
const MOST_FAILURES = 3;
/** Between two pieces of a long list that is cut off. */
const CUT_PAUSE_MS = 50;

export function createAccountSearch(ports: AccountSearchPorts): AccountSearch {
  const { clock, store, revision } = ports;
  let thread: SearchThread | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  let failures = 0;
  let learnt = 0;
  let closed = false;
  let cancelCut: (() => void) | null = null;
  let cancelStart = clock.after(START_MS, start);

  function start(): void {
    cancelStart();
    if (closed || failures > MOST_FAILURES) return;
    thread ??= createSearchThread({
      entry: ports.entry,
      database: ports.database,
      onCounted: ports.onBetter,
      onLearnt(through) {
        learnt = through;
        cancelCut ??= clock.after(CUT_PAUSE_MS, cut);
      },
      onTrouble: ports.onTrouble,
      onFailed: failed,
    });
  }

  function failed({ damaged, reason }: { damaged: boolean; reason: string }): void {
    thread = null;
    failures += 1;
    ports.onTrouble(`Search has failed and looks through all notes instead: ${reason}`);
    if (damaged) attempt(() => store().mend(reason));
  }

  /** What the index knows is cut off the list of changes. */
  function cut(): void {
    cancelCut = null;
    attempt(() => {
      if (store().changes.cutBefore(learnt)) cancelCut = clock.after(CUT_PAUSE_MS, cut);
    });
  }

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      ports.onTrouble(`The notes could not be looked after: ${String(error)}`);
    }
  }

  function letGo(): void {
    if (thread === null) return;
    ending = Promise.all([ending, thread.close()]);
    thread = null;
  }

  async function find(request: ViewRequest): Promise<ViewPage> {
    const asOf = revision();
    start();
    try {
      if (thread === null) return store().views.page(request, asOf);
      const { keys, total, counted } = await thread.find(request);
      return store().views.found(request.offset, keys, { total, counted }, asOf);
    } catch (error) {
      if (closed)
        throw new AppError('not-signed-in', 'The notes of this account are closed.', { cause: error });
      return store().views.page(request, asOf);
    }
  }

  return {
    view: (request) => (isBlank(request.query) ? store().views.page(request, revision()) : find(request)),
    changed: () => thread?.changed(),
    letGo,
    close() {
      closed = true;
      cancelStart();
      cancelCut?.();
      letGo();
      return ending.then(() => undefined);
    },
  };
}

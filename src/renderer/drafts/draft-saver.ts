/**
 * Saves one draft while it is typed. It promises that
 * - what was typed is sent `INTERVAL_MS` later, a long text `LONG_INTERVAL_MS` later, however steadily
 *   somebody types, unless two messages are under way;
 * - the latest words win: messages arrive in the order of sending, and no failed one is sent after a later
 *   one;
 * - typing never waits: a long text is sent when the page has nothing else to do;
 * - words that became a note do not come back as a draft by a late message; what is typed meanwhile stays a
 *   draft;
 * - a failed message is reported once until one succeeds, and sent again; at the end, a failure is always
 *   reported, because nothing can be sent again.
 */
import type { Draft } from '#shared/note/draft.ts';
import { type NoteContent, sameContent } from '#shared/note/note.ts';

/** Together with the time that one message takes, a crash costs at most the last 300 ms of typing … */
export const INTERVAL_MS = 100;
/**
 * … and of a long text about the last second: each message copies the whole text several times, and writes it
 * to the disk.
 */
export const LONG_INTERVAL_MS = 1000;
/** A draft is long if its title and text have more UTF-16 units than this together. */
export const LONG = 20_000;
export const RETRY_MS = 3000;
/**
 * On a busy machine a message may take longer than the interval; the next one need not wait for its answer.
 */
const MOST_UNDER_WAY = 2;
/** Within this time a long text is sent although the page has not been idle. */
export const IDLE_WITHIN_MS = 50;

export interface DraftSaver {
  /** Tells what is in the fields now; null if that is nothing worth storing. */
  type(draft: Draft | null): void;
  /**
   * The person leaves these words without saving. They are sent at once. @param draft what is in the fields
   * now, as for `type`
   */
  discard(words: Draft, draft: Draft | null): void;
  /** An earlier page has stored a draft, which has to be dropped if it is not replaced. */
  markStored(): void;
  /** The draft that the main process stored last; null if there is none. */
  readonly lastStored: Draft | null;
  /** What is in the fields; null if that is nothing worth storing. */
  readonly latest: Draft | null;
  /** Sends the latest draft again, because it may have been lost or refused. */
  resend(): void;
  /** Sends at once what waits, and answers afterwards whether all of it is stored. */
  flush(): Promise<boolean>;
  /**
   * Runs the action that turns these words into a note, after the last message and before any other. If it
   * fails, the draft stays as it was. Other words, typed meanwhile or not meant to be saved, stay in any
   * case.
   */
  save<Value>(content: NoteContent, action: () => Promise<Value>): Promise<Value>;
  /**
   * Sends at once what waits, unless another saver goes on with it, and nothing afterwards; a failed message
   * is not sent again.
   */
  end(isContinued?: boolean): void;
}

export interface DraftSaverPorts {
  readonly store: (draft: Draft) => Promise<void>;
  readonly drop: () => Promise<void>;
  /** Stores words that are left without saving, and what is in the fields; null if that is nothing. */
  readonly discard: (words: Draft, draft: Draft | null) => Promise<void>;
  /** A message failed; it is sent again. */
  readonly onFailure: (error: unknown) => void;
  /** Called with true when messages begin to fail, and with false when the store takes words again. */
  readonly onFailing?: (isFailing: boolean) => void;
  /** The last words before the end were not stored. */
  readonly onLost: (error: unknown) => void;
  /** Nothing is sent or saved before this resolves: the stored drafts are read first (S14.3). */
  readonly ready?: Promise<unknown>;
  /** What the saver before this one stored last, if this one goes on with its words. */
  readonly lastStored?: Draft | null;
}

export function createDraftSaver(ports: DraftSaverPorts): DraftSaver {
  /** What was typed and not sent yet. */
  let unsent: { readonly draft: Draft | null } | null = null;
  /**
   * Words that are left without saving, and that are not stored so far. Together with them `unsent` is never
   * null.
   */
  let discarded: readonly Draft[] = [];
  let underWay = 0;
  /** Settles, without failing, when all messages so far are answered. */
  let answered: Promise<unknown> = Promise.resolve();
  let messages = 0;
  /** What will send the draft, and not before which time. */
  let waiting: { readonly due: number; readonly cancel: () => void } | null = null;
  let lastSent = -Infinity;
  /** Whether there may be a draft to be dropped. */
  let stored = false;
  let latest: Draft | null = null;
  let lastStored = ports.lastStored ?? null;
  /** When a message that failed is sent again; null if the last answer was no failure. */
  let retryAt: number | null = null;
  let failuresInRow = 0;
  let saving = false;
  let ended = false;
  let isReady = ports.ready === undefined;
  void ports.ready?.then(() => {
    isReady = true;
    schedule();
  });

  /** @param at null if the store takes words again */
  function retryFrom(at: number | null): void {
    if ((at === null) !== (retryAt === null)) ports.onFailing?.(at !== null);
    retryAt = at;
  }

  /**
   * Sends what is unsent as soon as it may be sent. Whether it is long may have changed since the waiting
   * began.
   */
  function schedule(): void {
    if (!isReady || ended || saving || unsent === null) return;
    if (underWay >= (retryAt === null ? MOST_UNDER_WAY : 1)) return;
    const long = isLong(unsent.draft);
    const due = Math.max(retryAt ?? 0, lastSent + (long ? LONG_INTERVAL_MS : INTERVAL_MS));
    if (waiting !== null && waiting.due <= due) return;
    stopWaiting();
    const wait = due - performance.now();
    if (wait > 0) {
      const timer = setTimeout(() => {
        waiting = null;
        schedule();
      }, wait);
      waiting = { due, cancel: () => clearTimeout(timer) };
    } else if (long) sendWhenIdle(due);
    else send();
  }

  function sendWhenIdle(due: number): void {
    const request = requestIdleCallback(
      () => {
        waiting = null;
        send();
      },
      { timeout: IDLE_WITHIN_MS },
    );
    waiting = { due, cancel: () => cancelIdleCallback(request) };
  }

  function stopWaiting(): void {
    waiting?.cancel();
    waiting = null;
  }

  async function deliver(draft: Draft | null, words: readonly Draft[]): Promise<void> {
    if (words.length > 0)
      await Promise.all(words.map((discardedDraft) => ports.discard(discardedDraft, draft)));
    else await (draft === null ? ports.drop() : ports.store(draft));
  }

  function send(): void {
    if (unsent === null || ended || !isReady) return;
    const sent = unsent;
    const words = discarded;
    unsent = null;
    discarded = [];
    lastSent = performance.now();
    const { draft } = sent;
    if (draft !== null) stored = true;
    messages += 1;
    underWay += 1;
    const number = messages;
    const isLast = (): boolean => number === messages;
    const message = deliver(draft, words).then(
      () => {
        lastStored = draft;
        if (draft === null && isLast()) stored = false;
        retryFrom(null);
        failuresInRow = 0;
        underWay -= 1;
        schedule();
      },
      (error: unknown) => {
        underWay -= 1;
        failuresInRow += 1;
        if (ended) {
          if (isLast()) ports.onLost(error);
          return;
        }
        if (words.length > 0) {
          discarded = [...words, ...discarded];
          unsent ??= { draft: latest };
        }
        if (isLast()) unsent ??= sent;
        else if (failuresInRow === 1) {
          // Later words are on their way; only their outcome counts.
          schedule();
          return;
        }
        if (retryAt === null) ports.onFailure(error);
        retryFrom(performance.now() + RETRY_MS);
        stopWaiting();
        schedule();
      },
    );
    answered = answered.then(() => message);
  }

  return {
    get lastStored() {
      return lastStored;
    },
    get latest() {
      return latest;
    },
    markStored() {
      stored = true;
    },
    resend() {
      if (latest !== null) unsent ??= { draft: latest };
      retryFrom(null);
      schedule();
    },
    type(draft) {
      latest = draft;
      // What was never stored need not be dropped.
      unsent = draft === null && !stored && discarded.length === 0 ? null : { draft };
      if (unsent === null) stopWaiting();
      schedule();
    },
    discard(words, draft) {
      latest = draft;
      discarded = [...discarded, words];
      unsent = { draft };
      if (!saving) send();
    },
    async flush() {
      if (unsent !== null && !isReady) await ports.ready;
      stopWaiting();
      // Also while a message is under way, because a page that closes runs nothing after this turn.
      if (!saving) send();
      await answered;
      stopWaiting();
      // What is being saved must not come back as a draft.
      if (!saving) send();
      await answered;
      return unsent === null;
    },
    async save(content, action) {
      saving = true;
      stopWaiting();
      if (!isReady) await ports.ready;
      await answered;
      try {
        const value = await action();
        retryFrom(null);
        lastStored = null;
        stored = false;
        if (latest !== null && sameContent(latest.content, content)) latest = null;
        // The action has dropped the stored draft; other words must be stored again.
        unsent = latest === null && discarded.length === 0 ? null : { draft: latest };
        return value;
      } finally {
        saving = false;
        schedule();
      }
    },
    end(isContinued = false) {
      const last = saving || isContinued ? null : unsent;
      ended = true;
      unsent = null;
      stopWaiting();
      if (last === null) return;
      messages += 1;
      deliver(last.draft, discarded).catch(ports.onLost);
    },
  };
}

function isLong(draft: Draft | null): boolean {
  return draft !== null && draft.content.title.length + draft.content.text.length > LONG;
}

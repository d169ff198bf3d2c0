/**
 * Stores one draft while the user types. It promises that
 * - a change is sent within `INTERVAL_MS`, or `LONG_INTERVAL_MS` for a long text, even if the user types on,
 *   unless two messages are under way;
 * - the latest words win: messages arrive in the order of sending, and a failed one is never sent again after
 *   a later one;
 * - typing never waits: a long text is sent when the page is idle;
 * - words that became a note do not come back as a draft through a late message; words typed meanwhile stay a
 *   draft;
 * - a failed message is sent again, and reported once until one succeeds; at the end every failure is
 *   reported, because nothing is sent again.
 */
import type { Draft } from '#shared/note/draft.ts';
import { type NoteContent, sameContent } from '#shared/note/note.ts';

/** Together with the time that a message takes, a crash costs at most the last 300 ms of typing … */
export const INTERVAL_MS = 100;
/**
 * … and about the last second of a long text, because each message copies the text several times and writes
 * it to the disk.
 */
export const LONG_INTERVAL_MS = 1000;
/** A draft is long if its title and text together have more UTF-16 units than this. */
export const LONG = 20_000;
export const RETRY_MS = 3000;
/**
 * On a busy machine, a message may take longer than the interval; the next one does not wait for its answer.
 */
const MOST_UNDER_WAY = 2;
/** A long text is sent after this time even if the page was never idle. */
export const IDLE_WITHIN_MS = 50;

export interface DraftSaver {
  /** Sets the fields' words; null if nothing is worth storing. */
  type(draft: Draft | null): void;
  /** Discards words without saving them; sent at once. @param draft the fields' words now, as for `type` */
  discard(words: Draft, draft: Draft | null): void;
  /** An earlier page stored a draft, which has to be dropped if it is not replaced. */
  markStored(): void;
  /** The draft that the main process stored last; null if there is none. */
  readonly lastStored: Draft | null;
  /** The fields' words; null if nothing is worth storing. */
  readonly latest: Draft | null;
  /** Sends the latest draft again, because it may have been lost or refused. */
  resend(): void;
  /** Sends waiting drafts at once. @returns whether everything is stored */
  flush(): Promise<boolean>;
  /**
   * Runs the action that turns these words into a note, after the last message and before any other. If it
   * fails, the draft stays as it was. Other words, such as those typed meanwhile, stay in any case.
   */
  save<Value>(content: NoteContent, action: () => Promise<Value>): Promise<Value>;
  /**
   * Sends waiting drafts at once, unless another saver continues with them, and nothing afterwards. A failed
   * message is not sent again.
   */
  end(isContinued?: boolean): void;
}

export interface DraftSaverPorts {
  readonly store: (draft: Draft) => Promise<void>;
  readonly drop: () => Promise<void>;
  /** Stores discarded words, and the fields' words; null if those are empty. */
  readonly discard: (words: Draft, draft: Draft | null) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** Called with true when messages begin to fail, and with false when one succeeds again. */
  readonly onFailing?: (isFailing: boolean) => void;
  /** The last words before the end were not stored. */
  readonly onLost: (error: unknown) => void;
  /** Nothing is sent or saved before this resolves, because stored drafts are read first (S14.3). */
  readonly ready?: Promise<unknown>;
  /** The draft that the previous saver stored last, if this one continues with its words. */
  readonly lastStored?: Draft | null;
}

export function createDraftSaver(ports: DraftSaverPorts): DraftSaver {
  let unsent: { readonly draft: Draft | null } | null = null;
  /** Discarded words that are not stored yet. While there are any, `unsent` is not null. */
  let discarded: readonly Draft[] = [];
  let underWay = 0;
  /** Settles, without failing, when all messages so far are answered. */
  let answered: Promise<unknown> = Promise.resolve();
  let messages = 0;
  /** The timer or idle callback that will send the draft, and the earliest time. */
  let waiting: { readonly due: number; readonly cancel: () => void } | null = null;
  let lastSent = -Infinity;
  /** Whether a stored draft may have to be dropped. */
  let stored = false;
  let latest: Draft | null = null;
  let lastStored = ports.lastStored ?? null;
  /** When a failed message is sent again; null if the last one succeeded. */
  let retryAt: number | null = null;
  let failuresInRow = 0;
  let saving = false;
  let ended = false;
  let isReady = ports.ready === undefined;
  void ports.ready?.then(() => {
    isReady = true;
    schedule();
  });

  /** @param at null if messages succeed again */
  function retryFrom(at: number | null): void {
    if ((at === null) !== (retryAt === null)) ports.onFailing?.(at !== null);
    retryAt = at;
  }

  /**
   * Sends unsent words as soon as allowed. A long text may have become short while waiting, or the reverse.
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
          // Later words are under way; only their outcome counts.
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
      // Nothing was stored, so nothing has to be dropped.
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
      // Even while a message is under way, because a page that closes runs nothing after this turn.
      if (!saving) send();
      await answered;
      stopWaiting();
      // Words that are being saved must not come back as a draft.
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
        // The action dropped the stored draft; other words must be stored again.
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

/**
 * Words that come from outside of the app's pages: from a link, which fills in the quick note, and from the inbox, whose entries
 * become notes while somebody is signed in and join the quick note otherwise (also until the account is confirmed, S14.4). An entry leaves the inbox when its words are
 * durable elsewhere, and until then only the inbox has to store them.
 *
 * Only the quick note's page writes the quick note's words. So the page asks for new words and says when it has stored them.
 */
import type { Clock } from '#shared/base/clock.ts';
import type { JoiningWords } from '#shared/note/draft.ts';
import type { Report } from '#shared/base/log.ts';
import { hasRoomForLink } from '#shared/ipc/link.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import { confirmedAccount, hasNoConfirmedAccount, type SessionState } from '#shared/ipc/session.ts';
import type { Inbox, InboxEntry } from '../device/inbox.ts';

export interface IncomingWords {
  /**
   * Words of a link go to the quick note. They never become a note by themselves.
   * @returns false if too many words of links wait already
   */
  addFromLink(content: NoteContent): boolean;
  /** Takes in what is in the inbox, as far as that can be done now. */
  takeIn(): void;
  /** Tries again to take in what is left, because the notes may be open now. */
  retry(): void;
  /** The words that are to join the quick note. A link's words are given only once. */
  forQuickNote(): Promise<readonly JoiningWords[]>;
  /** The quick note's page has made the words of this entry durable. @throws the file system's error */
  confirmStored(id: NoteId): Promise<void>;
  /** How many entries belong to no account yet and were not given to the quick note. @throws the file system's error */
  countUnclaimed(): Promise<number>;
  dispose(): void;
}

export interface IncomingWordsPorts {
  readonly inbox: Inbox;
  readonly session: () => SessionState;
  /**
   * Adds a note with this id to the signed-in account, once however often this is called.
   * @returns whether the note is added; false if the account's notes are not open
   * @throws AppError what the account answers
   */
  readonly addNote: (content: NoteContent, id: NoteId) => Promise<boolean>;
  /** Tells the quick note's page, if there is one, to ask for the words that come to it. A later page asks by itself. */
  readonly tellQuickNote: () => void;
  readonly clock: Clock;
  readonly onTrouble: Report;
}

/** How soon the inbox is read again if the system cannot report changes, or if an entry could not be taken in. Milliseconds. */
const RETRY_MS = 30_000;

export function createIncomingWords(ports: IncomingWordsPorts): IncomingWords {
  const { inbox, session, clock, onTrouble } = ports;
  let fromLinks: readonly NoteContent[] = [];
  /** Entries that the quick note's page was given and has not made durable yet. */
  let atQuickNote: ReadonlySet<NoteId> = new Set();
  /** Entries that became notes, or are about to. */
  const added = new Set<NoteId>();
  let isWatched = true;
  let hasWaiting = false;
  let running: Promise<void> | null = null;
  let isRequestedAgain = false;
  let cancelTimer = nothing;

  /** @returns whether the entry is a note now */
  async function addOnce({ id, content }: InboxEntry): Promise<boolean> {
    if (added.has(id)) return true;
    if (content === null) return false;
    added.add(id);
    const isDone = await ports.addNote(content, id).catch((error: unknown) => {
      added.delete(id);
      throw error;
    });
    if (!isDone) added.delete(id);
    return isDone;
  }

  /** @returns whether the entry is out of the inbox */
  async function takeOne(entry: InboxEntry): Promise<boolean> {
    const uid = confirmedAccount(session());
    if (uid === null || atQuickNote.has(entry.id)) return false;
    if ((entry.uid ?? uid) !== uid) return false;
    let isAdded = false;
    try {
      isAdded = await addOnce(entry);
    } finally {
      // S14: an account that signs in before the entry is a note does not get it.
      if (!isAdded && entry.uid === null && entry.content !== null) inbox.reserveFor(entry, uid);
    }
    if (isAdded) await inbox.remove(entry.id);
    return isAdded;
  }

  async function takeAll(): Promise<void> {
    hasWaiting = true;
    const entries = await inbox.list();
    if (entries.some(({ uid }) => uid === null) && hasNoConfirmedAccount(session())) ports.tellQuickNote();
    let waitingCount = 0;
    let failure: unknown;
    for (const entry of entries) {
      // An entry that fails must not hold up the others.
      const isTaken = await takeOne(entry).catch((error: unknown) => {
        failure = error;
        return false;
      });
      if (!isTaken) waitingCount += 1;
    }
    hasWaiting = waitingCount > 0;
    if (failure !== undefined) throw failure;
  }

  function takeIn(): void {
    if (running !== null) {
      isRequestedAgain = true;
      return;
    }
    cancelTimer();
    running = takeAll()
      .catch((error: unknown) => onTrouble('inbox-holds-note', error))
      .then(() => {
        running = null;
        if (hasWaiting || !isWatched) cancelTimer = clock.after(RETRY_MS, takeIn);
        if (!isRequestedAgain) return;
        isRequestedAgain = false;
        takeIn();
      });
  }

  function retry(): void {
    if (hasWaiting && confirmedAccount(session()) !== null) takeIn();
  }

  const endWatch = inbox.watch(takeIn, (error) => {
    onTrouble('inbox-not-watched', error);
    isWatched = false;
    takeIn();
  });

  return {
    addFromLink(content) {
      if (!hasRoomForLink(fromLinks, content)) return false;
      fromLinks = [...fromLinks, content];
      ports.tellQuickNote();
      return true;
    },
    takeIn,
    retry,
    async forQuickNote() {
      // If the inbox cannot be read, `takeIn` says why.
      const entries = hasNoConfirmedAccount(session()) ? await inbox.list().catch(() => []) : [];
      // Somebody may have signed in meanwhile.
      const isFree = hasNoConfirmedAccount(session());
      const given = entries.flatMap(({ id, content, uid }) =>
        isFree && !added.has(id) && content !== null && uid === null ? [{ id, content }] : [],
      );
      atQuickNote = new Set(given.map(({ id }) => id));
      retry();
      const links = fromLinks.map((content) => ({ id: null, content }));
      fromLinks = [];
      return [...links, ...given];
    },
    async confirmStored(id) {
      if (atQuickNote.has(id)) await inbox.remove(id);
    },
    async countUnclaimed() {
      const entries = await inbox.list();
      return entries.filter(({ id, uid }) => uid === null && !added.has(id) && !atQuickNote.has(id)).length;
    },
    dispose() {
      cancelTimer();
      endWatch();
    },
  };
}

const nothing = (): void => {};

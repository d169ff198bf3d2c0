/** The inbox's words, with the real inbox and the real account: each entry becomes one note or goes to the quick note. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createInbox, type Inbox, putInInbox } from '#main/device/inbox.ts';
import {
  createIncomingWords,
  type IncomingWords,
  type IncomingWordsPorts,
} from '#main/account/incoming-words.ts';
import { AppError } from '#shared/base/error.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import type { SessionState } from '#shared/ipc/session.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import {
  createTestHost,
  SIGNED_OUT,
  signedIn,
  type TestHost,
  unconfirmed,
} from '#tests/support/test-host.ts';

vi.mock('electron', () => ({}));

const UNKNOWN: SessionState = { status: 'unknown' };
const ADA = signedIn('ada');
const words = (text: string): NoteContent => ({ title: text, text: '' });

let folder: string;
let clock: ManualClock;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-incoming-'));
  clock = createManualClock();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

let lastTime = 0;
function put(text: string): NoteId {
  const id = makeNoteId(randomBytes);
  lastTime += 1;
  putInInbox(path.join(folder, 'inbox'), { id, content: words(text) }, lastTime);
  return id;
}

const inFolder = (): string[] =>
  readdirSync(path.join(folder, 'inbox')).filter((name) => name.endsWith('.json'));

interface App {
  readonly incoming: IncomingWords;
  readonly account: TestHost;
  readonly troubles: string[];
  readonly tellQuickNote: ReturnType<typeof vi.fn<() => void>>;
  /** Does what `compose.ts` does at a change of the session. */
  setSession(state: SessionState): void;
}

/** Starts the app; a second start with the same folder is a restart. */
function startApp({ inbox, ...ports }: Partial<IncomingWordsPorts> = {}, session = UNKNOWN): App {
  const account = createTestHost({ folder });
  const troubles: string[] = [];
  const tellQuickNote = vi.fn<() => void>();
  const incoming = createIncomingWords({
    inbox: inbox ?? createInbox(path.join(folder, 'inbox'), reportTo(troubles)),
    session: () => session,
    addNote: (content, id) => account.addOnce(content, id),
    tellQuickNote,
    clock,
    onTrouble: reportTo(troubles),
    ...ports,
  });
  onTestFinished(() => incoming.dispose());
  return {
    incoming,
    account,
    troubles,
    tellQuickNote,
    setSession(state) {
      session = state;
      account.host.applySession(state);
      incoming.takeIn();
    },
  };
}

/** Waits until the account is open, and then lets the inbox try again. @returns the titles of the notes */
const titles = async ({ account, incoming }: App): Promise<string[]> => {
  const shown = await account.titles();
  incoming.retry();
  return shown;
};

describe('while somebody is signed in', () => {
  test('while signed in, each inbox entry becomes a note, from before the start and later, the oldest first', async () => {
    put('one');
    put('two');
    const app = startApp();
    app.incoming.takeIn();
    app.setSession(ADA);
    await expect.poll(() => titles(app)).toEqual(['two', 'one']);
    put('three');
    await expect.poll(() => titles(app)).toEqual(['three', 'two', 'one']);
    await expect.poll(inFolder).toEqual([]);
    expect(app.troubles).toEqual([]);
    expect(app.tellQuickNote).not.toHaveBeenCalled();
  });

  test('two inbox entries with the same words become two notes', async () => {
    put('milk');
    put('milk');
    const app = startApp();
    app.setSession(ADA);
    await expect.poll(() => titles(app)).toEqual(['milk', 'milk']);
    await expect.poll(inFolder).toEqual([]);
  });

  test('an inbox entry that cannot be stored now stays there, is reported, and is tried again', async () => {
    put('one');
    let isFull = true;
    const app = startApp({
      addNote: async (content, id) => {
        if (isFull) throw new AppError('store-full', 'disk-full');
        return app.account.addOnce(content, id);
      },
    });
    app.setSession(ADA);
    await expect.poll(() => app.troubles).toContain(`The inbox still holds a note: ${REASONS['disk-full']}`);
    expect(inFolder()).toHaveLength(1);
    expect(await app.account.titles()).toEqual([]);
    isFull = false;
    await expect
      .poll(() => {
        clock.advance(30_000);
        return app.account.titles();
      })
      .toEqual(['one']);
    await expect.poll(inFolder).toEqual([]);
    await expect.poll(() => clock.waiting).toBe(0);
  });
});

test('[S14] [C59] an inbox entry that came while an account could not be opened goes to that account only', async () => {
  put('ada’s');
  let areOpen = false;
  const app: App = startApp({
    addNote: async (content, id) => areOpen && app.account.addOnce(content, id),
  });
  app.setSession(ADA);
  await expect.poll(() => clock.waiting).toBe(1);
  app.setSession(SIGNED_OUT);
  expect(await app.incoming.forQuickNote()).toEqual([]);
  areOpen = true;
  app.setSession(signedIn('ben'));
  put('ben’s');
  await expect.poll(() => titles(app)).toEqual(['ben’s']);
  // The same holds after a restart.
  app.incoming.dispose();
  await app.account.end();
  const next = startApp();
  next.setSession(signedIn('ben'));
  expect(await titles(next)).toEqual(['ben’s']);
  expect(inFolder()).toHaveLength(1);
  next.setSession(ADA);
  await expect.poll(() => titles(next)).toEqual(['ada’s']);
  await expect.poll(inFolder).toEqual([]);
});

describe('an app that is killed', () => {
  /** Restarts the app. @returns the titles of the notes once the inbox is empty */
  async function notesAfterRestart(before: App): Promise<string[]> {
    before.incoming.dispose();
    await before.account.end();
    const next = startApp();
    next.setSession(ADA);
    await expect.poll(() => titles(next)).not.toEqual([]);
    await expect.poll(inFolder).toEqual([]);
    return titles(next);
  }

  test('an inbox entry becomes a note after a restart if the app is killed before the note is made', async () => {
    put('one');
    const app = startApp({ addNote: () => new Promise(() => undefined) });
    app.setSession(ADA);
    expect(await notesAfterRestart(app)).toEqual(['one']);
  });

  test('[C59] an inbox entry stays one note if the app is killed after the note is made and before that is answered', async () => {
    put('one');
    const app = startApp({
      addNote: async (content, id) => {
        while (!(await app.account.addOnce(content, id))) await app.account.titles();
        return new Promise(() => undefined);
      },
    });
    app.setSession(ADA);
    await expect.poll(() => app.account.titles()).toEqual(['one']);
    expect(inFolder()).toHaveLength(1);
    expect(await notesAfterRestart(app)).toEqual(['one']);
  });

  test('an inbox entry that cannot be removed stays one note, within one start and after a restart', async () => {
    put('one');
    put('two');
    const inbox: Inbox = {
      ...createInbox(path.join(folder, 'inbox'), () => undefined),
      remove: () => Promise.reject(Object.assign(new Error(), { code: 'EPERM' })),
    };
    const app = startApp({ inbox });
    app.setSession(ADA);
    await expect.poll(() => titles(app)).toEqual(['two', 'one']);
    await expect.poll(() => clock.waiting).toBe(1);
    const troublesBefore = app.troubles.length;
    // Within one start, too, it stays one note, even if other requests are answered meanwhile.
    await app.account.add('ada', words('typed'));
    await expect
      .poll(() => {
        clock.advance(30_000);
        return app.troubles.length;
      })
      .toBeGreaterThan(troublesBefore);
    expect(app.troubles.at(-1)).toBe('The inbox still holds a note: Error [EPERM]');
    expect(inFolder()).toHaveLength(2);
    expect(await notesAfterRestart(app)).toEqual(['typed', 'two', 'one']);
  });

  test('an inbox entry becomes one note if the account’s thread ends before it answers', async () => {
    put('one');
    let isFirst = true;
    const app = startApp({
      addNote: async (content, id) => {
        const isDone = await app.account.addOnce(content, id);
        if (!isDone || !isFirst) return isDone;
        isFirst = false;
        app.account.crash();
        // Lets the pause before the thread starts again elapse.
        setImmediate(() => app.account.clock.advance(200));
        return false;
      },
    });
    app.setSession(ADA);
    await expect.poll(() => titles(app)).toEqual(['one']);
    await expect.poll(inFolder).toEqual([]);
    expect(await titles(app)).toEqual(['one']);
    expect(app.account.started()).toBe(2);
  });
});

describe('while nobody is signed in', () => {
  test('while signed out, the quick note gets an inbox entry until it has stored it, and no account gets it', async () => {
    const id = put('one');
    const app = startApp();
    app.setSession(SIGNED_OUT);
    await expect.poll(() => app.tellQuickNote.mock.calls.length).toBeGreaterThan(0);
    expect(await app.incoming.forQuickNote()).toEqual([{ id, content: words('one') }]);
    // A page that was loaded anew asks again.
    expect(await app.incoming.forQuickNote()).toEqual([{ id, content: words('one') }]);
    await app.incoming.confirmStored(id);
    expect(inFolder()).toEqual([]);
    expect(await app.incoming.forQuickNote()).toEqual([]);
    app.setSession(ADA);
    expect(await titles(app)).toEqual([]);
  });

  test('an inbox entry that the quick note has at a sign-in is not added as a note too', async () => {
    const id = put('one');
    const app = startApp();
    app.setSession(SIGNED_OUT);
    await app.incoming.forQuickNote();
    app.setSession(ADA);
    await titles(app);
    clock.advance(30_000);
    expect(await titles(app)).toEqual([]);
    await app.incoming.confirmStored(id);
    await expect.poll(inFolder).toEqual([]);
    expect(await titles(app)).toEqual([]);
  });

  test('an inbox entry that the quick note’s page lost by a reload becomes a note after the sign-in', async () => {
    put('one');
    const app = startApp();
    app.setSession(SIGNED_OUT);
    await app.incoming.forQuickNote();
    app.setSession(ADA);
    // The quick note's page was loaded again and asks.
    expect(await app.incoming.forQuickNote()).toEqual([]);
    await expect.poll(() => titles(app)).toEqual(['one']);
    await expect.poll(inFolder).toEqual([]);
  });

  test('an inbox entry that the quick note has not asked for before the sign-in becomes a note only', async () => {
    put('one');
    const app = startApp();
    app.setSession(SIGNED_OUT);
    app.setSession(ADA);
    expect(await app.incoming.forQuickNote()).toEqual([]);
    await expect.poll(() => titles(app)).toEqual(['one']);
  });
});

test('[S14.4] [C45] an inbox entry goes to no account before it is confirmed, and until then to the quick note', async () => {
  const id = put('one');
  const app = startApp();
  app.setSession(unconfirmed('ada'));
  await expect.poll(() => app.tellQuickNote.mock.calls.length).toBeGreaterThan(0);
  expect(await app.incoming.countUnclaimed()).toBe(1);
  expect(await titles(app)).toEqual([]);
  expect(inFolder()).toHaveLength(1);
  expect(await app.incoming.forQuickNote()).toEqual([{ id, content: words('one') }]);
  // Now it counts with the words of the quick note.
  expect(await app.incoming.countUnclaimed()).toBe(0);
  put('two');
  app.incoming.takeIn();
  expect(await app.incoming.countUnclaimed()).toBe(1);
  expect(await titles(app)).toEqual([]);
  app.setSession(ADA);
  await expect.poll(() => titles(app)).toEqual(['two']);
});

test('inbox entries wait until it is known who is signed in', async () => {
  put('one');
  const app = startApp();
  app.incoming.takeIn();
  expect(await app.incoming.forQuickNote()).toEqual([]);
  await expect.poll(() => clock.waiting).toBe(1);
  expect(inFolder()).toHaveLength(1);
  expect(app.tellQuickNote).not.toHaveBeenCalled();
});

test('[C46] the words of a link go to the quick note once, for any account, and do not become a note', async () => {
  const app = startApp();
  app.setSession(ADA);
  app.incoming.addFromLink(words('from a link'));
  app.incoming.addFromLink(words('from another'));
  expect(app.tellQuickNote).toHaveBeenCalledTimes(2);
  expect(await app.incoming.forQuickNote()).toEqual([
    { id: null, content: words('from a link') },
    { id: null, content: words('from another') },
  ]);
  expect(await app.incoming.forQuickNote()).toEqual([]);
  expect(await titles(app)).toEqual([]);
});

test('[C52] at most twenty links, and 100 kB of their words, wait for the quick note', async () => {
  const app = startApp();
  for (let count = 0; count < 20; count += 1)
    expect(app.incoming.addFromLink(words(`link ${count}`))).toBe(true);
  expect(app.incoming.addFromLink(words('one too many'))).toBe(false);
  expect(await app.incoming.forQuickNote()).toHaveLength(20);
  for (let count = 0; count < 3; count += 1)
    expect(app.incoming.addFromLink(words('é'.repeat(16_000)))).toBe(true);
  expect(app.incoming.addFromLink(words('é'.repeat(16_000)))).toBe(false);
  expect(app.incoming.addFromLink(words('a short one'))).toBe(true);
  expect(await app.incoming.forQuickNote()).toHaveLength(4);
});

test('an inbox that cannot be watched is read every half minute', async () => {
  let fail: (error: unknown) => void = () => undefined;
  const inbox: Inbox = {
    ...createInbox(path.join(folder, 'inbox'), () => undefined),
    watch(_onChange, onFailure) {
      fail = onFailure;
      return () => undefined;
    },
  };
  const app = startApp({ inbox });
  app.setSession(ADA);
  await app.account.titles();
  fail(Object.assign(new Error('no watches are left'), { code: 'ENOSPC' }));
  await expect.poll(() => clock.waiting).toBe(1);
  put('one');
  clock.advance(30_000);
  await expect.poll(() => titles(app)).toEqual(['one']);
  expect(app.troubles).toEqual(['The inbox cannot be watched: Error [ENOSPC]']);
  app.incoming.dispose();
  expect(clock.waiting).toBe(0);
});

test('an inbox entry that cannot be read for a moment is read again half a minute later', async () => {
  const id = put('a thought');
  const real = createInbox(path.join(folder, 'inbox'), () => undefined);
  let isHeld = true;
  const { incoming, account } = startApp(
    {
      inbox: {
        ...real,
        async list() {
          const entries = await real.list();
          return isHeld ? entries.map((entry) => ({ ...entry, content: null })) : entries;
        },
        watch: () => () => undefined,
      },
    },
    ADA,
  );
  account.signIn('ada');
  await account.host.request('notes:counts', []);
  incoming.takeIn();
  await expect.poll(() => clock.waiting).toBe(1);
  isHeld = false;
  clock.advance(30_000);
  await expect.poll(() => account.host.request('notes:get', [id])).toMatchObject({ title: 'a thought' });
});

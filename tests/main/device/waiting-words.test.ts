/** The store of words outside of a database, on real files. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type * as FileSystem from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { accountDigest } from '#main/device/account-digest.ts';
import {
  addWaitingNote,
  createWaitingWords,
  waitingWordsFolder,
  type WaitingWordsStore,
} from '#main/device/waiting-words.ts';
import type { WaitingWords } from '#shared/ipc/waiting-words.ts';
import type { Draft, NewNoteDraft } from '#shared/note/draft.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note/note.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { smallDisk } from '../../account/support/small-disk.ts';

/** Records the syncs and renames in order; with `failing`, syncing a folder fails. */
const disk = vi.hoisted(() => ({ calls: [] as [call: string, inode: number][], failing: false }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof FileSystem>();
  return {
    ...fs,
    fsyncSync(descriptor: number) {
      const { ino } = fs.fstatSync(descriptor);
      if (disk.failing && fs.fstatSync(descriptor).isDirectory())
        throw Object.assign(new Error('EIO: input or output error'), { code: 'EIO' });
      fs.fsyncSync(descriptor);
      disk.calls.push(['sync', ino]);
    },
    renameSync(from: string, to: string) {
      fs.renameSync(from, to);
      disk.calls.push(['rename', fs.statSync(to).ino]);
    },
  };
});

vi.mock('node:fs/promises', { spy: true });

const ADA = 'ada' as Uid;
const BEN = 'ben' as Uid;

let userData: string;
let folder: string;
let clock: ManualClock;
let troubles: string[];
let store: WaitingWordsStore;

function open(): WaitingWordsStore {
  const opened = createWaitingWords({
    folder,
    clock,
    makeId: () => makeNoteId(randomBytes),
    onTrouble: reportTo(troubles),
  });
  return opened;
}

beforeEach(() => {
  userData = path.join(mkdtempSync(path.join(tmpdir(), 'inkling-waiting-')), 'Inkling');
  folder = waitingWordsFolder(userData);
  clock = createManualClock();
  troubles = [];
  Object.assign(disk, { calls: [], failing: false });
  onTestFinished(() => rmSync(path.dirname(userData), { recursive: true, force: true }));
  store = open();
});

const content = (text: string): NoteContent => ({ title: '', text });
const typed = (text: string, place: 'new' | 'quick' = 'new'): NewNoteDraft => ({
  place,
  content: content(text),
});
const edit = (id: string, text: string, before = 'before'): Draft => ({
  place: 'edit',
  id: id.padEnd(20, '0') as NoteId,
  content: { title: 'note', text },
  base: { title: 'note', text: before },
});

function addNote(text: string, now = 1_000, into = folder): NoteId {
  const id = makeNoteId(randomBytes);
  addWaitingNote(into, id, content(text), now);
  return id;
}

const names = (): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

async function wordsOf(uid: Uid, of = store): Promise<(WaitingWords | null)[]> {
  const entries = await of.entriesOf(uid);
  return Promise.all(entries.map((entry) => of.read(entry)));
}

describe('typed words', () => {
  test('one entry has all words typed in one place, and another store reads it', async () => {
    await store.store(ADA, typed('a'));
    await store.store(ADA, edit('one', 'first'));
    await store.store(ADA, edit('two', 'second'));
    clock.advance(1);
    await store.store(ADA, typed('a thought'));
    expect(names()).toHaveLength(3);
    expect(await wordsOf(ADA, open())).toEqual(
      expect.arrayContaining([typed('a thought'), edit('one', 'first'), edit('two', 'second')]),
    );
    expect(await wordsOf(BEN)).toEqual([]);
    if (process.platform === 'win32') return;
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of names()) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test('an account appears in the folder as a digest', async () => {
    await store.store('ada@example.org' as Uid, typed('a'));
    const [name = ''] = names();
    expect(name).toContain(accountDigest('ada@example.org' as Uid));
    expect(name + readFileSync(path.join(folder, name), 'utf8')).not.toContain('example');
  });

  test('marks are stored and joined with those of other words, and invalid marks lose no word', async () => {
    const [pinned, red] = [
      { isPinned: true, addLabels: ['a'] },
      { color: 'RED', addLabels: ['b'] },
    ];
    await store.store(ADA, { ...typed('first'), marks: pinned });
    await store.join(ADA, { ...typed('second'), marks: red });
    const marks = { isPinned: true, color: 'RED', addLabels: ['a', 'b'] };
    expect(await wordsOf(ADA)).toEqual([{ ...typed('first\n\nsecond'), marks }]);
    const [name = ''] = names();
    writeFileSync(
      path.join(folder, name),
      JSON.stringify({ content: content('third'), marks: { isPinned: 'yes' } }),
    );
    expect(await wordsOf(ADA)).toEqual([typed('third')]);
  });

  test('if many drafts of one place are stored at once, the last one is in the entry, which is written at most twice', async () => {
    const onChange = vi.fn<() => void>();
    await store.store(ADA, typed('word'));
    store.onChange(onChange);
    const { ino } = statSync(path.join(folder, names()[0] ?? ''));
    await Promise.all(Array.from({ length: 50 }, (_, index) => store.store(ADA, typed(`word ${index}`))));
    expect(names()).toHaveLength(1);
    expect(statSync(path.join(folder, names()[0] ?? '')).ino).not.toBe(ino);
    expect(await wordsOf(ADA)).toEqual([typed('word 49')]);
  });

  test('two edits of one base are merged; if both changed the same place, both versions follow one another', async () => {
    await store.store(ADA, edit('one', 'apples\npears\nplums\n', 'apples\npears\n'));
    await store.join(ADA, edit('one', 'red apples\npears\n', 'apples\npears\n'));
    expect(await store.drafts(ADA, 'main')).toMatchObject([
      { content: { text: 'red apples\npears\nplums\n' } },
    ]);
    await store.join(ADA, edit('one', 'green apples\npears\n', 'apples\npears\n'));
    expect(await store.drafts(ADA, 'main')).toMatchObject([
      { content: { text: 'red apples\npears\nplums\n\n\ngreen apples\npears\n' } },
    ]);
  });

  test('joining words loses none that are joined at the same time', async () => {
    await Promise.all([
      store.store(ADA, typed('one')),
      store.join(ADA, typed('two')),
      store.store(ADA, typed('three', 'quick')),
      store.join(ADA, typed('four', 'quick')),
    ]);
    expect(await store.drafts(ADA, 'main')).toEqual([typed('one\n\ntwo')]);
    expect(await store.drafts(ADA, 'quick')).toEqual([typed('three\n\nfour', 'quick')]);
  });

  test('words that are dropped or completely deleted leave no entry', async () => {
    await store.store(ADA, typed('a'));
    await store.store(ADA, typed('b', 'quick'));
    await store.drop(ADA, { place: 'new' });
    await store.drop(ADA, { place: 'new' });
    expect(await wordsOf(ADA)).toEqual([typed('b', 'quick')]);
    await store.store(ADA, typed('c', 'quick'));
    await store.store(ADA, typed('', 'quick'));
    // Its account may just have been about to store the first of them.
    expect(await store.count(ADA)).toBe(1);
  });

  test('once its account asks for the words, later words go to another entry', async () => {
    await store.store(ADA, typed('a'));
    const [entry] = await store.entriesOf(ADA);
    await store.store(ADA, typed('a thought'));
    expect(entry && (await store.read(entry))).toEqual(typed('a'));
    expect(await store.count(ADA)).toBe(2);
  });

  test('words that no box shows are not replaced by typed words', async () => {
    await store.add(ADA, typed('discarded'));
    await store.store(ADA, typed('typed'));
    expect(await store.drafts(ADA, 'main')).toEqual([typed('typed')]);
    expect(await wordsOf(ADA)).toEqual(expect.arrayContaining([typed('discarded'), typed('typed')]));
  });
});

describe('words without an account', () => {
  test('the quick note continues after a restart', async () => {
    await store.store(null, typed('from yesterday', 'quick'));
    const today = open();
    expect(await today.drafts(null, 'quick')).toEqual([typed('from yesterday', 'quick')]);
    await today.store(null, typed('milk', 'quick'));
    expect(names()).toHaveLength(1);
    expect(await open().drafts(null, 'quick')).toEqual([typed('milk', 'quick')]);
  });

  test('they are reserved for one account, as notes if they are no longer being typed', async () => {
    const id = addNote('by a command');
    await store.store(null, typed('typed', 'quick'));
    expect(await store.count(null)).toBe(2);
    await store.claim(ADA, true, () => true);
    expect(await store.count(null)).toBe(0);
    await store.claim(BEN, true, () => true);
    expect(await store.count(BEN)).toBe(0);
    // The same after a restart.
    const again = open();
    expect(await again.entriesOf(ADA)).toMatchObject([{ id }, { place: 'note' }]);
    expect(await wordsOf(ADA, again)).toEqual([
      { place: 'note', content: content('by a command') },
      { place: 'note', content: content('typed') },
    ]);
    await store.store(null, typed('typed', 'quick'));
    expect(await store.count(null)).toBe(1);
  });

  test('[S14] words that arrive for the next account are not reserved for the previous one', async () => {
    let isAda = true;
    const claimed = store.claim(ADA, true, () => isAda);
    isAda = false;
    addNote('for the next');
    await claimed;
    expect(await store.count(null)).toBe(1);
  });

  test('a quick note that is still being written continues in its entry for the account', async () => {
    const first = store.store(null, typed('to', 'quick'));
    const claimed = store.claim(ADA, false, () => true);
    await Promise.all([first, claimed]);
    await store.store(ADA, typed('to be', 'quick'));
    expect(await store.drafts(ADA, 'quick')).toEqual([typed('to be', 'quick')]);
    expect(await wordsOf(ADA)).toEqual([typed('to be', 'quick')]);
    expect(await store.count(null)).toBe(0);
  });
});

describe('taking entries', () => {
  test('a taken entry is removed and no longer counts', async () => {
    await store.store(ADA, typed('a'));
    const [entry] = await store.entriesOf(ADA);
    if (entry === undefined) throw new Error('The entry is missing.');
    await store.removeTaken(entry);
    await store.removeTaken(entry);
    expect(names()).toEqual([]);
    expect(await store.count(ADA)).toBe(0);
  });

  test('a taken entry that cannot be removed no longer counts, and the removal of the account is told of it', async () => {
    await store.store(ADA, typed('a'));
    const [entry] = await store.entriesOf(ADA);
    if (entry === undefined) throw new Error('There is no entry.');
    vi.mocked(rm).mockRejectedValueOnce(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    await expect(store.removeTaken(entry)).rejects.toThrow('EPERM');
    expect(store.isTaken(entry)).toBe(true);
    const work = vi.fn<(taken: readonly string[]) => Promise<void>>(async () => undefined);
    expect(await store.ifNoneWait(ADA, work)).toBe(0);
    expect(work).toHaveBeenCalledWith([entry.name]);
    await store.store(ADA, typed('b'));
    expect(await store.ifNoneWait(ADA, work)).toBe(1);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

test('words of one account wait while it is removed, and those of others do not', async () => {
  const removed = Promise.withResolvers<void>();
  const removal = store.ifNoneWait(ADA, () => removed.promise);
  const late = vi.fn<() => void>();
  const stored = store.store(ADA, typed('late')).then(late);
  await store.store(BEN, typed('at once'));
  expect(await store.entriesOf(BEN)).toHaveLength(1);
  expect(late).not.toHaveBeenCalled();
  removed.resolve();
  await stored;
  expect(await removal).toBe(0);
  expect(await store.count(ADA)).toBe(1);
});

describe('files that are not entries or cannot be read', () => {
  test.each(['{', '[]', 'null', '{"content":{"title":"a"}}', '{"content":{"title":1,"text":"a"}}'])(
    '[S11.4] an entry that cannot be read is set aside, reported once, counted, and delays no other one: %s',
    async (text) => {
      addNote('whole', 2_000);
      const name = `000000000001000.${'a'.repeat(20)}.note.${accountDigest(ADA)}.json`;
      writeFileSync(path.join(folder, name), text);
      await store.claim(ADA, true, () => true);
      expect(await wordsOf(ADA)).toEqual([null, { place: 'note', content: content('whole') }]);
      expect(readFileSync(path.join(folder, `${name}.unreadable`), 'utf8')).toBe(text);
      expect(troubles).toHaveLength(1);
      expect(await wordsOf(ADA, open())).toHaveLength(1);
      expect(await store.count(ADA)).toBe(2);
      expect(troubles).toHaveLength(1);
    },
  );

  test('an entry that is temporarily unreadable stays', async () => {
    mkdirSync(path.join(folder, `000000000001000.${'a'.repeat(20)}.note.${accountDigest(ADA)}.json`), {
      recursive: true,
    });
    await expect(wordsOf(ADA)).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await store.count(ADA)).toBe(1);
  });

  test('the temporary file of a killed process and a file of the system are not entries, and stay', async () => {
    addNote('whole');
    writeFileSync(
      path.join(folder, `.000000000001000.${'a'.repeat(20)}.note.nobody.json.new`),
      '{"content": {"ti',
    );
    writeFileSync(path.join(folder, 'desktop.ini'), 'not ours');
    expect(await store.count(null)).toBe(1);
    expect(readdirSync(folder)).toHaveLength(3);
    expect(troubles).toEqual([]);
  });
});

describe('notes of `inkling --new`', () => {
  test('[C57] notes of a command are private and listed with the oldest first', async () => {
    const second = addNote('second', 2_000);
    const first = addNote('first\u0000 \ud800', 1_000);
    await store.claim(ADA, true, () => true);
    expect(await store.entriesOf(ADA)).toMatchObject([{ id: first }, { id: second }]);
    expect(await wordsOf(ADA)).toMatchObject([
      { content: content('first\u0000 \ud800') },
      { content: content('second') },
    ]);
    if (process.platform === 'win32') return;
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of names()) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test('a note of a command is synced when the call returns: its words, its name, and each new folder', (context) => {
    if (process.platform === 'win32') return context.skip('folders are not synced there');
    const into = path.join(userData, 'new', 'folder');
    addNote('one', 1_000, into);
    const inode = (file: string): number => statSync(file).ino;
    const entry = inode(path.join(into, readdirSync(into)[0] ?? ''));
    expect(disk.calls.slice(-3)).toEqual([
      ['sync', entry],
      ['rename', entry],
      ['sync', inode(into)],
    ]);
    expect(disk.calls.slice(0, 2)).toEqual([
      ['sync', inode(path.dirname(into))],
      ['sync', inode(userData)],
    ]);
    return undefined;
  });

  test('a note of a command that cannot be made durable is removed, because it was not reported as stored', async (context) => {
    if (process.platform === 'win32') return context.skip('folders are not synced there');
    mkdirSync(folder, { recursive: true });
    disk.failing = true;
    expect(() => addNote('one')).toThrow(expect.objectContaining({ code: 'EIO' }) as Error);
    expect(await store.count(null)).toBe(0);
    return undefined;
  });

  test('a full disk is reported and leaves no entry, and a note is stored once there is room', (context) => {
    const small = path.join(smallDisk(context, path.dirname(userData), 64), 'waiting-words');
    writeFileSync(path.join(path.dirname(small), 'ballast'), 'x'.repeat(40_000));
    expect(() => addNote('x'.repeat(60_000), 1, small)).toThrow(
      expect.objectContaining({ code: 'ENOSPC' }) as Error,
    );
    expect(readdirSync(small)).toEqual([]);
    rmSync(path.join(path.dirname(small), 'ballast'));
    addNote('room again', 1, small);
    expect(readdirSync(small)).toHaveLength(1);
  });

  test('a folder that may not be written is reported', (context) => {
    if (process.platform === 'win32' || process.getuid?.() === 0)
      return context.skip('root may write anywhere');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o500);
    expect(() => addNote('a')).toThrow(expect.objectContaining({ code: 'EACCES' }) as Error);
    return undefined;
  });
});

describe('the watch', () => {
  test('an entry that another process adds is reported', async () => {
    const onChange = vi.fn<() => void>();
    store.onChange(onChange);
    onTestFinished(store.watch());
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    addNote('a');
    await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(1);
  });

  test.each(['by another process', 'and at once created again'])(
    'a folder that is removed %s is watched again',
    async (how) => {
      const onChange = vi.fn<() => void>();
      store.onChange(onChange);
      onTestFinished(store.watch());
      await expect.poll(() => onChange.mock.calls.length).toBe(1);
      rmSync(folder, { recursive: true });
      if (how === 'and at once created again') mkdirSync(folder);
      await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(1);
      // Each note gets its own report, apart from the one about the folder.
      for (const text of ['one', 'another']) {
        const before = onChange.mock.calls.length;
        addNote(text);
        await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(before);
      }
      expect(troubles).toEqual([]);
    },
  );

  test('a folder that cannot be watched is reported, and read every half minute', async () => {
    mkdirSync(userData);
    writeFileSync(folder, 'a file in its place');
    const onChange = vi.fn<() => void>();
    store.onChange(onChange);
    const end = store.watch();
    await expect.poll(() => troubles.length).toBe(1);
    clock.advance(30_000);
    clock.advance(30_000);
    expect(onChange).toHaveBeenCalledTimes(2);
    end();
    expect(clock.waiting).toBe(0);
  });
});

/** The inbox on real files: it has what another process has completely written, and nothing else. */
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
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createInbox, type Inbox, inboxFolder, putInInbox } from '#main/device/inbox.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
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

let userData: string;
let folder: string;
let inbox: Inbox;
let troubles: string[];
beforeEach(() => {
  userData = path.join(mkdtempSync(path.join(tmpdir(), 'inkling-inbox-')), 'Inkling');
  folder = inboxFolder(userData);
  troubles = [];
  Object.assign(disk, { calls: [], failing: false });
  inbox = createInbox(folder, reportTo(troubles));
  onTestFinished(() => rmSync(path.dirname(userData), { recursive: true, force: true }));
});

const words = (text: string): NoteContent => ({ title: '', text });

function put(text: string, now = 1_000, into = folder): NoteId {
  const id = makeNoteId(randomBytes);
  putInInbox(into, { id, content: words(text) }, now);
  return id;
}

test('[C57] entries put into the inbox create its folder, are private, and are listed with the oldest first', async () => {
  expect(await inbox.list()).toEqual([]);
  const second = put('second', 2_000);
  const first = put('first\u0000 \ud800', 1_000);
  expect(await inbox.list()).toEqual([
    { id: first, content: words('first\u0000 \ud800'), uid: null },
    { id: second, content: words('second'), uid: null },
  ]);
  expect(troubles).toEqual([]);
  if (process.platform === 'win32') return;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const [name = ''] = readdirSync(folder);
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
});

test('an inbox entry is synced when the call returns: its words, its name, and each new folder', (context) => {
  if (process.platform === 'win32') return context.skip('folders are not synced there');
  put('one');
  const [name = ''] = readdirSync(folder);
  const inode = (file: string): number => statSync(file).ino;
  const entry = inode(path.join(folder, name));
  expect(disk.calls).toEqual([
    ['sync', inode(userData)],
    ['sync', inode(path.dirname(userData))],
    ['sync', entry],
    ['rename', entry],
    ['sync', inode(folder)],
  ]);
  disk.calls = [];
  put('two', 2_000);
  expect(disk.calls.map(([call]) => call)).toEqual(['sync', 'rename', 'sync']);
  return undefined;
});

test('an inbox entry that cannot be made durable is removed, because it was not reported as stored', async (context) => {
  if (process.platform === 'win32') return context.skip('folders are not synced there');
  mkdirSync(folder, { recursive: true });
  disk.failing = true;
  expect(() => put('one')).toThrow(expect.objectContaining({ code: 'EIO' }) as Error);
  expect(disk.calls.map(([call]) => call)).toEqual(['sync', 'rename']);
  expect(await inbox.list()).toEqual([]);
  return undefined;
});

test('a removed inbox entry is gone, also if it is removed twice, and the others stay', async () => {
  const [first, second] = [put('first'), put('second', 2_000)];
  await inbox.list();
  await inbox.remove(first);
  await inbox.remove(first);
  expect(await createInbox(folder, () => undefined).list()).toEqual([
    { id: second, content: words('second'), uid: null },
  ]);
});

test('the temporary file of a killed process is no inbox entry, and stays', async () => {
  put('whole');
  const half = path.join(folder, '.000000000001000-abcdefghijklmnopqrst.json.new');
  writeFileSync(half, '{"title": "", "te');
  writeFileSync(path.join(folder, 'desktop.ini'), 'not ours');
  expect(await inbox.list()).toMatchObject([{ content: words('whole') }]);
  expect(readdirSync(folder)).toHaveLength(3);
  expect(troubles).toEqual([]);
});

test.each([
  '{',
  '[]',
  'null',
  '{"title":"a"}',
  '{"title":1,"text":"a"}',
  '{"title":"","text":""}',
  '{"title":"a","text":"b","uid":7}',
])('an invalid inbox entry is set aside, reported once and delays no other one: %s', async (content) => {
  put('whole', 2_000);
  const name = '000000000001000-abcdefghijklmnopqrst.json';
  writeFileSync(path.join(folder, name), content);
  expect(await inbox.list()).toMatchObject([{ content: words('whole') }]);
  expect(readFileSync(path.join(folder, `${name}.unreadable`), 'utf8')).toBe(content);
  expect(troubles).toHaveLength(1);
  expect(await inbox.list()).toHaveLength(1);
  expect(troubles).toHaveLength(1);
});

test('an inbox entry that cannot be read now stays, and does not delay the others', async () => {
  const whole = put('whole', 2_000);
  mkdirSync(path.join(folder, '000000000001000-abcdefghijklmnopqrst.json'));
  expect(await inbox.list()).toEqual([
    { id: 'abcdefghijklmnopqrst', content: null, uid: null },
    { id: whole, content: words('whole'), uid: null },
  ]);
  expect(troubles).toHaveLength(1);
  expect(readdirSync(folder)).toHaveLength(2);
});

describe('an inbox that cannot be written', () => {
  test('a full disk is reported and leaves no inbox entry, and an entry is stored once there is room', async (context) => {
    const small = smallDisk(context, path.dirname(userData), 64);
    const full = createInbox(path.join(small, 'inbox'), () => undefined);
    writeFileSync(path.join(small, 'ballast'), 'x'.repeat(40_000));
    expect(() => put('x'.repeat(60_000), 1, path.join(small, 'inbox'))).toThrow(
      expect.objectContaining({ code: 'ENOSPC' }) as Error,
    );
    expect(await full.list()).toEqual([]);
    expect(readdirSync(path.join(small, 'inbox'))).toEqual([]);
    rmSync(path.join(small, 'ballast'));
    put('room again', 1, path.join(small, 'inbox'));
    expect(await full.list()).toMatchObject([{ content: words('room again') }]);
  });

  test('an inbox folder that may not be written is reported', (context) => {
    if (process.platform === 'win32' || process.getuid?.() === 0)
      return context.skip('root may write anywhere');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o500);
    expect(() => put('a')).toThrow(expect.objectContaining({ code: 'EACCES' }) as Error);
    return undefined;
  });
});

test('a watcher of the inbox is notified of new entries, and ends without an error', async () => {
  const onChange = vi.fn<() => void>();
  const failed = vi.fn<() => void>();
  const end = inbox.watch(onChange, failed);
  // The watcher creates the folder if it does not exist yet.
  await expect.poll(() => onChange.mock.calls.length).toBe(1);
  put('a');
  await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(1);
  end();
  expect(failed).not.toHaveBeenCalled();
});

test.each(['by somebody', 'and at once made anew'])(
  'an inbox folder that is removed %s is watched again',
  async (how) => {
    const onChange = vi.fn<() => void>();
    onTestFinished(inbox.watch(onChange, (error) => troubles.push(String(error))));
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    rmSync(folder, { recursive: true });
    if (how === 'and at once made anew') mkdirSync(folder);
    await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(1);
    // Each entry is reported by itself, not together with the report about the folder.
    for (const text of ['one', 'another']) {
      const before = onChange.mock.calls.length;
      put(text);
      await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(before);
    }
    expect(troubles).toEqual([]);
  },
);

test('a failure to watch the inbox is reported', async () => {
  mkdirSync(userData);
  writeFileSync(folder, 'a file in the way');
  const failed = vi.fn<() => void>();
  const end = inbox.watch(() => undefined, failed);
  await expect.poll(() => failed.mock.calls.length).toBe(1);
  end();
});

/**
 * A sector of SQLite's log that the disk never returns again: the next opening still finds what the rest of
 * the log holds.
 */
import { cpSync, readFileSync, readSync, rmSync } from 'node:fs';
import type * as fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openAccountStore } from '#account/opening.ts';
import type { NoteId } from '#shared/note/note.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { pendingNote } from '../support/store.ts';

vi.mock('node:fs', { spy: true });

const disk = await vi.importActual<typeof fs>('node:fs');

test('an account opens with the readable part of its log', () => {
  const [live, file] = ['live', 'crashed'].map((name) =>
    path.join(temporaryFolder(), name, 'notes.sqlite'),
  ) as [string, string];
  disk.mkdirSync(path.dirname(live));
  const open = (database: string) =>
    openAccountStore({ file: database, now: Date.now, onFatal: () => undefined });
  open(live).close();
  const store = open(live);
  for (let count = 1; count <= 9; count += 1)
    store.notes.transaction(() => store.notes.write(pendingNote(`note${count}`, count)));
  cpSync(path.dirname(live), path.dirname(file), { recursive: true });
  store.close();
  rmSync(`${file}-shm`, { force: true });
  const lost = 4096 * 3;
  const broken = Object.assign(new Error('i/o error, read'), { code: 'EIO', errno: -5, syscall: 'read' });
  vi.mocked(readFileSync).mockImplementation((...args: unknown[]) => {
    if (String(args[0]).endsWith('-wal')) throw broken;
    return Reflect.apply(disk.readFileSync, disk, args);
  });
  vi.mocked(readSync).mockImplementation((...args: unknown[]) => {
    if (args[4] === lost) throw broken;
    return Reflect.apply(disk.readSync, disk, args);
  });
  const opened = open(file);
  const ids = Array.from({ length: 9 }, (_, at) => `note${at + 1}` as NoteId);
  expect(ids.filter((id) => opened.notes.read(id) === null)).toEqual([]);
  opened.close();
});

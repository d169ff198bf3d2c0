import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { UNVERIFIED } from '#shared/note/remote-store.ts';
import { destroyRoot, destroyTable, pendingNote, settledNote } from '../support/store.ts';
import {
  here,
  open,
  fill,
  backUp,
  pendingWords,
  setAsideFiles,
  endUncleanly,
} from '../support/account-file.ts';

describe('[S13] an account that could not be read whole', () => {
  test('a salvaged account is not confirmed, and its settled notes have an unverified updateTime', () => {
    fill();
    destroyRoot(here.file, 'drafts');
    endUncleanly();
    const store = open();
    expect(store.notes.isConfirmed()).toBe(false);
    expect(store.notes.isLoaded()).toBe(false);
    const settled = store.notes.read('settled7' as NoteId);
    expect(settled?.local?.text).toBe('x'.repeat(200));
    expect(settled?.remote?.updateTime).toBe(UNVERIFIED);
    expect(store.notes.read('pending7' as NoteId)?.remote?.updateTime).toBe('000000000001.000000000');
    // The outbox could be read, and says that this note had no pending change.
    expect(store.notes.updateTimeInDoubt('settled7' as NoteId)).toBeUndefined();
  });

  test('each note is in doubt if the outbox is lost, until the account is confirmed', () => {
    fill();
    destroyTable(here.file, 'outbox');
    endUncleanly();
    const store = open();
    expect(store.notes.updateTimeInDoubt('settled7' as NoteId)).toBe('000000000001.000000000');
    expect(store.notes.updateTimeInDoubt('pending7' as NoteId)).toBe('000000000001.000000000');
    expect(store.notes.updateTimeInDoubt('unknown' as NoteId)).toBeUndefined();
    store.notes.setConfirmed();
    expect(store.notes.isConfirmed()).toBe(true);
    expect(store.notes.updateTimeInDoubt('settled7' as NoteId)).toBeUndefined();
  });

  test('an edited note is in doubt if the outbox is lost and the newest backup is older than the note', () => {
    fill();
    backUp();
    const store = open();
    const created = pendingNote('made', store.notes.nextSequence(), 'as it was pushed first');
    store.notes.write({ ...created, remote: null });
    store.notes.write({ ...created, remote: settledNote('made').remote, pending: null });
    const edited = pendingNote('made', store.notes.nextSequence(), 'edited and not pushed');
    store.notes.write(edited);
    store.close();
    destroyTable(here.file, 'outbox');
    endUncleanly();
    const mended = open();
    expect(mended.notes.read('made' as NoteId)?.local?.text).toBe('edited and not pushed');
    expect(mended.notes.updateTimeInDoubt('made' as NoteId)).toBe('000000000001.000000000');
  });

  test('a note in doubt stays in doubt after a second salvage', () => {
    fill();
    destroyTable(here.file, 'outbox');
    endUncleanly();
    open().close();
    destroyRoot(here.file, 'drafts');
    endUncleanly();
    expect(open().notes.updateTimeInDoubt('settled7' as NoteId)).toBe('000000000001.000000000');
  });

  test('a note that was never in the cloud is pending even if the outbox is lost', () => {
    fill();
    const store = open();
    store.notes.write({ ...pendingNote('created', store.notes.nextSequence()), remote: null });
    store.close();
    destroyTable(here.file, 'outbox');
    endUncleanly();
    expect(pendingWords(open())).toEqual(['unpushed words of created']);
  });
});

describe('the notice of a salvage', () => {
  const notice = (): string => open().notices.take().join('\n');

  test('the notice of a salvage counts the pending changes and drafts that were recovered', () => {
    fill();
    destroyRoot(here.file, 'cache');
    endUncleanly();
    expect(notice()).toMatch(
      /with 30 changes that were not synced yet and one draft; everything else comes back/,
    );
  });

  test('the notice of a salvage says that earlier versions could not be read, and where the file is', () => {
    fill();
    destroyRoot(here.file, 'history');
    endUncleanly();
    const text = notice();
    expect(text).toMatch(/with 30 changes .* Some of the earlier versions of your notes could not be read/);
    expect(readdirSync(/is kept in (.*)\.$/.exec(text)?.[1] ?? '')).toContain('notes.sqlite');
  });

  test('the notice of a salvage says that unsynced changes could not be read, and where the file is', () => {
    fill();
    destroyTable(here.file, 'drafts');
    endUncleanly();
    const text = notice();
    expect(text).toMatch(/Some of what was not synced yet could not be read/);
    const damagedFolder = /is kept in (.*)\.$/.exec(text)?.[1] ?? '';
    expect(readdirSync(damagedFolder)).toContain('notes.sqlite');
  });

  test('the notice for a missing file names no folder, because no file was set aside', () => {
    fill();
    backUp();
    rmSync(here.file);
    expect(notice()).toMatch(/Some of what was not synced yet could not be read\.$/);
    expect(setAsideFiles()).toEqual([]);
  });

  test('the notice of a salvage is given once', () => {
    fill();
    destroyTable(here.file, 'outbox');
    endUncleanly();
    const store = open();
    expect(store.notices.take()).toHaveLength(1);
    expect(store.notices.take()).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createJsonFile } from '#main/device/json-file.ts';
import { createQuickDraft } from '#main/device/quick-draft.ts';
import { createDrafts } from '#main/store/drafts.ts';
import { openDatabase } from '#main/store/open.ts';

function device() {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-'));
  const db = openDatabase(':memory:');
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const file = createJsonFile(path.join(folder, 'quick-note.json'));
  return { file, draft: createQuickDraft(file), drafts: createDrafts(db) };
}

test('words that were written signed out wait, and go to the account that signs in', () => {
  const { file, draft, drafts } = device();
  draft.keep({ title: 'Idea', text: 'write it down' });
  expect(createQuickDraft(file).list()).toEqual([
    { place: 'quick', content: { title: 'Idea', text: 'write it down' } },
  ]);
  draft.moveTo(drafts);
  expect(drafts.list()).toEqual([{ place: 'quick', content: { title: 'Idea', text: 'write it down' } }]);
  expect(draft.list()).toEqual([]);
});

test('they stand after what the account had there, and are not doubled by a crash', () => {
  const { draft, drafts } = device();
  drafts.keep({ place: 'quick', content: { title: 'One', text: 'first' } });
  draft.keep({ title: 'Two', text: 'second' });
  draft.moveTo(drafts);
  const both = { title: 'One', text: 'first\n\nTwo\n\nsecond' };
  expect(drafts.list()).toEqual([{ place: 'quick', content: both }]);
  draft.keep(both);
  draft.moveTo(drafts);
  expect(drafts.list()).toEqual([{ place: 'quick', content: both }]);
});

test('nothing is handed over where nothing was written', () => {
  const { draft, drafts } = device();
  draft.keep({ title: '', text: '' });
  draft.moveTo(drafts);
  expect(drafts.list()).toEqual([]);
});

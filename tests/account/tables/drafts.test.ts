import * as fc from '#tests/support/fast-check.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/note/draft.ts';
import type { NoteId } from '#shared/note/note.ts';
import { createDrafts, type Drafts } from '#account/tables/drafts.ts';
import type { Connection } from '#account/database/connection.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { openConnection, pendingNote } from '../support/store.ts';

let db: Connection;
let drafts: Drafts;
beforeEach(() => {
  db = openConnection();
  drafts = createDrafts(db);
});

const words = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed());
const content = fc.record({ title: words, text: words });
const anyDraft: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({ place: fc.constantFrom('new' as const, 'quick' as const), content }),
  fc.record({
    place: fc.constant('new' as const),
    content,
    marks: fc.constantFrom({ isPinned: true }, { color: 'RED', addLabels: ['Work', '😀'] }),
  }),
  fc.record({
    place: fc.constant('edit' as const),
    id: fc.constant('note' as NoteId),
    content,
    base: content,
  }),
);

describe('drafts', () => {
  test('drafts are read as they were stored, with NUL and every other character', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        drafts.store(draft);
        expect(drafts.list()).toContainEqual(draft);
      }),
    );
  });

  test('half a character in a draft becomes the replacement character, never an error', () => {
    drafts.store({ place: 'new', content: { title: 'a\uD83D', text: '\uDE00b' } });
    expect(drafts.list()).toEqual([{ place: 'new', content: { title: 'a\uFFFD', text: '\uFFFDb' } }]);
  });

  test('a draft of several megabytes is stored completely', () => {
    const text = 'long 😀\0'.repeat(500_000);
    drafts.store({ place: 'quick', content: { title: '', text } });
    expect(drafts.list()[0]?.content.text === text).toBe(true);
  });

  test('one draft is stored for each place and for each edited note', () => {
    const empty = { title: '', text: '' };
    drafts.store({ place: 'new', content: { title: 'first', text: '' } });
    drafts.store({ place: 'new', content: { title: 'second', text: '' } });
    drafts.store({ place: 'quick', content: { title: 'quick', text: '' } });
    for (const id of ['a', 'b'] as NoteId[]) {
      drafts.store({ place: 'edit', id, content: { title: `edit of ${id}`, text: '' }, base: empty });
    }
    const titles = drafts.list().map((draft) => draft.content.title);
    expect(titles.toSorted()).toEqual(['edit of a', 'edit of b', 'quick', 'second']);
  });

  test('drafts are dropped one by one, and dropping a missing draft succeeds', () => {
    const base = { title: '', text: '' };
    const otherDraft: Draft = { place: 'edit', id: 'b' as NoteId, content: base, base };
    drafts.store({ place: 'new', content: base });
    drafts.store({ ...otherDraft, id: 'a' as NoteId });
    drafts.store(otherDraft);
    drafts.drop({ place: 'new' });
    drafts.drop({ place: 'edit', id: 'a' as NoteId });
    drafts.drop({ place: 'quick' });
    expect(drafts.list()).toEqual([otherDraft]);
  });

  // Under the new id, an edit by a page that never saw the draft would drop it.
  test('the draft of an edit stays under the old id of its note when the note gets another id', () => {
    const [refused, free] = ['refused', 'free'] as NoteId[] as [NoteId, NoteId];
    const notes = createNoteStore(db);
    const base = { title: '', text: '' };
    notes.write(pendingNote(refused, 1));
    drafts.store({ place: 'edit', id: refused, content: { title: '', text: 'typed' }, base });
    drafts.store({ place: 'new', content: base });
    notes.rename(refused, free);
    expect(drafts.list()).toEqual([
      { place: 'edit', id: refused, content: { title: '', text: 'typed' }, base },
      { place: 'new', content: base },
    ]);
  });

  test('a draft of an edit without a note id is reported as damage', () => {
    db.exec(`PRAGMA ignore_check_constraints = ON;
      INSERT INTO drafts (place, title, text) VALUES ('edit', '', 'typed')`);
    expect(() => drafts.list()).toThrow(expect.objectContaining({ code: 'store-damaged' }));
  });
});

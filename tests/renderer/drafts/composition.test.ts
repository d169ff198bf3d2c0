/** The states of the words in the fields of one place. */
import { describe, expect, test } from 'vitest';
import type { DraftKey } from '#shared/note/draft.ts';
import { MOST_LABELS } from '#shared/note/labels.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import {
  type Change,
  type Composition,
  draftOf,
  EMPTY_COMPOSITION,
  longerContent,
  isWorthRecovering,
  nextComposition,
} from '#renderer/drafts/composition.ts';

const NEW: DraftKey = { place: 'new' };
const EDIT: DraftKey = { place: 'edit', id: 'a' as NoteId };
const words = (text: string): NoteContent => ({ title: '', text });

function after(key: DraftKey, ...changes: readonly Change[]): Composition {
  return changes.reduce<Composition>((now, change) => nextComposition(key, now, change), EMPTY_COMPOSITION);
}

const type = (text: string): Change => ({ type: 'type', content: words(text) });
const saved = (text: string): Change => ({ type: 'saved', content: words(text) });
const opened: Change = { type: 'open', base: words('before'), content: words('before') };

describe('the stages of a composition', () => {
  test.each<[string, readonly Change[], Composition['stage']]>([
    ['typed words', [opened, type('x')], 'typing'],
    ['words that are being saved', [opened, type('x'), { type: 'save' }], 'saving'],
    ['words typed while others are being saved', [opened, type('x'), { type: 'save' }, type('xy')], 'saving'],
    ['saved words', [opened, type('x'), { type: 'save' }, saved('x')], 'saved'],
    ['saved words that change', [opened, type('x'), { type: 'save' }, saved('x'), type('y')], 'typing'],
    [
      'saved words with others since',
      [opened, type('x'), { type: 'save' }, type('xy'), saved('x')],
      'typing',
    ],
    ['words that could not be saved', [opened, type('x'), { type: 'save' }, { type: 'failed' }], 'typing'],
  ])('%s', (_what, changes, stage) => {
    expect(after(EDIT, ...changes).stage).toBe(stage);
  });
});

describe('the draft of a composition', () => {
  test('an edit is a draft with its base while it differs from the base', () => {
    const typed = after(EDIT, opened, type('after'));
    expect(draftOf(EDIT, typed)).toEqual({
      place: 'edit',
      id: 'a',
      content: words('after'),
      base: words('before'),
    });
    expect(draftOf(EDIT, nextComposition(EDIT, typed, type('before')))).toBeNull();
  });

  test('words typed while an edit is being saved are an edit of the saved words', () => {
    const typed = after(EDIT, opened, type('x'), { type: 'save' }, type('x y'), saved('x'));
    expect(draftOf(EDIT, typed)).toMatchObject({ content: words('x y'), base: words('x') });
  });

  test('a new note is a draft with its marks while it has words, and the next one begins without them', () => {
    const typed = after(NEW, { type: 'mark', marks: { isPinned: true } }, type('x'));
    expect(draftOf(NEW, typed)).toEqual({ place: 'new', content: words('x'), marks: { isPinned: true } });
    const next = nextComposition(NEW, typed, saved('x'));
    expect(draftOf(NEW, next)).toBeNull();
    expect(next.shownMarks.pinned).toBe(false);
  });

  test('words above those that became a note stay in the fields', () => {
    const stored = { place: 'new', content: words('earlier') } as const;
    const joined = after(NEW, type('x'), { type: 'save' }, { type: 'join', stored });
    expect(joined.content).toEqual(words('earlier\n\nx'));
    expect(draftOf(NEW, nextComposition(NEW, joined, saved('x')))).toEqual(stored);
  });
});

describe('a stored draft that joins', () => {
  test('a stored draft brings its marks, but newer choices win', () => {
    const stored = {
      place: 'new',
      content: words('earlier'),
      marks: { color: 'RED', addLabels: ['Work'] },
    } as const;
    const { content, shownMarks } = after(
      NEW,
      { type: 'mark', marks: { color: 'GREEN' } },
      { type: 'join', stored },
    );
    expect(content).toEqual(words('earlier'));
    expect(shownMarks).toEqual({ pinned: false, color: 'GREEN', labels: ['Work'] });
  });

  test('two edits are merged on the base of the earlier one, or else joined below each other', () => {
    const stored = {
      place: 'edit',
      id: 'a' as NoteId,
      base: words('one\ntwo\nthree'),
      content: words('ONE\ntwo\nthree'),
    } as const;
    const open: Change = {
      type: 'open',
      base: words('one\ntwo\nthree\nfour'),
      content: words('one\ntwo\nthree\nfour'),
    };
    expect(after(EDIT, open, type('one\ntwo\nTHREE\nfour'), { type: 'join', stored }).content).toEqual(
      words('ONE\ntwo\nTHREE\nfour'),
    );
    expect(after(EDIT, open, type('first\ntwo\nthree'), { type: 'join', stored }).content).toEqual(
      words('ONE\ntwo\nthree\n\nfirst\ntwo\nthree'),
    );
  });
});

test('marks do not change during a save, and never exceed what a note can have', () => {
  const mark: Change = { type: 'mark', marks: { isPinned: true } };
  expect(after(NEW, type('x'), { type: 'save' }, mark).shownMarks.pinned).toBe(false);
  const addLabels = Array.from({ length: MOST_LABELS + 1 }, (_, index) => `label ${index}`);
  expect(after(NEW, { type: 'mark', marks: { addLabels } }).shownMarks.labels).toEqual([]);
});

describe('[S12.5] words deleted before they are a note', () => {
  test('the words to recover are the longest ones, even if they were deleted letter by letter', () => {
    const typed = ['m', 'mi', 'milk', 'milk!', 'milk', 'mil', 'm'].map(words);
    expect(typed.reduce(longerContent)).toEqual(words('milk!'));
    expect(longerContent(words('milk'), words('bean'))).toEqual(words('bean'));
    expect(longerContent(words('milk'), words(''))).toEqual(words(''));
  });

  test.each([
    ['words', 'milk', true],
    ['a title', '', true],
    ['an item of a list', '☐ milk', true],
    ['a word after a label', '#shop milk', true],
    ['an empty box', '☐ ', false],
    ['a typed box', '- [ ]', false],
    ['the name of a label that is chosen', '#shop', false],
    ['white space', ' \n', false],
  ])('whether %s can be recovered from the history', (what, text, isWorth) => {
    expect(isWorthRecovering({ title: what === 'a title' ? 'Shop' : '', text })).toBe(isWorth);
  });
});

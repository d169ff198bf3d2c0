/** The groups and entries of the go-to box for typed letters. */
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { SETTING_IDS, SETTING_NAMES } from '#renderer/components/setting-names.ts';
import { type FoundNote, type Offer, offersFor } from '#renderer/go-to/entries.ts';
import { OFFERED_COMMANDS } from '#shared/ipc/commands.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';

const NOTHING = { canActOnNotes: false, labels: [], settings: [], recent: [], notes: [] };
const ALL = { ...NOTHING, canActOnNotes: true, settings: SETTING_IDS };

function idOf({ entry }: Offer): string {
  if (entry.kind === 'command') return entry.command.id;
  if (entry.kind === 'setting') return `setting ${entry.id}`;
  return entry.kind === 'label' ? `#${entry.name}` : `note ${entry.row.title}`;
}
const offered = (typed: string, sources: Partial<typeof ALL> | object = ALL) =>
  offersFor(typed, { ...NOTHING, ...sources }).map(({ name, offers }) => [name, offers.map(idOf)]);
const first = (typed: string, sources: object = ALL) =>
  offersFor(typed, { ...NOTHING, ...sources }).flatMap(({ offers }) => offers.map(idOf))[0];

function note(title: string, { list = 'active' as const, text = '' } = {}): FoundNote {
  const row: Partial<NoteRow> = { id: title as NoteId, title, excerpt: text };
  return { row: row as NoteRow, list };
}

describe('what is found first', () => {
  test.each([
    ['new', 'new-note'],
    ['note new', 'new-note'],
    ['nqn', 'quick-note'],
    ['LOG', 'log-out'],
    ['sign out', 'log-out'],
    ['dark', 'setting theme'],
    ['theme', 'setting theme'],
    ['appearance', 'setting theme'],
    ['colour', 'colour'],
    ['color', 'colour'],
    ['help', 'shortcuts'],
    ['takeout', 'transfer'],
    ['sttngs', 'settings'],
    ['shrtct', 'shortcuts'],
    ['tags', 'labels'],
    ['bin', 'trash'],
    ['autostart', 'setting login'],
    ['xyz', undefined],
  ])('%j finds %j', (typed, id) => expect(first(typed)).toBe(id));

  test.each(SETTING_IDS)('the setting %s is found by its name', (id) => {
    expect(offersFor(SETTING_NAMES[id], ALL).flatMap(({ offers }) => offers.map(idOf))).toContain(
      `setting ${id}`,
    );
  });

  test('colour is a setting where no note can be coloured', () => {
    expect(first('color', { ...ALL, canActOnNotes: false })).toBe('setting theme');
  });

  test('any beginning of any word of a name finds it, and so do its letters in their order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OFFERED_COMMANDS),
        fc.nat(5),
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        ({ id, name }, which, length, isTyped) => {
          const words = name.split(/[^\p{L}\p{N}]+/u);
          const ids = (typed: string) => offersFor(typed, ALL).flatMap(({ offers }) => offers.map(idOf));
          expect(ids((words[which % words.length] ?? '').slice(0, length))).toContain(id);
          const letters = Array.from(words.join('')).filter(
            (_letter, at) => at === 0 || isTyped[at] === true,
          );
          expect(ids(letters.join(''))).toContain(id);
        },
      ),
    );
  });
});

describe('groups', () => {
  const recent = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'].map((title) => note(title));

  test('without letters: recent notes, screens, and commands, those for notes only on notes', () => {
    const all = (ids: readonly string[]) => expect.arrayContaining([...ids]);
    const goTo = ['note r1', 'note r2', 'note r3', 'note r4', 'note r5', 'notes', 'archive', 'trash'];
    const onNotes = OFFERED_COMMANDS.filter(({ offer }) => offer === 'on notes').map(({ id }) => id);
    expect(offered('', { recent, labels: ['home'], settings: SETTING_IDS })).toEqual([
      ['Go to', goTo],
      ['Do', all(['new-note', 'settings', 'log-out'])],
    ]);
    expect(offered(' ', { recent, canActOnNotes: true })).toEqual([
      ['Go to', goTo],
      ['This note', onNotes],
      ['Do', all(['new-note'])],
    ]);
  });

  test('the group with the best entry is the first, and notes stand above mere letters', () => {
    const notes = [note('Loggerhead turtle'), note('Synced folders')];
    expect(offered('log', { notes }).map(([name]) => name)).toEqual(['Do', 'Go to']);
    expect(offered('syncd', { notes }).map(([name]) => name)).toEqual(['Go to']);
    expect(offered('snow', { notes: [note('snow')] })).toEqual([
      ['Go to', ['note snow']],
      ['Do', ['sync']],
    ]);
  });

  test('found notes come with the recent ones first, then recent notes with the letters in their names', () => {
    const notes = [note('Pinned bread'), note('r2 bread'), note('r1 bread')];
    const sources = { notes, recent: [note('r1 bread'), note('r2 bread'), note('Blue road')] };
    expect(offered('blrd', sources)[0]?.[1]).toContain('note Blue road');
    expect(offered('bread', sources)).toEqual([
      ['Go to', ['note r1 bread', 'note r2 bread', 'note Pinned bread']],
    ]);
  });

  test('letters that are far apart in the name of a note do not find it', () => {
    const sources = {
      recent: [note('', { text: 'Notes on the garage, and whose hose' }), note('Meeting notes')],
    };
    expect(offered('trash', sources)).toEqual([['Go to', ['trash']]]);
    expect(offered('mtgnts', sources)).toEqual([['Go to', ['note Meeting notes']]]);
  });

  test('labels: those that begin with the letters first; # offers only labels, without letters all', () => {
    const labels = ['work at home', 'garden', 'home', 'a', 'b', 'c', 'd'];
    expect(offered('hom', { labels })[0]).toEqual(['Go to', ['#home', '#work at home', 'notes']]);
    expect(offered('#ho', { ...ALL, labels })).toEqual([['Go to', ['#home', '#work at home']]]);
    expect(offered('#gdn', { ...ALL, labels })).toEqual([['Go to', ['#garden']]]);
    expect(offered('#', { ...ALL, labels })[0]?.[1]).toHaveLength(labels.length);
    expect(offered('#none', { ...ALL, labels })).toEqual([]);
  });
});

/** The entries that the box offers for the typed letters, in groups. Pure. */
import { OFFERED_COMMANDS, type OfferedCommand } from '#shared/ipc/commands.ts';
import { nameOfNote, type ListName } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { SETTING_NAMES, type SettingId } from '../components/setting-names.ts';
import { labelsLike } from '../search/find-label.ts';
import { RANK, rankOf } from './match.ts';
import { COMMAND_SYNONYMS, SETTING_SYNONYMS } from './synonyms.ts';

export type Entry =
  | { readonly kind: 'command'; readonly command: OfferedCommand }
  | { readonly kind: 'setting'; readonly id: SettingId }
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'note'; readonly row: NoteRow; readonly list: ListName };

export interface FoundNote {
  readonly row: NoteRow;
  readonly list: ListName;
}

export interface Offer {
  readonly entry: Entry;
  /** As in `match.ts`. */
  readonly rank: number;
}

export interface OfferGroup {
  readonly name: 'Go to' | 'This note' | 'Do';
  readonly offers: readonly Offer[];
}

interface Sources {
  /** Whether a note is focused, or notes are selected. */
  readonly canActOnNotes: boolean;
  readonly labels: readonly string[];
  /** The ids of the settings that this device has. */
  readonly settings: readonly SettingId[];
  /** The newest first. */
  readonly recent: readonly FoundNote[];
  /** The notes that have the typed words. */
  readonly notes: readonly FoundNote[];
}

const MOST_LABELS = 5;
const MOST_RECENT = 5;
/**
 * The letters are at least two in five of the part of a note's name that has them, because a name without a
 * title is a long line, which has most letters somewhere.
 */
const SPARSEST = RANK.letters + 1 - 2 / 5;
const SCREENS: readonly string[] = ['notes', 'archive', 'trash'] satisfies OfferedCommand['id'][];

/** The groups with entries, and in each the best entries first; the group with the best entry is the first. */
export function offersFor(typed: string, sources: Sources): readonly OfferGroup[] {
  const [, typedLabel] = /^\s*#(.*)$/u.exec(typed) ?? [];
  if (typedLabel !== undefined)
    return groups([{ name: 'Go to', offers: labelOffers(typedLabel, sources.labels, Infinity) }]);
  const commands = OFFERED_COMMANDS.filter(({ offer }) => offer === 'always' || sources.canActOnNotes);
  const isBlank = typed.trim() === '';
  const screens = commandOffers(typed, commands.filter(isScreen));
  const actions = commandOffers(
    typed,
    commands.filter((command) => command.offer === 'always' && !isScreen(command)),
  );
  const onNotes = commandOffers(
    typed,
    commands.filter(({ offer }) => offer === 'on notes'),
  );
  return groups([
    {
      name: 'Go to',
      offers: isBlank
        ? [...recentOffers(sources.recent), ...screens]
        : [...screens, ...labelOffers(typed, sources.labels, MOST_LABELS), ...noteOffers(typed, sources)],
    },
    { name: 'This note', offers: onNotes },
    { name: 'Do', offers: isBlank ? actions : [...actions, ...settingOffers(typed, sources.settings)] },
  ]);
}

function groups(all: readonly OfferGroup[]): readonly OfferGroup[] {
  return all
    .filter(({ offers }) => offers.length > 0)
    .map(({ name, offers }) => ({ name, offers: offers.toSorted((one, other) => one.rank - other.rank) }))
    .toSorted((one, other) => bestOf(one) - bestOf(other));
}

/** Mere letters are one rank, however close together, so that groups do not swap places with each key. */
function bestOf({ offers }: OfferGroup): number {
  return Math.floor(offers[0]?.rank ?? RANK.letters);
}

function isScreen({ id }: OfferedCommand): boolean {
  return SCREENS.includes(id);
}

function commandOffers(typed: string, commands: readonly OfferedCommand[]): readonly Offer[] {
  return commands.flatMap((command) =>
    offerIf(rankOf(typed, command.name, COMMAND_SYNONYMS[command.id]), { kind: 'command', command }),
  );
}

function settingOffers(typed: string, ids: readonly SettingId[]): readonly Offer[] {
  return ids.flatMap((id) =>
    offerIf(rankOf(typed, SETTING_NAMES[id], SETTING_SYNONYMS[id]), { kind: 'setting', id }),
  );
}

function labelOffers(typed: string, labels: readonly string[], most: number): readonly Offer[] {
  const like = labelsLike(labels, typed.trim());
  const others = labels.filter((name) => !like.includes(name));
  return [
    ...like.flatMap((name) => offerIf(rankOf(typed, name) ?? RANK.words, { kind: 'label', name })),
    ...others.flatMap((name) => offerIf(rankOf(typed, name), { kind: 'label', name })),
  ].slice(0, most);
}

function recentOffers(recent: readonly FoundNote[]): readonly Offer[] {
  return recent.slice(0, MOST_RECENT).map((note) => ({ rank: RANK.name, entry: { kind: 'note', ...note } }));
}

/** The found notes, recent ones first, and recent notes with the letters in their names. */
function noteOffers(typed: string, { recent, notes }: Sources): readonly Offer[] {
  const order = new Map(recent.map(({ row }, index) => [row.id, index]));
  const byAge = notes.toSorted(
    (one, other) => (order.get(one.row.id) ?? Infinity) - (order.get(other.row.id) ?? Infinity) || 0,
  );
  const found = new Set(notes.map(({ row }) => row.id));
  return [
    ...byAge.map((note) => ({ rank: RANK.notes, entry: { kind: 'note' as const, ...note } })),
    ...recent.flatMap((note) => {
      const rank = found.has(note.row.id)
        ? null
        : rankOf(typed, nameOfNote(note.row.title, note.row.excerpt));
      const isNear = rank !== null && rank <= SPARSEST;
      return offerIf(isNear ? Math.max(rank, RANK.notes) : null, { kind: 'note', ...note });
    }),
  ];
}

function offerIf(rank: number | null, entry: Entry): readonly Offer[] {
  return rank === null ? [] : [{ rank, entry }];
}

/**
 * Steps that the app has acknowledged, and steps without an answer. After a kill every acknowledged step must
 * be there, and each step without an answer completely or not at all.
 */
import { assertNever } from '#shared/base/assert-never.ts';
import type { Draft, DraftKey } from '#shared/note/draft.ts';
import type { NoteContent, NoteFields, NoteId } from '#shared/note/note.ts';
import { TRANSITIONS, type Transition } from '#shared/note/note.ts';
import type { NewNotePlace } from '#shared/note/draft.ts';
import { differences, draftKey, draftValue, noteKey, noteValue, type State } from './state.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';

export type Step =
  | { readonly kind: 'add'; readonly content: NoteContent; readonly from: NewNotePlace | null }
  | { readonly kind: 'edit'; readonly id: NoteId; readonly content: NoteContent; readonly base: NoteFields }
  | { readonly kind: 'move'; readonly id: NoteId; readonly transition: Transition; readonly base: NoteFields }
  | { readonly kind: 'delete'; readonly id: NoteId }
  | { readonly kind: 'keep'; readonly draft: Draft }
  | { readonly kind: 'drop'; readonly key: DraftKey };

/** A value of null means that the key is removed. */
type Effects = readonly (readonly [key: string, value: string | null])[];

export class Ledger {
  #state = new Map<string, string>();
  readonly #unanswered = new Set<Step>();
  /** Notes whose deletion for ever was requested. */
  readonly deleted = new Set<NoteId>();

  get state(): State {
    return this.#state;
  }

  begin(step: Step): void {
    this.#unanswered.add(step);
    if (step.kind === 'delete') this.deleted.add(step.id);
  }

  /** @param added the id of an added note */
  acknowledge(step: Step, added: NoteId | null): void {
    this.#unanswered.delete(step);
    this.#apply(effectsOf(step, added));
  }

  /**
   * Compares with the state found after a kill, and applies the unanswered steps that turn out to be done.
   */
  settle(found: State, where: string): string[] {
    for (const step of this.#unanswered) {
      const effects = effectsOf(step, step.kind === 'add' ? this.#find(step, found) : null);
      if (effects.every(([key, value]) => (found.get(key) ?? null) === value)) this.#apply(effects);
    }
    this.#unanswered.clear();
    const lost = differences(this.#state, found, where);
    // Each difference is reported once.
    this.#state = new Map(found);
    return lost;
  }

  /** After damage, replaces the expected state by the state that the app shows once it has synced again. */
  restart(found: State): void {
    this.#unanswered.clear();
    this.#state = new Map(found);
  }

  /**
   * Words of acknowledged notes and drafts, without those that an unanswered step may have removed.
   */
  words(): ReadonlySet<string> {
    const doubtful = new Set(
      [...this.#unanswered].flatMap((step) => effectsOf(step, null).map(([key]) => key)),
    );
    const certain = [...this.#state].filter(([key]) => !doubtful.has(key));
    return new Set(certain.flatMap(([, value]) => titleIn(value)));
  }

  /**
   * The note of an addition without an answer. It is found by its words, which no other note has.
   */
  #find(step: Step & { kind: 'add' }, found: State): NoteId | null {
    const value = noteValue(fieldsOf(step.content));
    for (const [key, content] of found) {
      if (content === value && !this.#state.has(key))
        return key.slice(noteKey('' as NoteId).length) as NoteId;
    }
    return null;
  }

  #apply(effects: Effects): void {
    for (const [key, value] of effects) {
      if (value === null) this.#state.delete(key);
      else this.#state.set(key, value);
    }
  }
}

function effectsOf(step: Step, added: NoteId | null): Effects {
  switch (step.kind) {
    case 'add': {
      const { content, from } = step;
      // If the note was not found, this expects a note under an empty id, which never exists.
      const note = [noteKey(added ?? ('' as NoteId)), noteValue(fieldsOf(content))] as const;
      return from === null ? [note] : [note, [draftKey({ place: from }), null]];
    }
    case 'edit': {
      const { id, base, content } = step;
      return [
        [noteKey(id), noteValue({ ...base, ...content })],
        [draftKey({ place: 'edit', id }), null],
      ];
    }
    case 'move':
      return [[noteKey(step.id), noteValue({ ...step.base, ...TRANSITIONS[step.transition] })]];
    case 'delete':
      return [[noteKey(step.id), null]];
    case 'keep':
      return [[draftKey(step.draft), draftValue(step.draft)]];
    case 'drop':
      return [[draftKey(step.key), null]];
    default:
      return assertNever(step);
  }
}

/** The title of a content: a unique word. */
function titleIn(value: string): string[] {
  const { title } = JSON.parse(value) as { title: string | null };
  return title === null || title === '' ? [] : [title];
}

function fieldsOf(content: NoteContent): NoteFields {
  return { ...NO_FIELDS, ...content };
}

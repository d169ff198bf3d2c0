/**
 * A user at the app who adds, edits, moves and deletes notes and types drafts without a pause, until the app
 * is gone. Each writer has its own notes, so that no two write the same note at the same time.
 */
import type { Page } from '@playwright/test';
import { assertNever } from '#shared/base/assert-never.ts';
import type { Outcome } from '#shared/ipc/bridge.ts';
import type { RequestChannel, Requests } from '#shared/ipc/requests.ts';
import type { NewNotePlace } from '#shared/note/draft.ts';
import type { ErrorCode } from '#shared/base/error.ts';
import {
  listOf,
  type NoteContent,
  type NoteFields,
  type NoteId,
  type Transition,
  type Uid,
  TRANSITIONS,
} from '#shared/note/note.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import type { Random } from '#tests/fuzz/random.ts';
import type { Ledger, Step } from './ledger.ts';
import { sleep } from './sleep.ts';
import { draftKey, noteKey } from './state.ts';

/** With this many notes a writer deletes instead of adding, because each start compares all notes. */
const MOST_NOTES = 25;
const LONG_TEXT = 200_000;
const REFUSED_MS = 50;
const WORDS = ['milk', 'naïve', 'Straße', 'молоко', '牛乳', '🙂', '\n', '"', '\u0000', 'the'] as const;

export class Writer {
  readonly #random: Random;
  readonly #ledger: Ledger;
  /** The place where only this writer types drafts. */
  readonly #place: NewNotePlace | null;
  readonly #notes = new Set<NoteId>();
  readonly #name: string;
  #written = 0;
  /** Number of acknowledged steps. */
  acknowledged = 0;

  constructor(name: string, place: NewNotePlace | null, random: Random, ledger: Ledger) {
    this.#name = name;
    this.#place = place;
    this.#random = random;
    this.#ledger = ledger;
  }

  /**
   * Writes until the app is killed.
   * @param refusals whether the app may refuse steps
   * @throws if the app refuses a step that it may not refuse, or ends without having been killed
   */
  async write(
    page: Page,
    uid: Uid,
    isKilled: () => boolean,
    refusals: 'none' | 'foreseen' = 'none',
  ): Promise<void> {
    this.#adopt();
    while (!isKilled()) {
      const step = this.#next();
      this.#ledger.begin(step);
      let added: NoteId | null;
      try {
        added = await perform(page, uid, step);
      } catch (error) {
        if (isKilled()) return;
        if (refusals === 'none') throw error;
        // The end of the round shows whether the step was done. The writer tries something else later.
        await sleep(REFUSED_MS);
        this.#adopt();
        continue;
      }
      this.#ledger.acknowledge(step, added);
      this.acknowledged += 1;
      if (added !== null) this.#notes.add(added);
      if (step.kind === 'delete') this.#notes.delete(step.id);
    }
  }

  /**
   * Takes the notes from the ledger: an unanswered addition may be done, an unanswered deletion may not.
   */
  #adopt(): void {
    this.#notes.clear();
    const prefix = noteKey('' as NoteId);
    for (const [key, value] of this.#ledger.state) {
      const isMine = value.includes(`"title":"${this.#name}-`);
      if (isMine && key.startsWith(prefix)) this.#notes.add(key.slice(prefix.length) as NoteId);
    }
  }

  #next(): Step {
    const ids = [...this.#notes];
    const place = this.#place;
    if (place !== null && this.#random.oneIn(5)) {
      if (this.#random.oneIn(4)) return { kind: 'drop', key: { place } };
      return { kind: 'keep', draft: { place, content: this.#content() } };
    }
    if (ids.length === 0 || (ids.length < MOST_NOTES && this.#random.oneIn(4))) {
      return { kind: 'add', content: this.#content(), from: this.#random.oneIn(2) ? place : null };
    }
    return this.#change(this.#random.pick(ids), ids.length);
  }

  #change(id: NoteId, count: number): Step {
    const base = this.#fields(id);
    const draft = { place: 'edit', id } as const;
    if (listOf(base) === 'trashed' && (count >= MOST_NOTES || this.#random.oneIn(3))) {
      // If the note of a draft were deleted, the next start of the page would make a new note of the draft.
      return this.#ledger.state.has(draftKey(draft)) ? { kind: 'drop', key: draft } : { kind: 'delete', id };
    }
    if (this.#random.oneIn(3)) {
      const seen = { title: base.title ?? '', text: base.text ?? '' };
      const content = this.#content();
      return { kind: 'keep', draft: { place: 'edit', id, content, base: seen } };
    }
    if (this.#ledger.state.has(draftKey(draft)) && this.#random.oneIn(6)) return { kind: 'drop', key: draft };
    if (this.#random.oneIn(3) || count >= MOST_NOTES) {
      return { kind: 'move', id, base, transition: this.#transition(base) };
    }
    return { kind: 'edit', id, base, content: this.#content() };
  }

  #transition({ isArchived, isDeleted }: NoteFields): Transition {
    if (isArchived) return 'unarchive';
    if (isDeleted) return 'restore';
    return this.#random.pick(['archive', 'trash', 'trash'] as const);
  }

  #fields(id: NoteId): NoteFields {
    return JSON.parse(this.#ledger.state.get(noteKey(id)) ?? '') as NoteFields;
  }

  #content(): NoteContent {
    this.#written += 1;
    const count = this.#random.integer(1, 30);
    const text = Array.from({ length: count }, () => this.#random.pick(WORDS)).join(' ');
    const long = this.#random.oneIn(40) ? 'x'.repeat(this.#random.integer(1, LONG_TEXT)) : '';
    // The title is a unique word, by which the content is found anywhere.
    return { title: `${this.#name}-${this.#written}`, text: text + long };
  }
}

/** @returns the id of an added note */
async function perform(page: Page, uid: Uid, step: Step): Promise<NoteId | null> {
  switch (step.kind) {
    case 'add':
      return request(page, 'notes:add', uid, step.content, step.from);
    case 'edit': {
      const { id, content, base } = step;
      const savedId = await request(page, 'notes:edit', uid, id, content, {
        title: base.title ?? '',
        text: base.text ?? '',
      });
      if (savedId !== id)
        throw new Error(`An edit of ${id} went to ${savedId}, although no other writer wrote it.`);
      return null;
    }
    case 'move':
      await request(page, 'notes:change', uid, [{ ids: [step.id], to: TRANSITIONS[step.transition] }]);
      return null;
    case 'delete':
      await request(page, 'notes:delete-forever', uid, [step.id]);
      return null;
    case 'keep':
      await request(page, 'drafts:keep', uid, step.draft);
      return null;
    case 'drop':
      await request(page, 'drafts:drop', uid, step.key);
      return null;
    default:
      return assertNever(step);
  }
}

type AnyBridge = { request(channel: string, ...args: unknown[]): Promise<unknown> };

/** The app answered a request with an error. */
export class RefusedError extends Error {
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode) {
    super(message);
    this.code = code;
  }
}

/** A request over the page's real bridge. @throws RefusedError, or the browser's error if the page is gone */
export async function request<C extends RequestChannel>(
  page: Page,
  channel: C,
  ...args: Parameters<Requests[C]>
): Promise<ReturnType<Requests[C]>> {
  const outcome = (await page.evaluate(
    ([name, given]) => (window.inkling as AnyBridge).request(name, ...given),
    [channel, args as unknown[]] as const,
  )) as Outcome<ReturnType<Requests[C]>>;
  if (outcome.ok) return outcome.value;
  throw new RefusedError(`${channel} was refused: ${sentenceOf(outcome.error.reason)}`, outcome.error.code);
}

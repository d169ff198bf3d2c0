/**
 * The drafts on the app's page. The page requests them when it opens an account, and when the account was
 * opened again. In between, people keep typing in the words they see, whatever is stored. If the page finds
 * stored words and has other words in their place, the stored ones join them
 * (`src/renderer/drafts/composer.ts`).
 */
import { type Draft, type DraftKey, joinedContent, joinedDraft } from '#shared/note/draft.ts';
import type { NoteContent } from '#shared/note/note.ts';
import type { Device } from '../device.ts';
import { recordWrite } from '../disk/damage-device.ts';
import { wordsOf } from '../ledger.ts';
import type { Person } from '../people.ts';
import type { Scene } from '../world.ts';
import { type RequestResult, request } from './request.ts';

export interface Page {
  /** The opening of an account that the page belongs to. */
  readonly opening: number;
  /**
   * The opening of the account's files after which the drafts were last listed; null before the first time.
   /** The contents of the fields, by `nameOf`. */
  listedAt: number | null;
  listing: Promise<void> | null;
  /** What is in the fields, by `nameOf`. */
  readonly drafts: Map<string, Draft>;
}

const pages = new WeakMap<Device, Page>();

export function nameOf(key: DraftKey): string {
  return key.place === 'edit' ? `edit ${key.id}` : key.place;
}

/** The current page, even if it has not received any drafts yet. */
export function pageOf(device: Device): Page {
  const existingPage = pages.get(device);
  if (existingPage?.opening === device.opening) return existingPage;
  const page: Page = { opening: device.opening, listedAt: null, listing: null, drafts: new Map() };
  pages.set(device, page);
  return page;
}

/**
 * The page after it has requested the drafts; null without an answer, before which a page sends no words.
 */
export async function listedPage(scene: Scene, person: Person | null): Promise<Page | null> {
  const page = pageOf(scene.device);
  if (page.listedAt !== scene.device.servings) {
    page.listing ??= list(scene, person, page).finally(() => {
      page.listing = null;
    });
    await page.listing;
  }
  return page.listedAt === null || page !== pageOf(scene.device) ? null : page;
}

async function list(scene: Scene, person: Person | null, page: Page): Promise<void> {
  const { servings } = scene.device;
  // The two windows of the app count as one page.
  const [main, quick] = [
    await request(scene, 'drafts:list', 'main'),
    await request(scene, 'drafts:list', 'quick'),
  ];
  if (!main.ok || !quick.ok || page !== pageOf(scene.device)) return;
  page.listedAt = servings;
  for (const draft of [...main.value, ...quick.value]) {
    const pageDraft = page.drafts.get(nameOf(draft));
    if (pageDraft === undefined || person === null) page.drafts.set(nameOf(draft), draft);
    else if (!new Set(wordsOf(draft.content)).isSubsetOf(new Set(wordsOf(pageDraft.content)))) {
      const joined = joinedDraft(draft, pageDraft);
      page.drafts.set(nameOf(draft), joined);
      await request(scene, 'drafts:keep', person.uid, joined);
    }
  }
}

/** Stores the current content of a field. */
export async function storeTyped(
  scene: Scene,
  person: Person,
  page: Page,
  draft: Draft,
): Promise<RequestResult<void>> {
  const name = nameOf(draft);
  const before = page.drafts.get(name);
  const done = await request(scene, 'drafts:keep', person.uid, draft);
  if (!done.ok) {
    // A page requests the drafts again before it stores more.
    if (done.isUnread) page.listedAt = null;
    return done;
  }
  const refused = page.drafts.get(name);
  page.drafts.set(name, draft);
  person.ledger.recordTyping(
    before?.content ?? null,
    draft.content,
    draft.place === 'edit' ? draft.base : null,
  );
  recordWrite(scene.device, person, draft.content);
  if (refused !== undefined && refused !== before) {
    // The words of a note that was refused meanwhile are back in the field.
    const both: Draft = { ...draft, content: joinedContent(refused.content, draft.content) };
    page.drafts.set(name, both);
    await request(scene, 'drafts:keep', person.uid, both);
  }
  return done;
}

/**
 * Records that the words of a note were refused and are stored as typed words (S14). No box had them.
 */
export function storeRefusedWords({ device }: Scene, person: Person, content: NoteContent): void {
  person.ledger.recordTyping(null, content, null);
  recordWrite(device, person, content);
}

/** The same for an edit, which is now a draft of its note. @param typed the previous words of the dialog */
export function storeRefusedEdit(
  scene: Scene,
  person: Person,
  typed: NoteContent,
  draft: Extract<Draft, { place: 'edit' }>,
): void {
  person.ledger.recordTyping(typed, draft.content, draft.base);
  recordWrite(scene.device, person, draft.content);
  if (scene.device.person === person) pageOf(scene.device).drafts.set(nameOf(draft), draft);
}

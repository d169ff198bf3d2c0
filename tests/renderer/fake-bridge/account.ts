/** The account of a page under test. The app's own code answers its requests, over notes in memory. */
import { type Draft, sameDraftKey } from '#shared/note/draft.ts';
import { type AccountRead, type AccountWrite, isAccountWrite } from '#shared/ipc/requests.ts';
import type { NoteId } from '#shared/note/note.ts';
import { createAccountDrafts } from '#account/account-drafts.ts';
import { changesNotes, createRequests } from '#account/requests.ts';
import { createUnsavedWords } from '#account/unsaved-words.ts';
import type { Drafts } from '#account/tables/drafts.ts';
import { createConflictCopies } from '#account/sync/conflict-copies.ts';
import { createLocalNotes } from '#account/sync/local-notes.ts';
import type { FakeControl, FakeSetup } from '../fake-setup.ts';
import { fillStore, recordOf } from './from-setup.ts';
import { createMemoryStore } from './memory-store.ts';
import { createMemoryViews, noteOf } from './memory-views.ts';

export function createFakeAccount(
  setup: FakeSetup,
  { onChange, onCounted }: { onChange: (revision: number) => void; onCounted: () => void },
) {
  const store = createMemoryStore();
  fillStore(store, setup);
  const notices = [...(setup.notices ?? [])];
  let revision = 1;
  let isCounting = setup.counting ?? false;
  let isErasing = false;
  let storedDrafts = (setup.drafts ?? []) as readonly Draft[];
  const drafts: Drafts = {
    list: () => storedDrafts,
    store(draft) {
      drafts.drop(draft);
      storedDrafts = [...storedDrafts, draft];
    },
    drop(key) {
      storedDrafts = storedDrafts.filter((draft) => !sameDraftKey(draft, key));
    },
  };

  function announceChange(): void {
    revision += 1;
    onChange(revision);
  }

  // A page's edits bring the id for a possible conflict copy.
  const ids = { makeId: store.nextId, deriveId: store.nextId };
  const notes = createLocalNotes({ store, clock: { now: () => Date.now() }, ...ids });
  const { reads, writes } = createRequests({
    store,
    notes,
    copies: createConflictCopies({ store, notes }),
    drafts: createAccountDrafts(drafts),
    unsaved: createUnsavedWords({ store, history: store.history, clock: { now: () => Date.now() } }),
    history: {
      ...store.history,
      clear() {
        store.history.clear();
        isErasing = true;
      },
    },
    erasure: { isErasing: () => isErasing },
    notices: { take: () => notices.splice(0) },
    views: createMemoryViews(store, () => ({ revision, isCounting })),
  });

  const control = {
    endCounting() {
      isCounting = false;
      onCounted();
    },
    endErasing() {
      isErasing = false;
      announceChange();
    },
    arrive(note) {
      const createdAt = Math.max(Date.now(), store.newestCreated() / 1000 + 1);
      store.put(recordOf({ id: store.nextId(), ...note }, createdAt));
      announceChange();
    },
    meetConflict(note) {
      const id = note.id as NoteId;
      store.put(recordOf(note, Date.now()));
      store.newCopies.add(id);
      announceChange();
    },
    replace(id, content) {
      store.change(id as NoteId, content);
      announceChange();
    },
    notes: () => store.all().map((note) => noteOf(note, store.history)),
    drafts: () => [...storedDrafts],
    setDraft: (draft) => drafts.store(draft as Draft),
    loseDrafts() {
      storedDrafts = [];
    },
  } satisfies Partial<FakeControl>;

  return {
    answer(channel: AccountRead | AccountWrite, args: readonly never[]): unknown {
      if (!isAccountWrite(channel)) return reads[channel](...args);
      const value = writes[channel](store.nextId())(...args);
      if (changesNotes(channel)) announceChange();
      return value;
    },
    drafts,
    control,
  };
}

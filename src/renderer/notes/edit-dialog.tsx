/**
 * The edit dialog (spec §2): opens for the chosen note with its title and text, saves or discards, and hands the
 * focus back to the card. What is typed is stored as a draft; what was discarded can be brought back by Undo.
 */
import { Dialog, DialogSurface } from '@fluentui/react-components';
import { useAtom } from 'jotai';
import { type JSX, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Note, type NoteContent, type NoteId, sameContent, type Uid } from '#shared/note.ts';
import { call } from '../bridge/client.ts';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { draftSaver } from '../drafts/savers.ts';
import { useAccount } from '../session/account.ts';
import { tellFailure } from '../toast/notices.ts';
import { useNotify } from '../toast/use-notify.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { EditForm } from './edit-form.tsx';
import { type Editing, editingAtom } from './editing.ts';
import { isNotFound, saveEdit } from './save-edit.ts';
import { cardOf } from './use-card-keys.ts';

/** The note in the dialog. */
interface Opened {
  /** Another one each time that other words come into the open dialog. */
  readonly number: number;
  readonly id: NoteId;
  readonly createdAt: number;
  /** What an edit is a change of: what the note holds, or held when the draft was begun. */
  readonly base: NoteContent;
  /** What the form began with. */
  readonly start: NoteContent;
}

export function EditDialog(): JSX.Element {
  const surface = useDialogStyles().surface;
  const uid = useAccount();
  const [editing, setEditing] = useAtom(editingAtom);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [saving, setSaving] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  /** Whether there was something not saved when the earlier versions were asked for. */
  const [unsaved, setUnsaved] = useState(false);
  const typed = useRef<NoteContent | null>(null);
  const historyButton = useRef<HTMLButtonElement>(null);
  const notify = useNotify();

  if (editing === null && opened !== null) setOpened(null);

  const open = useEffectEvent(({ id, draft }: Editing, note: Note) => {
    // A draft of this note may not have been shown yet, because another note was in the dialog.
    const latest = draftSaver(uid, { place: 'edit', id }).latest;
    const now = contentOf(note);
    const { base, content } = draft ?? (latest?.place === 'edit' ? latest : { base: now, content: now });
    setOpened((before) => ({
      number: (before?.number ?? 0) + 1,
      id,
      createdAt: note.createdAt,
      base,
      start: content,
    }));
  });
  const fail = useEffectEvent(({ id, draft }: Editing, error: unknown) => {
    setEditing(null);
    // Typed words outlive their note.
    if (draft !== undefined && isNotFound(error))
      saveEdit(uid, id, draft.content, draft.base).catch(tellFailure);
    else tellFailure(error);
  });
  useEffect(() => {
    if (editing === null) return undefined;
    // A late answer for another note is dropped.
    let wanted = true;
    call('notes:get', editing.id).then(
      (note) => wanted && open(editing, note),
      (error: unknown) => wanted && fail(editing, error),
    );
    return () => {
      wanted = false;
    };
  }, [editing]);

  const shown = editing !== null && opened?.id === editing.id ? opened : null;
  const close = (focused: NoteId): void => {
    setShowsHistory(false);
    setEditing(null);
    focusCard(focused);
  };
  const storeTyped = (content: NoteContent): void => {
    typed.current = content;
    if (shown !== null) storeDraft(uid, shown.id, content, shown.base);
  };
  /** @param what words from before this opening go only with `all`: they may not have been looked at */
  const discard = (what: 'typed now' | 'all'): void => {
    if (shown === null || saving) return;
    const { id, base, start } = shown;
    const content = typed.current;
    close(id);
    if (content === null || sameContent(content, what === 'all' ? base : start)) return;
    storeDraft(uid, id, base, base);
    notify({ text: 'Changes discarded', undo: () => setEditing({ id, draft: { content, base } }) });
  };
  const whileSaving = async (action: (note: Opened) => Promise<void>): Promise<void> => {
    if (shown === null || saving) return;
    setSaving(true);
    try {
      await action(shown);
    } catch (error) {
      // The dialog stays open: what was typed must not vanish.
      tellFailure(error);
    } finally {
      setSaving(false);
    }
  };
  const save = (content: NoteContent): Promise<void> =>
    whileSaving(async ({ id, base }) => close(await saveEdit(uid, id, content, base)));
  /**
   * Saves what was typed, should there be something, and goes on from that: whatever happens next, it is not saved twice.
   * @returns the note that holds it
   */
  const saveTyped = async (note: Opened): Promise<NoteId> => {
    const content = typed.current;
    if (content === null || sameContent(content, note.base)) return note.id;
    const id = await saveEdit(uid, note.id, content, note.base);
    setOpened({ ...note, id, base: content, start: content });
    if (id !== note.id) setEditing({ id });
    return id;
  };
  /** Restoring is an edit. What was typed and not saved is one before it, so that it stands among the earlier versions. */
  const restore = (content: NoteContent): Promise<void> =>
    whileSaving(async (note) => {
      const id = await saveTyped(note);
      const before = contentOf(await call('notes:get', id));
      await saveEdit(uid, id, content, before);
      close(id);
      const undo = (): void => void saveEdit(uid, id, before, content).catch(tellFailure);
      notify({ text: 'Version restored', undo });
    });

  return (
    <Dialog open={shown !== null} onOpenChange={(_event, data) => !data.open && discard('typed now')}>
      <DialogSurface className={surface} aria-label="Edit note">
        {shown !== null && (
          <>
            <EditForm
              key={shown.number}
              createdAt={shown.createdAt}
              start={shown.start}
              saving={saving}
              onChange={storeTyped}
              onShowHistory={() => {
                setUnsaved(typed.current !== null && !sameContent(typed.current, shown.base));
                setShowsHistory(true);
              }}
              historyButtonRef={(element) => {
                historyButton.current = element;
              }}
              onDiscard={sameContent(shown.start, shown.base) ? null : () => discard('all')}
              onSave={(content) => void save(content)}
            />
            <EarlierVersions
              id={shown.id}
              open={showsHistory}
              unsaved={unsaved}
              onClose={() => {
                setShowsHistory(false);
                requestAnimationFrame(() => historyButton.current?.focus());
              }}
              onRestore={(content) => void restore(content)}
            />
          </>
        )}
      </DialogSurface>
    </Dialog>
  );
}

/** Stores what is typed as the note's draft; what is no change needs none. */
function storeDraft(uid: Uid, id: NoteId, content: NoteContent, base: NoteContent): void {
  const unchanged = sameContent(content, base);
  draftSaver(uid, { place: 'edit', id }).type(unchanged ? null : { place: 'edit', id, content, base });
}

function contentOf({ title, text }: Note): NoteContent {
  return { title: title ?? '', text: text ?? '' };
}

/** A card that has not been drawn by then will not come: its note is elsewhere, or further down. */
const CARD_MS = 1000;

/** After the dialog has left the page; as soon as the card is drawn, unless the focus goes elsewhere meanwhile. */
function focusCard(id: NoteId): void {
  let before: Element | null | undefined;
  const until = performance.now() + CARD_MS;
  const look = (): void => {
    before ??= document.activeElement;
    const card = cardOf(document, id);
    const isFree = document.activeElement === document.body || document.activeElement === before;
    if (card !== null) card.focus({ preventScroll: true });
    else if (isFree && performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * The edit dialog (spec §2): opens for the chosen note with its title and text, saves or discards, and hands the
 * focus back to the card. What is typed is kept as it is typed; what was discarded can be brought back by Undo.
 */
import {
  Button,
  Dialog,
  DialogSurface,
  Field,
  Input,
  makeStyles,
  mergeClasses,
  Textarea,
} from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { useAtom } from 'jotai';
import {
  type FormEvent,
  type JSX,
  type KeyboardEvent,
  type RefCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type Note, type NoteContent, type NoteId, sameContent, type Uid } from '#shared/note.ts';
import { TEXTS } from '#shared/spec.ts';
import { call } from '../bridge/client.ts';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { IconButton } from '../components/icon-button.tsx';
import { draftSaver } from '../drafts/savers.ts';
import { useAccount } from '../session/account.ts';
import { tellFailure } from '../toast/notices.ts';
import { useNotify } from '../toast/use-notify.tsx';
import { ink } from '../theme/theme.ts';
import { formatMoment } from './age.ts';
import { EarlierVersions } from './earlier-versions.tsx';
import { type EditDraft, type Editing, editingAtom } from './editing.ts';
import { isNotFound, saveEdit } from './save-edit.ts';
import { cardOf } from './use-card-keys.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', margin: '0', minHeight: '0' },
  label: { '& > label': { fontSize: '12px', fontWeight: 550, color: ink.quiet, paddingBottom: '4px' } },
  input: { height: '40px', '& input': { fontSize: '14px' } },
  textarea: {
    maxHeight: 'none',
    '& textarea': {
      fieldSizing: 'content',
      minHeight: '190px',
      maxHeight: 'max(190px, calc(100vh - 300px))',
      padding: '9px 12px',
      fontSize: '14px',
      lineHeight: '21px',
    },
  },
  field: {
    border: `1px solid ${ink.controlLine}`,
    borderRadius: '10px',
    backgroundColor: ink.card,
    '::after': { display: 'none' },
    ':hover': { border: `1px solid ${ink.controlLine}` },
    // With Fluent's own selector, whose lower edge would be darker than the rest.
    ':active,:focus-within': { border: `1px solid ${ink.focus}` },
    ':focus-within': { border: `1px solid ${ink.focus}`, boxShadow: `0 0 0 1px ${ink.focus}` },
  },
  unsaved: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    // The button's words, not its edge, in line with the fields.
    margin: '-8px -10px -8px 0',
    fontSize: '13px',
    lineHeight: '20px',
    color: ink.body,
  },
  foot: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px' },
  created: { fontSize: '12px', lineHeight: '16px', color: ink.quiet },
  actions: { display: 'flex', alignItems: 'center', gap: '8px' },
});

interface Opened {
  /** Another one each time that the dialog opens, or opens with other words. */
  readonly number: number;
  readonly note: Note;
  /** What an edit is a change of: what the note holds, or held when the draft was begun. */
  readonly base: NoteContent;
  readonly start: NoteContent;
}

export function EditDialog(): JSX.Element {
  const surface = useDialogStyles().surface;
  const uid = useAccount();
  const [editing, setEditing] = useAtom(editingAtom);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [saving, setSaving] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  /** Whether there is something that is not saved, since the earlier versions were asked for. */
  const [unsaved, setUnsaved] = useState(false);
  const typed = useRef<NoteContent | null>(null);
  const historyButton = useRef<HTMLButtonElement>(null);
  const notify = useNotify();
  useOpened(uid, editing, setOpened, ({ id, draft }, error) => {
    setEditing(null);
    // The words outlive their note.
    if (draft !== undefined && isNotFound(error))
      saveEdit(uid, id, draft.content, draft.base).catch(tellFailure);
    else tellFailure(error);
  });

  const shown = editing !== null && opened?.note.id === editing.id ? opened : null;
  const close = (focused: NoteId): void => {
    setShowsHistory(false);
    setEditing(null);
    focusCard(focused);
  };
  const keep = (content: NoteContent): void => {
    typed.current = content;
    if (shown !== null) keepTyped(uid, shown.note.id, content, shown.base);
  };
  /** @param what was typed before this opening, and not saved, goes only with all of it: it may not have been looked at */
  const discard = (what: 'typed now' | 'all'): void => {
    if (shown === null || saving) return;
    const { base, start } = shown;
    const { id } = shown.note;
    const content = typed.current;
    close(id);
    if (content === null || sameContent(content, what === 'all' ? base : start)) return;
    keepTyped(uid, id, base, base);
    notify({ text: 'Changes discarded', undo: () => setEditing({ id, draft: { content, base } }) });
  };
  const save = async (content: NoteContent): Promise<void> => {
    if (shown === null || saving) return;
    setSaving(true);
    try {
      close(await saveEdit(uid, shown.note.id, content, shown.base));
    } catch (error) {
      // The dialog stays open: what was typed must not vanish.
      tellFailure(error);
    } finally {
      setSaving(false);
    }
  };
  /**
   * Saves what was typed, should there be something, and goes on from that: whatever happens next, it is not saved twice.
   * @returns the note that holds it
   */
  const saveTyped = async (from: Opened): Promise<NoteId> => {
    const content = typed.current;
    if (content === null || sameContent(content, from.base)) return from.note.id;
    const id = await saveEdit(uid, from.note.id, content, from.base);
    setOpened({ ...from, note: { ...from.note, id }, base: content, start: content });
    if (id !== from.note.id) setEditing({ id });
    return id;
  };

  /** Restoring is an edit. What was typed and not saved is one before it, so that it stands among the earlier versions. */
  const restore = async (content: NoteContent): Promise<void> => {
    if (shown === null || saving) return;
    setSaving(true);
    try {
      const id = await saveTyped(shown);
      const before = contentOf(await call('notes:get', id));
      await saveEdit(uid, id, content, before);
      close(id);
      const undo = (): void => void saveEdit(uid, id, before, content).catch(tellFailure);
      notify({ text: 'Version restored', undo });
    } catch (error) {
      tellFailure(error);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Dialog open={shown !== null} onOpenChange={(_event, data) => !data.open && discard('typed now')}>
      <DialogSurface className={surface} aria-label="Edit note">
        {shown !== null && (
          <>
            <EditForm
              key={shown.number}
              note={shown.note}
              start={shown.start}
              saving={saving}
              onChange={keep}
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
              id={shown.note.id}
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

/** Keeps what is typed as the note's draft; what is no change needs none. */
function keepTyped(uid: Uid, id: NoteId, content: NoteContent, base: NoteContent): void {
  const unchanged = sameContent(content, base);
  draftSaver(uid, { place: 'edit', id }).type(unchanged ? null : { place: 'edit', id, content, base });
}

interface EditFormProps {
  readonly note: Note;
  readonly start: NoteContent;
  /** Whether the words are on their way; what is typed now would not go along. */
  readonly saving: boolean;
  readonly onChange: (content: NoteContent) => void;
  readonly onShowHistory: () => void;
  /** The button that asks for them: the focus comes back to it. */
  readonly historyButtonRef: RefCallback<HTMLButtonElement>;
  /** Null where it opened with what the note holds. */
  readonly onDiscard: (() => void) | null;
  readonly onSave: (content: NoteContent) => void;
}

function EditForm({
  note,
  start,
  saving,
  onChange,
  onShowHistory,
  historyButtonRef,
  onDiscard,
  onSave,
}: EditFormProps): JSX.Element {
  const styles = useStyles();
  const buttonClass = useDialogStyles().button;
  const [content, setContent] = useState(start);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    changed(content);
  }, [content]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(content);
  };
  const submitByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter from any field
    <form className={styles.form} onSubmit={submit} onKeyDown={submitByKey}>
      <Field label={TEXTS.title} className={styles.label}>
        <Input
          className={mergeClasses(styles.field, styles.input)}
          value={content.title}
          dir="auto"
          readOnly={saving}
          onChange={(_event, { value }) => setContent({ ...content, title: value })}
        />
      </Field>
      <Field label={TEXTS.text} className={styles.label}>
        <Textarea
          className={mergeClasses(styles.field, styles.textarea)}
          value={content.text}
          dir="auto"
          readOnly={saving}
          onChange={(_event, { value }) => setContent({ ...content, text: value })}
        />
      </Field>
      {onDiscard !== null && (
        <div className={styles.unsaved}>
          <span>Unsaved words from earlier</span>
          <Button appearance="subtle" size="small" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
      <div className={styles.foot}>
        <span className={styles.created}>Created {formatMoment(note.createdAt)}</span>
        <div className={styles.actions}>
          <IconButton
            ref={historyButtonRef}
            name="Earlier versions"
            icon={<HistoryRegular />}
            onClick={onShowHistory}
          />
          <Button type="submit" appearance="primary" className={buttonClass}>
            {TEXTS.save}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Reads the chosen note whole; a late answer for another one is dropped. */
function useOpened(
  uid: Uid,
  editing: Editing | null,
  take: (opened: Opened | null) => void,
  fail: (editing: Editing, error: unknown) => void,
): void {
  const ports = useRef({ take, fail });
  useEffect(() => {
    ports.current = { take, fail };
  });
  useEffect(() => {
    if (editing === null) {
      ports.current.take(null);
      return undefined;
    }
    let wanted = true;
    call('notes:get', editing.id).then(
      (note) => {
        // One that is kept and was not shown, because another stood in the dialog then, is shown now.
        const kept = draftSaver(uid, { place: 'edit', id: note.id }).latest;
        const draft = editing.draft ?? (kept?.place === 'edit' ? kept : undefined);
        if (wanted) ports.current.take(openedOf(note, draft));
      },
      (error: unknown) => {
        if (wanted) ports.current.fail(editing, error);
      },
    );
    return () => {
      wanted = false;
    };
  }, [uid, editing]);
}

let opens = 0;

function openedOf(note: Note, draft: EditDraft | undefined): Opened {
  const now = contentOf(note);
  opens += 1;
  return { number: opens, note, base: draft?.base ?? now, start: draft?.content ?? now };
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

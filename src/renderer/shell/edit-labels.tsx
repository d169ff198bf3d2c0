/**
 * All labels in one place. Each can be renamed, merged into another by its name, or removed, in every list.
 */
import { DialogContent, Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkRegular } from '@fluentui/react-icons/svg/checkmark';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { DeleteRegular } from '@fluentui/react-icons/svg/delete';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import { useAtomValue } from 'jotai';
import {
  type FocusEvent,
  type FormEvent,
  type JSX,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cleanLabel, labelKey, MAX_LABEL } from '#shared/note/labels.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { fieldLook } from '../components/field-look.ts';
import { isFocusOnBody } from '../components/focus-guard.ts';
import { IconButton } from '../components/icon-button.tsx';
import { QuestionDialog } from '../components/question-dialog.tsx';
import { VirtualList } from '../components/virtual-list.tsx';
import { commandOf } from '../keyboard/shortcuts.ts';
import { type RelabelTexts, useNoteActions } from '../notes/actions/use-note-actions.tsx';
import { labelsAtom } from '../search/labels.ts';
import { renameFilter, setSearch } from '../search/query.ts';
import { enterCreation } from '../screens/notes/creation.ts';
import { goTo } from '../state/navigation.ts';
import { tokens } from '../theme/theme.ts';
import { redoLast, undoLast, undoNewest } from '../toast/undo.ts';

const LABEL_RENAMED: RelabelTexts = { sentence: 'Label renamed', name: 'Label rename' };
const LABELS_MERGED: RelabelTexts = { sentence: 'Labels merged', name: 'Label merge' };
const LABEL_REMOVED: RelabelTexts = { sentence: 'Label removed', name: 'Label removal' };

/** A field and the gap to the next one, in CSS pixels. */
const ROW_HEIGHT = 38;

const useStyles = makeStyles({
  surface: { width: '480px' },
  // Room for the outlines of the first and last field.
  rows: { margin: `${tokens.spacingVerticalXXS} 0` },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalSNudge, margin: '0' },
  made: { minHeight: `${ROW_HEIGHT}px`, marginTop: tokens.spacingVerticalXXS },
  icon: { flexShrink: 0, fontSize: '18px', color: tokens.colorNeutralForeground3 },
  name: {
    ...fieldLook,
    flexGrow: 1,
    minWidth: '0',
    height: '36px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    ':not(:hover):not(:focus-within)': { border: '1px solid transparent' },
  },
  // Beside the icon, in either direction of reading.
  words: { padding: '0', textAlign: 'left', textOverflow: 'ellipsis' },
  empty: { color: tokens.colorNeutralForeground2 },
});

interface Next {
  readonly name: string;
  /** The label's field, or the button that removes it. */
  readonly on: 'field' | 'button';
}

interface Merge {
  readonly from: string;
  readonly into: string;
}

export function EditLabels({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const { relabel } = useNoteActions();
  const labels = useAtomValue(labelsAtom);
  const [merge, setMerge] = useState<Merge | null>(null);
  const [inOrder] = useState(createTaskQueue);
  const [underWay, setUnderWay] = useState(0);
  const isBusy = underWay > 0;
  /** Gets the focus when it appears, because the row with the focused element disappears. */
  const [next, setNext] = useState<Next | null>(null);
  const labelsBefore = useRef(labels);
  /** The new names of labels that the list still shows under the old ones. */
  const renamedTo = useRef(new Map<string, string>());
  useEffect(() => {
    const renamed = labels.find((name) => !labelsBefore.current.includes(name));
    labelsBefore.current = labels;
    for (const from of renamedTo.current.keys()) if (!labels.includes(from)) renamedTo.current.delete(from);
    // An Undo renamed the label whose row had the focus. Fields do not handle its keys, so it was on the
    // button.
    if (renamed !== undefined && isFocusOnBody()) setNext({ name: renamed, on: 'button' });
  }, [labels]);
  const change = async (
    shownName: string,
    to: string | null,
    texts: RelabelTexts,
    focused: Next | null,
  ): Promise<void> => {
    setUnderWay((count) => count + 1);
    setNext(focused);
    await inOrder(async () => {
      const from = renamedTo.current.get(shownName) ?? shownName;
      if (from === to || !(await relabel(from, to, texts))) return;
      if (to !== null) renamedTo.current.set(shownName, to);
      renameFilter(from, to);
    });
    setUnderWay((count) => count - 1);
  };
  const rename = (from: string, to: string, isFocused: boolean): void => {
    const into = labels.find((name) => labelKey(name) === labelKey(to));
    if (into === undefined || labelKey(into) === labelKey(from))
      void change(from, to, LABEL_RENAMED, isFocused ? { name: to, on: 'field' } : null);
    else setMerge({ from, into });
  };
  /** A label is a name that notes have: its page opens, with the box for its first note. */
  const make = (name: string): void => {
    onClose();
    goTo('/');
    setSearch({ query: '', labels: [labels.find((label) => labelKey(label) === labelKey(name)) ?? name] });
    enterCreation();
  };
  const answer = (confirmed: boolean): void => {
    setMerge(null);
    if (confirmed && merge !== null)
      void change(merge.from, merge.into, LABELS_MERGED, { name: merge.into, on: 'field' });
  };
  const remove = (name: string): void => {
    const at = labels.indexOf(name);
    const beside = labels[at + 1] ?? labels[at - 1];
    void change(name, null, LABEL_REMOVED, beside === undefined ? null : { name: beside, on: 'button' });
  };
  return (
    <DialogFrame open title="Edit labels" className={styles.surface} onClose={onClose}>
      <DialogContent
        className={mergeClasses(dialog.scroller, dialog.toTheEnd)}
        aria-busy={isBusy}
        onKeyDown={undoOnKey}
      >
        <NewLabel onMake={make} />
        {labels.length === 0 && <p className={styles.empty}>No labels yet.</p>}
        {/* A row remounts when the spelling of its name changes. */}
        <VirtualList className={styles.rows} names={labels} rowHeight={ROW_HEIGHT} shown={next?.name ?? null}>
          {(name) => (
            <LabelRow
              name={name}
              isBusy={isBusy}
              focus={next?.name === name ? next.on : null}
              // Never takes the focus from a row that the user has moved to meanwhile.
              onFocus={() => setNext((now) => (now?.name === name ? now : null))}
              onRename={(to, isFocused) => rename(name, to, isFocused)}
              onRemove={() => remove(name)}
            />
          )}
        </VirtualList>
      </DialogContent>
      <QuestionDialog open={merge !== null} question="Merge two labels?" confirm="Merge" onAnswer={answer}>
        A label “<bdi>{merge?.into}</bdi>” already exists. All notes labelled “<bdi>{merge?.from}</bdi>” move
        to it.
      </QuestionDialog>
    </DialogFrame>
  );
}

/** Handles undo keys, because neither the page nor a toast with Undo gets keys while this dialog is open. */
function undoOnKey(event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement) return;
  const command = commandOf(event.nativeEvent, 'undo', 'redo', 'undo-offered');
  if (command === 'undo') undoLast();
  if (command === 'redo') redoLast();
  if (command === null || (command === 'undo-offered' && !undoNewest())) return;
  event.preventDefault();
}

/** The field for the name of a new label. */
function NewLabel({ onMake }: { readonly onMake: (name: string) => void }): JSX.Element {
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const clean = cleanLabel(typed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (clean !== '') onMake(clean);
  };
  return (
    <form className={mergeClasses(styles.row, styles.made)} onSubmit={submit}>
      <AddRegular className={styles.icon} aria-hidden />
      <Input
        className={styles.name}
        input={{ className: styles.words }}
        aria-label="New label"
        placeholder="New label"
        dir="auto"
        maxLength={MAX_LABEL}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {clean !== '' && <IconButton name={`Create ${clean}`} icon={<CheckmarkRegular />} onClick={submit} />}
    </form>
  );
}

interface LabelRowProps {
  readonly name: string;
  readonly isBusy: boolean;
  /** The control to focus; the button only when nothing is under way. */
  readonly focus: Next['on'] | null;
  readonly onFocus: () => void;
  /** @param isFocused whether the row keeps the focus */
  readonly onRename: (to: string, isFocused: boolean) => void;
  readonly onRemove: () => void;
}

function LabelRow({ name, isBusy, focus, onFocus, onRename, onRemove }: LabelRowProps): JSX.Element {
  const styles = useStyles();
  const [typed, setTyped] = useState(name);
  const fieldRef = useRef<HTMLInputElement>(null);
  const removeRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focus === 'field') fieldRef.current?.focus();
  }, [focus]);
  useEffect(() => {
    if (focus === 'button' && !isBusy) removeRef.current?.focus();
  }, [focus, isBusy]);
  const clean = cleanLabel(typed);
  const isChanged = clean !== '' && clean !== name;
  /** The new name requested last, because renaming takes a while. */
  const requested = useRef(name);
  const renameRow = (isFocused: boolean): void => {
    if (clean === '' || clean === (isBusy ? requested.current : name)) return;
    requested.current = clean;
    onRename(clean, isFocused);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    renameRow(true);
  };
  const onBlur = ({ currentTarget: field, relatedTarget }: FocusEvent<HTMLInputElement>): void => {
    const isInRow = relatedTarget !== null && field.form?.contains(relatedTarget) === true;
    // If another window has the focus, the field is still the active element.
    if (!isInRow && document.activeElement !== field) renameRow(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || typed === name) return;
    // Keeps the dialog open.
    event.preventDefault();
    event.stopPropagation();
    setTyped(name);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles focus events that bubble from the controls inside
    <form className={styles.row} onSubmit={submit} onFocus={onFocus}>
      <TagRegular className={styles.icon} aria-hidden />
      <Input
        className={styles.name}
        input={{ ref: fieldRef, className: styles.words }}
        aria-label={`Name of ${name}`}
        dir="auto"
        maxLength={MAX_LABEL}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {isChanged ? (
        <IconButton name={`Rename ${name}`} icon={<CheckmarkRegular />} disabled={isBusy} onClick={submit} />
      ) : (
        // Tab leads to the field itself.
        <IconButton
          name={`Edit ${name}`}
          icon={<EditRegular />}
          tabIndex={-1}
          onClick={() => {
            fieldRef.current?.focus();
            fieldRef.current?.select();
          }}
        />
      )}
      <IconButton
        ref={(button) => {
          removeRef.current = button;
        }}
        name={`Remove ${name}`}
        icon={<DeleteRegular />}
        disabled={isBusy}
        onClick={onRemove}
      />
    </form>
  );
}

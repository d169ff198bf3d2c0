/** All labels in one place: each can be renamed, merged into another by taking its name, and removed, in every list. */
import { DialogContent, makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkRegular } from '@fluentui/react-icons/svg/checkmark';
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
import { cleanLabel, labelKey, MAX_LABEL } from '#shared/labels.ts';
import { labelQuery } from '#shared/query.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { IconButton } from '../components/icon-button.tsx';
import { QuestionDialog } from '../components/question-dialog.tsx';
import { useNoteActions } from '../notes/use-note-actions.tsx';
import { labelsAtom } from '../search/labels.ts';
import { queryAtom } from '../search/query.ts';
import { store } from '../state/store.ts';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  surface: { width: '480px' },
  rows: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    margin: '0',
    // For the outline of the first field and the last one.
    padding: '2px 0',
    listStyleType: 'none',
  },
  row: { display: 'flex', alignItems: 'center', gap: '6px', margin: '0' },
  icon: { flexShrink: 0, fontSize: '18px', color: ink.quiet },
  name: {
    flexGrow: 1,
    minWidth: '0',
    boxSizing: 'border-box',
    height: '36px',
    padding: '0 8px',
    border: '1px solid transparent',
    borderRadius: '8px',
    outline: 'none',
    backgroundColor: 'transparent',
    color: ink.strong,
    fontFamily: 'inherit',
    fontSize: '14px',
    textOverflow: 'ellipsis',
    ':hover': { border: `1px solid ${ink.controlLine}` },
    ':focus': { border: `1px solid ${ink.focus}`, boxShadow: `0 0 0 1px ${ink.focus}` },
  },
  empty: { color: ink.body },
});

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
  const [isBusy, setBusy] = useState(false);
  /** Has the focus when it is there: what had it was under the old name. */
  const [renamed, setRenamed] = useState<string | null>(null);
  const change = async (from: string, to: string | null, told: string, isFocused = true): Promise<void> => {
    setBusy(true);
    setRenamed(isFocused ? to : null);
    await relabel(from, to, told);
    setBusy(false);
    // What is shown goes on being shown.
    store.set(queryAtom, (query) => {
      if (query !== labelQuery(from)) return query;
      return to === null ? '' : labelQuery(to);
    });
  };
  const rename = (from: string, to: string, isFocused: boolean): void => {
    const into = labels.find((name) => labelKey(name) === labelKey(to));
    if (into === undefined || labelKey(into) === labelKey(from))
      void change(from, to, 'Label renamed', isFocused);
    else setMerge({ from, into });
  };
  const answer = (confirmed: boolean): void => {
    setMerge(null);
    if (confirmed && merge !== null) void change(merge.from, merge.into, 'Labels merged');
  };
  return (
    <DialogFrame open title="Edit labels" className={styles.surface} onClose={onClose}>
      <DialogContent className={mergeClasses(dialog.scroller, dialog.toTheEnd)} aria-busy={isBusy}>
        {labels.length === 0 && <p className={styles.empty}>No note has a label any more.</p>}
        <ul className={styles.rows}>
          {labels.map((name) => (
            <LabelRow
              // Renamed in another way of spelling, it begins anew with that.
              key={name}
              name={name}
              isBusy={isBusy}
              isRenamed={name === renamed}
              onRename={(to, isFocused) => rename(name, to, isFocused)}
              onRemove={() => void change(name, null, 'Label removed')}
            />
          ))}
        </ul>
        <QuestionDialog open={merge !== null} question="Merge two labels?" confirm="Merge" onAnswer={answer}>
          There is a label “<bdi>{merge?.into}</bdi>” already. All notes labelled “<bdi>{merge?.from}</bdi>”
          are labelled so instead.
        </QuestionDialog>
      </DialogContent>
    </DialogFrame>
  );
}

interface LabelRowProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly isRenamed: boolean;
  /** @param isFocused whether the row goes on having the focus */
  readonly onRename: (to: string, isFocused: boolean) => void;
  readonly onRemove: () => void;
}

function LabelRow({ name, isBusy, isRenamed, onRename, onRemove }: LabelRowProps): JSX.Element {
  const styles = useStyles();
  const [typed, setTyped] = useState(name);
  const fieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isRenamed) fieldRef.current?.focus();
  }, [isRenamed]);
  const clean = cleanLabel(typed);
  const isChanged = clean !== '' && clean !== name;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !isBusy) onRename(clean, true);
  };
  const onBlur = ({ currentTarget: field, relatedTarget }: FocusEvent<HTMLInputElement>): void => {
    const isInRow = relatedTarget !== null && field.form?.contains(relatedTarget) === true;
    // Another window may have the focus meanwhile; the field has it still then.
    if (isChanged && !isBusy && !isInRow && document.activeElement !== field) onRename(clean, false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || typed === name) return;
    // The dialog stays open.
    event.preventDefault();
    event.stopPropagation();
    setTyped(name);
  };
  return (
    <li>
      <form className={styles.row} onSubmit={submit}>
        <TagRegular className={styles.icon} aria-hidden />
        <input
          ref={fieldRef}
          className={styles.name}
          aria-label={`Name of ${name}`}
          dir="auto"
          maxLength={MAX_LABEL}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
        />
        {isChanged && (
          <IconButton
            name={`Rename ${name}`}
            icon={<CheckmarkRegular />}
            disabled={isBusy}
            onClick={submit}
          />
        )}
        <IconButton name={`Remove ${name}`} icon={<DeleteRegular />} disabled={isBusy} onClick={onRemove} />
      </form>
    </li>
  );
}

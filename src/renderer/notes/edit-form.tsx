/** The form of the edit dialog (spec §2): title and text, what was left unsaved, the note's age, and what can be done. */
import { Button, Field, Input, makeStyles, mergeClasses, Textarea } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import {
  type FormEvent,
  type JSX,
  type KeyboardEvent,
  type RefCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import type { NoteContent } from '#shared/note.ts';
import { TEXTS } from '#shared/spec.ts';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { fieldFrame } from '../components/field-frame.ts';
import { IconButton } from '../components/icon-button.tsx';
import { ink } from '../theme/theme.ts';
import { formatMoment } from './age.ts';

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
    ...fieldFrame,
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

interface EditFormProps {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly start: NoteContent;
  /** Whether the words are being saved: what is typed meanwhile would not be. */
  readonly saving: boolean;
  readonly onChange: (content: NoteContent) => void;
  readonly onShowHistory: () => void;
  /** Takes the button that asks for earlier versions, for the focus to come back to it. */
  readonly historyButtonRef: RefCallback<HTMLButtonElement>;
  /** Null where the form opened with what the note holds. */
  readonly onDiscard: (() => void) | null;
  readonly onSave: (content: NoteContent) => void;
}

export function EditForm({
  createdAt,
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
  const reportChange = useEffectEvent(onChange);
  useEffect(() => {
    reportChange(content);
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
        <span className={styles.created}>Created {formatMoment(createdAt)}</span>
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

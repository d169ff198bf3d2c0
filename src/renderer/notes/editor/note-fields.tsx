/** The two fields of a new note. They have no frame; the caller places them. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ComponentProps, JSX, KeyboardEvent, RefObject } from 'react';
import type { NoteContent } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { listFont } from '../../lists/list-font.ts';
import { ListTextArea } from '../../lists/list-text-area.tsx';
import { tokens } from '../../theme/theme.ts';

const useStyles = makeStyles({
  field: {
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    padding: '0',
    border: '0',
    outline: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
  title: { fontSize: '16px', lineHeight: '22px', fontWeight: tokens.fontWeightSemibold },
  text: { resize: 'none', fontSize: '14px', lineHeight: '21px', '--listFont': listFont(14) },
});

interface FieldProps {
  readonly content: NoteContent;
  /** While the note is being saved, its words are read-only. */
  readonly saving: boolean;
  readonly className: string;
  readonly onType: (content: NoteContent) => void;
}

interface TitleFieldProps extends FieldProps {
  /** Gets the focus on Enter, because a title is one line. */
  readonly textRef: RefObject<HTMLTextAreaElement | null>;
}

export function TitleField({ content, saving, className, onType, textRef }: TitleFieldProps): JSX.Element {
  const styles = useStyles();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    textRef.current?.focus();
  };
  return (
    <input
      className={mergeClasses(styles.field, styles.title, className)}
      placeholder={TEXTS.title}
      aria-label={TEXTS.title}
      dir="auto"
      value={content.title}
      readOnly={saving}
      onKeyDown={onKeyDown}
      onChange={(event) => onType({ ...content, title: event.target.value })}
    />
  );
}

type TextFieldProps = FieldProps &
  Pick<ComponentProps<'textarea'>, 'rows' | 'onClick'> & {
    readonly ref: RefObject<HTMLTextAreaElement | null>;
    /** For what follows a list. */
    readonly footClassName?: string;
    /** Called when the ticked lines are hidden or shown. */
    readonly onFold?: (isFolded: boolean) => void;
  };

export function TextField({ content, saving, className, onType, ...others }: TextFieldProps): JSX.Element {
  const styles = useStyles();
  return (
    <ListTextArea
      {...others}
      className={mergeClasses(styles.field, styles.text, className)}
      placeholder={TEXTS.takeANote}
      aria-label={TEXTS.takeANote}
      dir="auto"
      value={content.text}
      readOnly={saving}
      onType={(text) => onType({ ...content, text })}
    />
  );
}

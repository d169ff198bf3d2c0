/** The two fields that a new note is typed in, wherever that is; how they look is the caller's. */
import type { ComponentProps, JSX } from 'react';
import type { NoteContent } from '#shared/note.ts';
import { TEXTS } from '#shared/spec.ts';

interface FieldProps {
  readonly content: NoteContent;
  /** While the note is saved its words can be seen, but not changed. */
  readonly saving: boolean;
  readonly className: string;
  readonly onType: (content: NoteContent) => void;
}

export function TitleField({ content, saving, className, onType }: FieldProps): JSX.Element {
  return (
    <input
      className={className}
      placeholder={TEXTS.title}
      aria-label={TEXTS.title}
      dir="auto"
      value={content.title}
      readOnly={saving}
      onChange={(event) => onType({ ...content, title: event.target.value })}
    />
  );
}

type TextFieldProps = FieldProps & Pick<ComponentProps<'textarea'>, 'ref' | 'rows' | 'onClick'>;

export function TextField({ content, saving, onType, ...own }: TextFieldProps): JSX.Element {
  return (
    <textarea
      {...own}
      placeholder={TEXTS.takeANote}
      aria-label={TEXTS.takeANote}
      dir="auto"
      value={content.text}
      readOnly={saving}
      onChange={(event) => onType({ ...content, text: event.target.value })}
    />
  );
}

/**
 * A text area with lists: a click on a box ticks it, Enter begins the next line with a box, and keys tick lines or turn
 * them into a list. Its value is the plain text, and its own undo takes all of that back.
 */
import { makeStyles } from '@fluentui/react-components';
import { type ComponentProps, type JSX, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { type Box, boxAt, boxesIn, continueList, toggleTicks } from '#shared/list-lines.ts';
import { visuallyHidden } from '../components/visually-hidden.tsx';
import { IS_MAC, letterOf } from '../keyboard/shortcuts.ts';
import { editField, editInPlace, toggleListIn } from './edit-field.ts';

/** How far a click on a box may be from the nearest place for the caret, in parts of the font size. */
const NEAR = 0.75;

const useStyles = makeStyles({ said: visuallyHidden });

type ListTextAreaProps = Omit<ComponentProps<'textarea'>, 'onMouseDown' | 'onMouseMove'>;

export function ListTextArea({ onClick, onKeyDown, ...props }: ListTextAreaProps): JSX.Element {
  const styles = useStyles();
  /** What was just ticked, because nothing else tells screen readers. */
  const [said, setSaid] = useState('');
  /** The beginning of the line whose box was under the pointer when it went down; null if there was none. */
  const pressed = useRef<number | null>(null);

  const tick = (field: HTMLTextAreaElement, start: number, end: number): void => {
    const edit = field.readOnly ? null : toggleTicks(field.value, start, end);
    if (edit === null) return;
    editInPlace(field, edit);
    setSaid(wordsOf(edit.insert));
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    onKeyDown?.(event);
    const { ctrlKey, metaKey, altKey, shiftKey, currentTarget: field } = event;
    const key = letterOf(event.nativeEvent);
    if (event.defaultPrevented || altKey || field.readOnly) return;
    const { value, selectionStart, selectionEnd } = field;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'l' || ctrlKey === IS_MAC) return;
      event.preventDefault();
      if (shiftKey) toggleListIn(field);
      else tick(field, selectionStart, selectionEnd);
      return;
    }
    const edit = key === 'Enter' && !shiftKey ? continueList(value, selectionStart, selectionEnd) : null;
    if (edit === null) return;
    event.preventDefault();
    editField(field, edit);
  };

  return (
    <>
      <textarea
        {...props}
        onKeyDown={onKey}
        onMouseDown={(event) => {
          pressed.current = boxUnder(event)?.start ?? null;
          // The caret stays where it is.
          if (pressed.current !== null) event.preventDefault();
        }}
        onMouseMove={(event) => {
          event.currentTarget.style.cursor = event.buttons === 0 && boxUnder(event) !== null ? 'pointer' : '';
        }}
        onClick={(event) => {
          onClick?.(event);
          const start = boxUnder(event)?.start;
          if (start !== undefined && start === pressed.current) tick(event.currentTarget, start, start);
        }}
      />
      <span className={styles.said} aria-live="polite">
        {said}
      </span>
    </>
  );
}

/** The box under the pointer, if a click would tick it. */
function boxUnder(event: MouseEvent<HTMLTextAreaElement>): Box | null {
  const { currentTarget: field, clientX, clientY, button, shiftKey, ctrlKey, metaKey } = event;
  if (field.readOnly || button !== 0 || shiftKey || ctrlKey || metaKey) return null;
  const place = document.caretPositionFromPoint(clientX, clientY);
  if (place === null || place.offsetNode !== field) return null;
  const box = boxAt(field.value, place.offset);
  if (box === null || place.offset < box.mark || place.offset > box.tick + 1) return null;
  // The nearest letter may be far away, at the other end of an indentation or of the line.
  const left = place.getClientRect()?.left ?? clientX;
  return Math.abs(left - clientX) <= NEAR * parseFloat(getComputedStyle(field).fontSize) ? box : null;
}

function wordsOf(lines: string): string {
  const boxes = boxesIn(lines);
  const [first] = boxes;
  if (first === undefined) return '';
  const what = boxes.length === 1 ? lines.slice(first.words, first.end) : `${boxes.length} lines`;
  return `${first.isTicked ? 'Ticked' : 'Not ticked'}: ${what}`;
}

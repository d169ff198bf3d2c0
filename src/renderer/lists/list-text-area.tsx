/**
 * A text area with lists: real boxes, keys that nest and move lines, and ticked lines that can be hidden. Its
 * value stays plain text, and its own Undo reverts every list operation. A mirror in front of the text area
 * draws a text with boxes; the text area itself draws one without boxes, or a very long one.
 *
 * A text area in the flow of its sheet is laid out several times for each key. So a long one, and one behind
 * a mirror, is out of the flow, and fills an element that is as high as the text or fills any sheet.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  type ClipboardEvent,
  type ComponentProps,
  type JSX,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { addItem, moveLineTo, pasteLines, type SelectingEdit } from '#shared/text/list-edits.ts';
import {
  type Box,
  boxesIn,
  type Edit,
  editBetween,
  hasBoxes,
  lineEnd,
  lineStart,
  sortTickedLast,
  tickEdit,
  toggleTicks,
  withEdit,
} from '#shared/text/list-lines.ts';
import { visuallyHidden } from '../components/visually-hidden.tsx';
import { commandOf, IS_MAC } from '../keyboard/shortcuts.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { boxUnderPointer } from './box-under-pointer.ts';
import { editField, editInPlace, toggleListIn } from './edit-field.ts';
import { editOfKey } from './list-keys.ts';
import { ListFoot } from './list-foot.tsx';
import { ListMirror } from './list-mirror.tsx';
import { LEVEL } from './nesting.ts';
import { useFoldedText } from './use-folded-text.ts';
import { useListCaret } from './use-list-caret.ts';

/** The longest text with drawn boxes, in UTF-16 units. */
const MOST_DRAWN = 50_000;
/** A longer text fills any sheet. In UTF-16 units. */
const LONG = 20_000;

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    display: 'flex',
    flex: '1 1 auto',
    flexDirection: 'column',
    minHeight: '0',
  },
  /** Ends with the lines, because the list's foot follows them. */
  listFrame: { flexGrow: 0 },
  list: { fontFamily: `var(--listFont), ${tokens.fontFamilyBase}`, tabSize: `${LEVEL}px` },
  outOfFlow: {
    position: 'absolute',
    top: '0',
    left: '0',
    height: '100%',
    minHeight: '0',
    maxHeight: 'none',
    fieldSizing: 'fixed',
    contain: 'strict',
  },
  full: { height: '100vh', visibility: 'hidden' },
  behindMirror: {
    WebkitTextFillColor: 'transparent',
    caretColor: tokens.colorNeutralForeground1,
    '::selection': { WebkitTextFillColor: 'transparent', backgroundColor: tokens.colorBrandBackground2 },
    [ON_FORCED_COLORS]: { '::selection': { backgroundColor: 'Highlight' } },
  },
  said: visuallyHidden,
});

type OwnProps = 'ref' | 'value' | 'onChange' | 'onPaste' | 'onMouseDown' | 'onMouseMove';

interface ListTextAreaProps extends Omit<ComponentProps<'textarea'>, OwnProps> {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  /** Sets `--listFont` to the `listFont` of its font size. */
  readonly className: string;
  /** For the element around the text area, which is as high. */
  readonly frameClassName?: string | undefined;
  /** For what follows a list. */
  readonly footClassName?: string | undefined;
  readonly startsFolded?: boolean;
  readonly onType: (text: string) => void;
  readonly onFold?: (isFolded: boolean) => void;
  /** Gets the shown text while ticked lines are hidden, and null when all text is shown. Must be stable. */
  readonly onShowPart?: (shown: string | null) => void;
}

export function ListTextArea(props: ListTextAreaProps): JSX.Element {
  const { ref, value, className, frameClassName, footClassName, startsFolded = false, ...others } = props;
  const { onType, onFold, onShowPart, onClick, onKeyDown, ...rest } = others;
  const styles = useStyles();
  const canDraw = value.length <= MOST_DRAWN;
  const isList = canDraw && hasBoxes(value);
  const isLong = value.length > LONG;
  const { shown, isFolded, onChange, toggle, tick } = useFoldedText({
    fieldRef: ref,
    value,
    startsFolded,
    canFold: canDraw,
    onType,
    onFold,
  });
  const part = isFolded ? shown : null;
  useLayoutEffect(() => onShowPart?.(part), [onShowPart, part]);
  const caretLine = useListCaret(ref, isList);
  /** Announces the last change of a line to screen readers, which would not notice it otherwise. */
  const [said, setSaid] = useState('');
  /** The start of the line whose box was pressed; null if none was. */
  const pressed = useRef<number | null>(null);

  const tickIn = (field: HTMLTextAreaElement, edit: Edit | null): void => {
    if (edit === null || field.readOnly) return;
    const ticked = withEdit(field.value, edit);
    if (isFolded) tick(ticked);
    else editInPlace(field, edit);
    setSaid(ticksOf(ticked.slice(lineStart(ticked, edit.start), lineEnd(ticked, edit.end))));
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    onKeyDown?.(event);
    const { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget: field } = event;
    if (event.defaultPrevented || field.readOnly) return;
    const { value: text, selectionStart: start, selectionEnd: end } = field;
    const command = commandOf(event.nativeEvent, 'tick', 'list');
    if (command !== null) {
      event.preventDefault();
      if (command === 'list') toggleListIn(field);
      else tickIn(field, toggleTicks(text, start, end));
      return;
    }
    // These keys, which delete a word, also delete a box as a whole.
    const isWordKey = (key === 'Delete' || key === 'Backspace') && (IS_MAC ? altKey : ctrlKey);
    if (metaKey || (ctrlKey && (!isWordKey || altKey || IS_MAC))) return;
    if (!isList && key !== 'Enter' && key !== ' ') return;
    const edit = editOfKey({ key, altKey: altKey && !isWordKey, shiftKey }, text, { start, end });
    if (edit === null) return;
    event.preventDefault();
    if (edit !== 'stays') editAndSelect(field, edit);
    if (altKey) setSaid(placeOfCaret(field));
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { currentTarget: field, clipboardData } = event;
    const { value: text, selectionStart: start, selectionEnd: end } = field;
    if (!isList || field.readOnly) return;
    const edit = pasteLines(text, { start, end }, clipboardData.getData('text/plain'));
    if (edit === null) return;
    event.preventDefault();
    editField(field, edit);
  };

  const inField = (act: (field: HTMLTextAreaElement) => void) => (): void => {
    if (ref.current !== null) act(ref.current);
  };
  const tickBox = (box: Box): void =>
    inField((field) => tickIn(field, tickEdit(field.value, box, !box.isTicked)))();
  const moveLine = (from: number, before: number): void =>
    inField((field) => {
      const edit = moveLineTo(field.value, from, before);
      if (edit !== null) editAndSelect(field, edit);
    })();
  const add = inField((field) => {
    editAndSelect(field, addItem(field.value));
    // Only the focus scrolls to the caret.
    field.blur();
    field.focus();
  });
  const toEnd = inField((field) => {
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });
  const sort = inField((field) => editField(field, editBetween(field.value, sortTickedLast(field.value))));

  return (
    <>
      <div className={mergeClasses(styles.frame, isList && styles.listFrame, frameClassName)}>
        <textarea
          {...rest}
          ref={ref}
          className={mergeClasses(
            className,
            isList && styles.list,
            (isList || isLong) && styles.outOfFlow,
            isList && styles.behindMirror,
          )}
          value={shown}
          onChange={onChange}
          onKeyDown={onKey}
          onPaste={onPaste}
          onMouseDown={(event) => {
            pressed.current = isList ? null : (boxUnderPointer(event)?.start ?? null);
            // Keeps the caret where it is.
            if (pressed.current !== null) event.preventDefault();
          }}
          onMouseMove={(event) => {
            const isBox = !isList && event.buttons === 0 && boxUnderPointer(event) !== null;
            event.currentTarget.style.cursor = isBox ? 'pointer' : '';
          }}
          onClick={(event) => {
            onClick?.(event);
            const { currentTarget: field } = event;
            const start = pressed.current;
            if (start !== null && start === boxUnderPointer(event)?.start)
              tickIn(field, toggleTicks(field.value, start, start));
          }}
        />
        {isLong && !isList && <div className={mergeClasses(className, styles.full)} />}
        {isList && (
          <ListMirror
            fieldRef={ref}
            className={mergeClasses(className, styles.list)}
            text={shown}
            caretLine={caretLine}
            readOnly={rest.readOnly === true}
            onTick={tickBox}
            onMove={moveLine}
          />
        )}
      </div>
      {isList && (
        <ListFoot
          className={footClassName}
          onAdd={rest.readOnly === true ? null : add}
          onPressBelow={toEnd}
          text={value}
          isFolded={isFolded}
          onToggle={toggle}
          onSort={rest.readOnly === true || isFolded ? null : sort}
        />
      )}
      <span className={styles.said} aria-live="polite">
        {said}
      </span>
    </>
  );
}

function editAndSelect(field: HTMLTextAreaElement, edit: Edit | SelectingEdit): void {
  editField(field, edit);
  if ('selection' in edit) field.setSelectionRange(edit.selection.start, edit.selection.end);
}

function ticksOf(lines: string): string {
  const boxes = boxesIn(lines);
  const [first] = boxes;
  if (first === undefined) return '';
  const what = boxes.length === 1 ? lines.slice(first.words, first.end) : `${boxes.length} lines`;
  return `${first.isTicked ? 'Ticked' : 'Not ticked'}: ${what}`;
}

function placeOfCaret({ value, selectionStart }: HTMLTextAreaElement): string {
  const line = value.slice(0, selectionStart).split('\n').length;
  return `Line ${line} of ${value.split('\n').length}`;
}

/**
 * The text of a field whose ticked lines may be hidden: what the field shows, what becomes of the whole text when something is
 * typed in it, and how the field's own undo brings hidden lines back.
 */
import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import { foldTicked, type FoldedText, unfolded, wholeText, withShown } from '#shared/folded-text.ts';
import { editBetween } from '#shared/list-lines.ts';
import { editField } from './edit-field.ts';

interface State {
  readonly text: FoldedText;
  readonly isFolded: boolean;
}

/** A change that hid or showed lines, which no edit of the shown text alone can take back. */
interface Step {
  readonly before: State;
  readonly after: State;
}

interface Options {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** The whole text. */
  readonly value: string;
  readonly startsFolded: boolean;
  /** Whether lines may be hidden at all. */
  readonly canFold: boolean;
  readonly onType: (text: string) => void;
  readonly onFold?: ((isFolded: boolean) => void) | undefined;
}

export interface FoldedField {
  readonly shown: string;
  readonly isFolded: boolean;
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  /** Hides the ticked lines, or shows them again. */
  readonly toggle: () => void;
  /** Changes the shown text to another one of as many lines; while ticked lines are hidden, those of it hide as well. */
  readonly tick: (shown: string) => void;
}

export function useFoldedText({
  fieldRef,
  value,
  startsFolded,
  canFold,
  onType,
  onFold,
}: Options): FoldedField {
  const [state, setState] = useState<State>(() => stateOf(value, startsFolded));
  const steps = useRef<{ list: readonly Step[]; at: number }>({ list: [], at: 0 });
  /** What the edit under way, which the field is about to report, leads to. */
  const expected = useRef<State | null>(null);

  // The text was changed by somebody else, such as by a restored version, or has become too long.
  if (wholeText(state.text) !== value || (state.isFolded && !canFold))
    setState(stateOf(value, state.isFolded && canFold));

  const apply = (next: State): void => {
    setState(next);
    if (next.isFolded !== state.isFolded) onFold?.(next.isFolded);
    const text = wholeText(next.text);
    if (text !== value) onType(text);
  };

  const onChange = (event: ChangeEvent<HTMLTextAreaElement>): void => {
    const { value: shown, selectionEnd } = event.target;
    const kind = event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : '';
    const { list, at } = steps.current;
    if (expected.current?.text.shown === shown) {
      const after = expected.current;
      steps.current = { list: [...list.slice(0, at), { before: state, after }], at: at + 1 };
      apply(after);
      return;
    }
    const undone =
      kind === 'historyUndo'
        ? list.findLastIndex(({ before }, index) => index < at && before.text.shown === shown)
        : -1;
    const redone =
      kind === 'historyRedo'
        ? list.findIndex(({ after }, index) => index >= at && after.text.shown === shown)
        : -1;
    const next = list[undone]?.before ?? list[redone]?.after;
    if (next === undefined) {
      apply({ ...state, text: withShown(state.text, shown, selectionEnd) });
      return;
    }
    steps.current = { list, at: undone === -1 ? redone + 1 : undone };
    apply(next);
  };

  /** Makes the change as an edit of the field, so that the field's undo takes it back. */
  const change = (next: State): void => {
    const field = fieldRef.current;
    if (field === null || field.readOnly || next.text.shown === state.text.shown) {
      apply(next);
      return;
    }
    const { selectionStart, scrollTop } = field;
    expected.current = next;
    editField(field, editBetween(state.text.shown, next.text.shown));
    expected.current = null;
    const caret = Math.min(selectionStart, field.value.length);
    field.setSelectionRange(caret, caret);
    field.scrollTop = scrollTop;
  };

  return {
    shown: state.text.shown,
    isFolded: state.isFolded,
    onChange,
    toggle: () => change(stateOf(wholeText(state.text), !state.isFolded)),
    tick: (shown) => {
      const text = { ...state.text, shown };
      change({ ...state, text: state.isFolded ? foldTicked(wholeText(text)) : text });
    },
  };
}

function stateOf(text: string, isFolded: boolean): State {
  return { text: isFolded ? foldTicked(text) : unfolded(text), isFolded };
}

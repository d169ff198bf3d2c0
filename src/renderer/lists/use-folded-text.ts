/**
 * The text of a field whose ticked lines may be hidden: the shown part, the whole text after an edit of that
 * part, and how the field's own Undo brings hidden lines back.
 */
import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import { foldTicked, type FoldedText, unfolded, wholeText, withShown } from '#shared/text/folded-text.ts';
import { hasCarriageReturn, withNewlines } from '#shared/text/line-ends.ts';
import { editBetween } from '#shared/text/list-lines.ts';
import { editField } from './edit-field.ts';

interface State {
  readonly text: FoldedText;
  readonly isFolded: boolean;
}

/** A change that hid or showed lines. Undoing the edit of the shown text alone would not revert it. */
interface Step {
  readonly before: State;
  readonly after: State;
}

/** The current state and all steps: those before `at` are done, the others undone. */
interface History {
  readonly state: State;
  readonly steps: readonly Step[];
  readonly at: number;
}

interface Options {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** The whole text. */
  readonly value: string;
  readonly startsFolded: boolean;
  readonly canFold: boolean;
  readonly onType: (text: string) => void;
  readonly onFold?: ((isFolded: boolean) => void) | undefined;
}

export interface FoldedField {
  readonly shown: string;
  readonly isFolded: boolean;
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  readonly toggle: () => void;
  /** Replaces the shown text with one of as many lines; newly ticked lines hide if the others are hidden. */
  readonly tick: (shown: string) => void;
}

export function useFoldedText(options: Options): FoldedField {
  const { fieldRef, startsFolded, canFold, onType, onFold } = options;
  // A text area normalises every line end to `\n`.
  const value = hasCarriageReturn(options.value) ? withNewlines(options.value) : options.value;
  const [{ state, steps, at }, setHistory] = useState<History>(() => newHistory(value, startsFolded));
  /** The state after the edit that the field is about to report. */
  const expected = useRef<State | null>(null);

  // The text was changed elsewhere, such as by a restored version, or has become too long.
  if (wholeText(state.text) !== value || (state.isFolded && !canFold))
    setHistory(newHistory(value, state.isFolded && canFold && value !== ''));

  const apply = (next: State, history: Omit<History, 'state'> = { steps, at }): void => {
    setHistory({ ...history, state: next });
    if (next.isFolded !== state.isFolded) onFold?.(next.isFolded);
    const text = wholeText(next.text);
    if (text !== value) onType(text);
  };

  const onChange = (event: ChangeEvent<HTMLTextAreaElement>): void => {
    const { value: shown, selectionEnd } = event.target;
    const kind = event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : '';
    const after = expected.current;
    if (after !== null) {
      expected.current = null;
      apply(after, { steps: [...steps.slice(0, at), { before: state, after }], at: at + 1 });
      return;
    }
    if (kind === 'historyUndo') {
      const undone = steps.findLastIndex(({ before }, index) => index < at && before.text.shown === shown);
      const step = steps[undone];
      if (step !== undefined) {
        apply(step.before, { steps, at: undone });
        return;
      }
    }
    if (kind === 'historyRedo') {
      const redone = steps.findIndex((step, index) => index >= at && step.after.text.shown === shown);
      const step = steps[redone];
      if (step !== undefined) {
        apply(step.after, { steps, at: redone + 1 });
        return;
      }
    }
    apply({ ...state, text: withShown(state.text, shown, selectionEnd) });
  };

  /** Makes the change as an edit of the field, so that the field's Undo reverts it. */
  const change = (next: State): void => {
    const field = fieldRef.current;
    if (field === null || field.readOnly || next.text.shown === state.text.shown) {
      apply(next);
      return;
    }
    const { selectionStart, scrollTop } = field;
    expected.current = next;
    editField(field, editBetween(field.value, next.text.shown));
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

function newHistory(text: string, isFolded: boolean): History {
  return { state: stateOf(text, isFolded), steps: [], at: 0 };
}

function stateOf(text: string, isFolded: boolean): State {
  return { text: isFolded ? foldTicked(text) : unfolded(text), isFolded };
}

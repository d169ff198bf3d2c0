/** Keeps the caret and the selection of a field out of its list boxes, where typed letters would break them. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { caretBesideBox, selectionBesideBox } from '#shared/text/list-edits.ts';

/** @returns index of the caret's line; null without a caret, or if text is selected */
export function useListCaret(
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  isList: boolean,
): number | null {
  const [line, setLine] = useState<number | null>(null);
  const before = useRef(0);
  const look = useEffectEvent(() => {
    const field = isList && document.activeElement === fieldRef.current ? fieldRef.current : null;
    if (field === null || field.selectionStart !== field.selectionEnd) {
      setLine(null);
      if (field?.selectionDirection !== 'backward') return;
      const { value, selectionStart, selectionEnd } = field;
      const start = selectionBesideBox(value, { start: selectionStart, end: selectionEnd }, before.current);
      if (start !== selectionStart) field.setSelectionRange(start, selectionEnd, 'backward');
      before.current = start;
      return;
    }
    const caret = caretBesideBox(field.value, field.selectionStart, before.current);
    if (caret !== field.selectionStart) field.setSelectionRange(caret, caret);
    before.current = caret;
    setLine(field.value.slice(0, caret).split('\n').length - 1);
  });
  useEffect(() => {
    const ends = new AbortController();
    const { signal } = ends;
    for (const name of ['selectionchange', 'focusin', 'focusout'])
      document.addEventListener(name, () => look(), { signal });
    // The event of a moved caret may come after the next key, which must already find the caret moved out.
    document.addEventListener('keydown', () => look(), { signal, capture: true });
    return () => ends.abort();
  }, []);
  return line;
}

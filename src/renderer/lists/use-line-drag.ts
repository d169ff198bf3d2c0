/** Drags a line of a list by its handle, together with the lines indented below it. Esc cancels. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { blockAt, moveLineTo } from '#shared/text/list-edits.ts';
import { linesIn } from '#shared/text/list-lines.ts';
import { drawnLine, indexOfLine, lineAt } from '../mirror/line-at.ts';

/** Within this distance of the upper or lower edge, each move scrolls by as much. In CSS pixels. */
const EDGE = 24;

interface LineDrag {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** Has the drawn lines (`line-at.ts`). */
  readonly linesRef: RefObject<HTMLElement | null>;
  readonly targetRef: RefObject<HTMLElement | null>;
  readonly text: string;
  /** Takes indices of lines; null if lines cannot be moved. */
  readonly onMove: ((from: number, before: number) => void) | null;
}

export function useLineDrag({ fieldRef, linesRef, targetRef, text, onMove }: LineDrag): void {
  const begin = useEffectEvent((event: PointerEvent): void => {
    const root = linesRef.current;
    const handle = event.target instanceof Element ? event.target.closest('[data-handle]') : null;
    const line = handle?.parentElement;
    if (root === null || !line || onMove === null || event.button !== 0) return;
    // Keeps the caret in the field.
    event.preventDefault();
    // The handle may be scrolled away, and no longer drawn, before the pointer is released.
    root.setPointerCapture(event.pointerId);
    const from = indexOfLine(root, line);
    const { first, last } = blockAt(linesIn(text), from);
    const mark = (isDragged: boolean): void => {
      for (let index = first; index <= last; index += 1)
        drawnLine(root, index)?.toggleAttribute('data-dragged', isDragged);
    };
    mark(true);
    let before: number | null = null;
    const ends = new AbortController();
    const { signal } = ends;
    const end = (): void => {
      ends.abort();
      mark(false);
      showTarget(root, targetRef.current, null);
    };
    window.addEventListener(
      'pointermove',
      ({ clientY }) => {
        if (fieldRef.current !== null) scrollAtEdge(fieldRef.current, clientY);
        // Lines that were scrolled into view meanwhile.
        mark(true);
        const place = gapAt(root, clientY);
        before = moveLineTo(text, from, place) === null ? null : place;
        showTarget(root, targetRef.current, before);
      },
      { signal },
    );
    window.addEventListener(
      'pointerup',
      () => {
        end();
        if (before !== null) onMove(from, before);
      },
      { signal },
    );
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return;
        // Keeps the sheet open.
        key.preventDefault();
        key.stopPropagation();
        end();
      },
      { signal, capture: true },
    );
  });

  useEffect(() => {
    const root = linesRef.current;
    const onDown = (event: PointerEvent): void => begin(event);
    root?.addEventListener('pointerdown', onDown);
    return () => root?.removeEventListener('pointerdown', onDown);
  }, [linesRef]);
}

/** The nearest gap between two lines, as the index of the line after it. */
function gapAt(root: HTMLElement, y: number): number {
  const index = lineAt(root, y);
  const rect = drawnLine(root, index)?.getBoundingClientRect();
  return rect !== undefined && y > (rect.top + rect.bottom) / 2 ? index + 1 : index;
}

function showTarget(root: HTMLElement, target: HTMLElement | null, before: number | null): void {
  if (target === null) return;
  target.hidden = before === null;
  if (before === null) return;
  const line = drawnLine(root, before);
  target.style.top = `${root.offsetTop + (line?.offsetTop ?? root.offsetHeight)}px`;
}

function scrollAtEdge(field: HTMLTextAreaElement, y: number): void {
  const { top, bottom } = field.getBoundingClientRect();
  if (y < top + EDGE) field.scrollTop -= EDGE;
  else if (y > bottom - EDGE) field.scrollTop += EDGE;
}

/** Marks the drawn line under the pointer as `data-hover`. */
import { type RefObject, useEffect } from 'react';
import { drawnLine, lineAt } from '../mirror/line-at.ts';

/** @param linesRef has the drawn lines (`line-at.ts`) */
export function useHoveredLine(
  fieldRef: RefObject<HTMLElement | null>,
  linesRef: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const root = linesRef.current;
    const frame = fieldRef.current?.parentElement;
    if (!root || !frame) return undefined;
    const ends = new AbortController();
    const { signal } = ends;
    let hovered: Element | null = null;
    const hover = (line: Element | null): void => {
      if (line === hovered) return;
      hovered?.removeAttribute('data-hover');
      hovered = line;
      line?.setAttribute('data-hover', '');
    };
    frame.addEventListener('pointermove', ({ clientY }) => hover(drawnLine(root, lineAt(root, clientY))), {
      signal,
    });
    frame.addEventListener('pointerleave', () => hover(null), { signal });
    return () => ends.abort();
  }, [fieldRef, linesRef]);
}

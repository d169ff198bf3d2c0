/**
 * A mirror draws the lines of a text area again, with what a text area cannot show itself. This decides which
 * lines it draws, those near the screen, and keeps them exactly where the text area has them.
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawnLine } from './line-at.ts';
import { createLineHeights, type DrawnLines } from './line-heights.ts';

/** How far beyond the edges of the screen lines are drawn, because boxes reach out of them. In CSS pixels. */
const BEYOND = 50;

interface Mirror {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** As wide and as high as the text, and scrolled with it. Its parent is as wide as the field. */
  readonly roomRef: RefObject<HTMLElement | null>;
  /** Has the drawn lines (`line-at.ts`). */
  readonly linesRef: RefObject<HTMLElement | null>;
  /** The same array as long as the text is the same. */
  readonly lines: readonly string[];
  readonly lineClass: string;
}

export function useDrawnLines({ fieldRef, roomRef, linesRef, lines, lineClass }: Mirror): DrawnLines {
  const [drawn, setDrawn] = useState<DrawnLines>({ first: 0, end: 0, top: 0, height: 0 });
  const [heights] = useState(() => createLineHeights(lineClass));

  const align = useEffectEvent((text = lines): void => {
    const [field, room, root] = [fieldRef.current, roomRef.current, linesRef.current];
    // An element that is not shown has no size.
    if (field === null || room === null || root === null || field.clientWidth === 0) return;
    // The scroll bar is on the left if the text is written from right to left.
    const { offsetWidth, clientWidth, clientLeft } = field;
    room.style.margin = `0 ${offsetWidth - clientWidth - clientLeft}px 0 ${clientLeft}px`;
    // Of the whole text, most of which the mirror does not have.
    room.dir = field.matches(':dir(rtl)') ? 'rtl' : 'ltr';
    const { scrollTop } = field;
    room.style.transform = scrollTop === 0 ? '' : `translateY(${-scrollTop}px)`;
    const next = heights.linesAt(
      {
        lines: text,
        room,
        drawnLine: (index) => drawnLine(root, index),
        height: () => overflowingHeight(field),
      },
      scrollTop - BEYOND,
      // No field is higher than the window.
      scrollTop + innerHeight + BEYOND,
    );
    setDrawn((before) => (isSame(before, next) ? before : next));
  });

  // The observer below sees what a new height does to the field.
  useLayoutEffect(() => align(lines), [lines]);

  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (field === null) return undefined;
    const ends = new AbortController();
    const { signal } = ends;
    // Within the same frame, because the field's own letters are transparent.
    const alignNow = (): void => flushSync(() => align());
    field.addEventListener('scroll', alignNow, { signal });
    // Comes with a new zoom, too.
    window.addEventListener('resize', alignNow, { signal });
    document.fonts.addEventListener(
      'loadingdone',
      () => {
        heights.forget();
        alignNow();
      },
      { signal },
    );
    // A scroll bar that appears or disappears changes the room for the letters, and with it this size.
    const observer = new ResizeObserver(alignNow);
    observer.observe(field);
    return () => {
      ends.abort();
      observer.disconnect();
    };
  }, [fieldRef, heights]);

  return drawn;
}

/** The height of the field's text, in CSS pixels; null if the field is as high, or higher. */
function overflowingHeight(field: HTMLTextAreaElement): number | null {
  const { scrollHeight, clientHeight } = field;
  if (scrollHeight <= clientHeight) return null;
  const { paddingTop, paddingBottom } = getComputedStyle(field);
  return scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
}

function isSame(one: DrawnLines, other: DrawnLines): boolean {
  return (
    one.first === other.first && one.end === other.end && one.top === other.top && one.height === other.height
  );
}

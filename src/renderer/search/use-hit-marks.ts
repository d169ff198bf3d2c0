/**
 * Marks the hits in a text area, which can only mark a selection itself. A copy of its text is behind it,
 * with the same layout and invisible except for the marks.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Range } from '#shared/text/hit-ranges.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { copyLayout } from './scroll-to-hit.ts';

/**
 * Marks of a longer text, in UTF-16 units, are hidden during typing, because a second layout takes too long.
 */
const LONG = 20_000;
const PAUSE_MS = 300;

const useStyles = makeStyles({
  layer: {
    position: 'absolute',
    zIndex: -1,
    overflow: 'hidden',
    pointerEvents: 'none',
    // In forced-colours mode the text area has an opaque background.
    [ON_FORCED_COLORS]: { zIndex: 1, forcedColorAdjust: 'none' },
  },
  copy: { color: 'transparent', boxSizing: 'border-box', userSelect: 'none' },
  hit: {
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorHitBackground,
    color: 'transparent',
    [ON_FORCED_COLORS]: { backgroundColor: 'Mark', color: 'MarkText' },
  },
  current: {
    outline: `2px solid ${tokens.colorStrokeFocus2}`,
    [ON_FORCED_COLORS]: {
      backgroundColor: 'Highlight',
      color: 'HighlightText',
      outline: '2px solid Highlight',
    },
  },
});

interface Marked {
  readonly text: string;
  /** From left to right. */
  readonly hits: readonly Range[];
  /** The hit that the caret was moved to last. */
  readonly current: Range | undefined;
}

export function useHitMarks(
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  { text, hits, current }: Marked,
): void {
  const styles = useStyles();
  const isShown = useSettled(text) === text && hits.length > 0;
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (!isShown || field === null) return undefined;
    const copy = document.createElement('div');
    copy.className = styles.copy;
    let at = 0;
    for (const hit of hits) {
      const mark = document.createElement('mark');
      mark.className = hit === current ? mergeClasses(styles.hit, styles.current) : styles.hit;
      mark.textContent = text.slice(hit.start, hit.end);
      copy.append(text.slice(at, hit.start), mark);
      at = hit.end;
    }
    copy.append(text.slice(at));
    const layer = document.createElement('div');
    layer.className = styles.layer;
    layer.ariaHidden = 'true';
    layer.append(copy);
    field.after(layer);
    const scroll = (): void => {
      copy.style.transform = `translateY(${-field.scrollTop}px)`;
    };
    const place = (): void => {
      const { offsetLeft, offsetTop, clientWidth, clientHeight } = field;
      layer.style.inset = `${offsetTop}px auto auto ${offsetLeft}px`;
      layer.style.width = `${clientWidth}px`;
      layer.style.height = `${clientHeight}px`;
      copyLayout(field, copy);
      scroll();
    };
    const observer = new ResizeObserver(place);
    observer.observe(field);
    place();
    field.addEventListener('scroll', scroll);
    return () => {
      observer.disconnect();
      field.removeEventListener('scroll', scroll);
      layer.remove();
    };
  }, [fieldRef, text, hits, current, isShown, styles]);
}

/** The text; a long one only after it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  const isLong = text.length > LONG;
  useEffect(() => {
    if (!isLong) return undefined;
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isLong]);
  return isLong ? settled : text;
}

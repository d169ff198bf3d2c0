/**
 * Marks the hits in a text area, which can only mark a selection itself. Its lines near the screen are drawn
 * once more behind it, invisible except for the marks.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Range } from '#shared/text/hit-ranges.ts';
import { useDrawnLines } from '../mirror/use-drawn-lines.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { copyLayout } from './scroll-to-hit.ts';

const useStyles = makeStyles({
  layer: {
    position: 'absolute',
    zIndex: -1,
    overflow: 'hidden',
    color: 'transparent',
    userSelect: 'none',
    pointerEvents: 'none',
    // In forced-colours mode the text area has an opaque background.
    [ON_FORCED_COLORS]: { zIndex: 1, forcedColorAdjust: 'none' },
  },
  // A change of the drawn lines lays out nothing around them.
  room: { position: 'relative', contain: 'layout size style' },
  lines: { position: 'absolute', left: '0', right: '0' },
  line: { unicodeBidi: 'plaintext', contain: 'layout style' },
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

interface HitMarksProps {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** From left to right. */
  readonly hits: readonly Range[];
  /** The hit that the caret was moved to last. */
  readonly current: Range | undefined;
}

export function HitMarks(props: HitMarksProps): JSX.Element | null {
  const { fieldRef, hits } = props;
  const [frame, setFrame] = useState<Element | null>(null);
  useLayoutEffect(() => setFrame(fieldRef.current?.parentElement ?? null), [fieldRef]);
  return frame === null || hits.length === 0 ? null : createPortal(<Layer {...props} />, frame);
}

function Layer({ fieldRef, text, hits, current }: HitMarksProps): JSX.Element {
  const styles = useStyles();
  const layerRef = useRef<HTMLDivElement>(null);
  const roomRef = useRef<HTMLDivElement>(null);
  const linesRef = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split('\n'), [text]);
  // Before the lines are measured.
  useLayoutEffect(() => {
    const [field, layer] = [fieldRef.current, layerRef.current];
    if (field === null || layer === null) return undefined;
    const place = (): void => {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = field;
      copyLayout(field, layer);
      layer.style.inset = `${offsetTop}px auto auto ${offsetLeft}px`;
      layer.style.width = `${offsetWidth}px`;
      layer.style.height = `${offsetHeight}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(field);
    return () => observer.disconnect();
  }, [fieldRef]);
  const { first, end, top, height } = useDrawnLines({
    fieldRef,
    roomRef,
    linesRef,
    lines,
    lineClass: styles.line,
  });
  return (
    <div ref={layerRef} aria-hidden className={styles.layer}>
      <div ref={roomRef} className={styles.room} style={{ height }}>
        <div ref={linesRef} data-first={first} className={styles.lines} style={{ top }}>
          {linesWithHits(lines, first, end, hits).map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line that changes keeps its element
            <div key={first + index} className={styles.line}>
              {line.pieces.map(({ words, hit }) =>
                hit === null ? (
                  words
                ) : (
                  <mark
                    key={hit.start}
                    className={mergeClasses(styles.hit, hit === current && styles.current)}
                  >
                    {words}
                  </mark>
                ),
              )}
              {'\n'}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Words of a line, which are a hit or between hits. */
interface Piece {
  readonly words: string;
  readonly hit: Range | null;
}

/** The lines from `first` to `end`, each in pieces. No hit reaches beyond its line. */
function linesWithHits(
  lines: readonly string[],
  first: number,
  end: number,
  hits: readonly Range[],
): { readonly pieces: readonly Piece[] }[] {
  let start = lines.slice(0, first).reduce((length, line) => length + line.length + 1, 0);
  let next = hits.findIndex((hit) => hit.start >= start);
  return lines.slice(first, end).map((line) => {
    const pieces: Piece[] = [];
    let at = 0;
    for (let hit = hits[next]; hit !== undefined && hit.start < start + line.length; hit = hits[next]) {
      const [from, to] = [hit.start - start, hit.end - start];
      pieces.push({ words: line.slice(at, from), hit: null }, { words: line.slice(from, to), hit });
      at = to;
      next += 1;
    }
    start += line.length + 1;
    return { pieces: [...pieces, { words: line.slice(at), hit: null }] };
  });
}

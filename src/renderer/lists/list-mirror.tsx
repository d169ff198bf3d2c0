/**
 * Draws a text with boxes in front of its text area, whose own letters are transparent. Each letter is in the
 * same place, but ticked words are struck through, typed boxes are real ones, and each line has a handle for
 * dragging. Only boxes and handles receive pointer events. The mirror is as high as the text, and the frame
 * as high as the mirror, but only lines near the screen are drawn.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons/svg/re-order-dots-vertical';
import { type JSX, memo, type MouseEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { type Box, boxAt, linesIn } from '#shared/text/list-lines.ts';
import { indexOfLine } from '../mirror/line-at.ts';
import { useDrawnLines } from '../mirror/use-drawn-lines.ts';
import { ON_FORCED_COLORS, ON_NO_HOVER } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { addListFonts } from './list-font.ts';
import { indentWidth } from './nesting.ts';
import { TickBox } from './tick-box.tsx';
import { useHoveredLine } from './use-hovered-line.ts';
import { useLineDrag } from './use-line-drag.ts';

/** From the left edge of the text to that of the handles, as far as a dragged line and its target reach; CSS pixels. */
const MARGIN = 16;

const useStyles = makeStyles({
  mirror: {
    position: 'relative',
    zIndex: 1,
    minHeight: '0',
    // Only the text area scrolls.
    scrollTimelineName: 'none',
    textAlign: 'start',
    pointerEvents: 'none',
    // Handles are left of the text.
    overflowX: 'visible',
    overflowY: 'clip',
    // The text area draws a selection itself, letters included.
    [ON_FORCED_COLORS]: { forcedColorAdjust: 'none', color: 'transparent' },
  },
  // A change of the drawn lines lays out nothing around them.
  room: { position: 'relative', contain: 'layout size style' },
  lines: { position: 'absolute', left: '0', right: '0' },
  line: {
    position: 'relative',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    unicodeBidi: 'plaintext',
    // A change of one line must not lay out all others again.
    contain: 'layout style',
    '&[data-hover] > [data-handle]': { opacity: 1 },
    '&[data-dragged]::before': {
      content: '""',
      position: 'absolute',
      inset: `0 -${MARGIN}px`,
      // Behind the line's words.
      zIndex: -1,
      backgroundColor: tokens.colorSubtleBackgroundHover,
    },
  },
  /** Covers a typed `- [ ]`. */
  mark: { color: 'transparent', [ON_FORCED_COLORS]: { backgroundColor: 'Canvas' } },
  box: { position: 'absolute', top: 'calc(0.5lh - 12px)', display: 'flex', pointerEvents: 'auto' },
  ticked: { color: tokens.colorNeutralForeground3, [ON_FORCED_COLORS]: { color: 'transparent' } },
  struck: { textDecorationLine: 'line-through', [ON_FORCED_COLORS]: { textDecorationColor: 'CanvasText' } },
  handle: {
    position: 'absolute',
    insetInlineStart: `-${MARGIN}px`,
    top: '0',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '12px',
    height: '1lh',
    color: tokens.colorNeutralForeground3,
    fontSize: '16px',
    opacity: 0,
    cursor: 'grab',
    pointerEvents: 'auto',
    touchAction: 'none',
    '& > svg': { flexShrink: 0 },
    ':hover': { color: tokens.colorNeutralForeground1 },
    [ON_NO_HOVER]: { opacity: 1 },
    [ON_FORCED_COLORS]: { color: 'CanvasText' },
  },
  target: {
    position: 'absolute',
    left: `-${MARGIN}px`,
    right: `-${MARGIN}px`,
    top: '0',
    height: '2px',
    marginTop: '-1px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorStrokeFocus2,
    [ON_FORCED_COLORS]: { backgroundColor: 'Highlight' },
  },
});

interface ListMirrorProps {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** The text area's class, so that all letters have the same places. */
  readonly className: string;
  readonly text: string;
  /** Index of the caret's line, which is not struck through because the user is editing it. */
  readonly caretLine: number | null;
  readonly readOnly: boolean;
  readonly onTick: (box: Box) => void;
  /**
   * Called after a line was dragged in front of another. Both are indices; the number of lines means the end.
   */
  readonly onMove: (from: number, before: number) => void;
}

export function ListMirror(props: ListMirrorProps): JSX.Element {
  const { fieldRef, className, text, caretLine, readOnly, onTick, onMove } = props;
  const styles = useStyles();
  // Before the lines are measured.
  useState(addListFonts);
  const roomRef = useRef<HTMLDivElement>(null);
  const linesRef = useRef<HTMLDivElement>(null);
  const targetRef = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split('\n'), [text]);
  const { first, end, top, height } = useDrawnLines({
    fieldRef,
    roomRef,
    linesRef,
    lines,
    lineClass: styles.line,
  });
  useHoveredLine(fieldRef, linesRef);
  useLineDrag({ fieldRef, linesRef, targetRef, text, onMove: readOnly ? null : onMove });

  /** One handler for all boxes, so that a line renders again only when its text changes. */
  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    const line =
      target instanceof Element && target.closest('[data-box]') ? target.closest('[data-line]') : null;
    if (line === null) return;
    const box = linesIn(text)[indexOfLine(currentTarget, line)]?.box;
    if (box) onTick(box);
  };

  return (
    <div className={mergeClasses(className, styles.mirror)}>
      <div ref={roomRef} className={styles.room} style={{ height }}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- handles clicks that bubble from the boxes inside */}
        <div
          ref={linesRef}
          data-first={first}
          className={styles.lines}
          style={{ top }}
          onMouseDown={preventFocusChange}
          onClick={onClick}
        >
          {lines.slice(first, end).map((line, index) => (
            <LineView
              // oxlint-disable-next-line react/no-array-index-key -- a line that changes keeps its element
              key={first + index}
              text={line}
              hasCaret={first + index === caretLine}
              readOnly={readOnly}
            />
          ))}
        </div>
        <div ref={targetRef} data-target hidden className={styles.target} />
      </div>
    </div>
  );
}

interface LineViewProps {
  readonly text: string;
  readonly hasCaret: boolean;
  readonly readOnly: boolean;
}

/** Only letters have a direction; a line without any takes the field's. */
const LETTER = /\p{L}/u;

const LineView = memo(function LineView({ text, hasCaret, readOnly }: LineViewProps): JSX.Element {
  const styles = useStyles();
  const box = boxAt(text, 0);
  if (box === null)
    return (
      <div data-line aria-hidden className={styles.line}>
        {/* The newline gives an empty line its height. */}
        {`${text}\n`}
      </div>
    );
  const { mark, words, isTicked } = box;
  const name = text.slice(words).trim();
  return (
    <div data-line className={styles.line} dir={LETTER.test(name) ? 'auto' : undefined}>
      {/* Before all text, which the browser must lay out in one piece, as the text area has it. */}
      <span className={styles.box} style={{ insetInlineStart: indentWidth(text.slice(0, mark)) }}>
        <TickBox
          wordsId={null}
          name={name === '' ? 'Tick empty line' : `Tick ${name}`}
          isTicked={isTicked}
          tabIndex={-1}
          onTick={readOnly ? null : nothing}
        />
      </span>
      <span aria-hidden className={styles.mark}>
        {text.slice(0, words)}
      </span>
      <span
        aria-hidden
        data-words
        className={mergeClasses(isTicked && styles.ticked, isTicked && !hasCaret && styles.struck)}
      >
        {`${text.slice(words)}\n`}
      </span>
      {!readOnly && (
        <span data-handle aria-hidden className={styles.handle}>
          <ReOrderDotsVerticalRegular />
        </span>
      )}
    </div>
  );
});

/** Keeps the focus in the field. */
function preventFocusChange(event: MouseEvent): void {
  event.preventDefault();
}

/** Clicks bubble to the mirror's handler. */
function nothing(): void {}

/** The masonry's measures, in CSS pixels. */
export const GAP = 16;
const MIN_CARD = 240;
/** From this width on, cards get wider before another column is added. */
const SPACIOUS = 1800;
const MIN_CARD_SPACIOUS = 300;

/**
 * The number of columns: one in a narrow window, else as many as keep cards wide enough to read.
 * @param width of the space for cards
 */
export function columnCount(width: number, narrow: boolean): number {
  if (narrow) return 1;
  const smallest = width < SPACIOUS ? MIN_CARD : MIN_CARD_SPACIOUS;
  return Math.max(1, Math.floor((width + GAP) / (smallest + GAP)));
}

export function columnWidth(width: number, columns: number): number {
  return (width - (columns - 1) * GAP) / columns;
}

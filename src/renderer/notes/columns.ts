/** The masonry's measures, in CSS pixels. */
export const GAP = 16;
const MIN_CARD = 240;

/**
 * How many columns fit: one in a narrow window, else as many as keep a card at least 240 px wide.
 * @param width of the space for cards
 */
export function columnCount(width: number, narrow: boolean): number {
  if (narrow) return 1;
  return Math.max(1, Math.floor((width + GAP) / (MIN_CARD + GAP)));
}

export function columnWidth(width: number, columns: number): number {
  return (width - (columns - 1) * GAP) / columns;
}

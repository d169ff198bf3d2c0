/** Where a grid of cards is on the screen, and its columns. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { columnCount, columnWidth } from '../../masonry/columns.ts';
import { NARROW, useMedia } from '../../theme/media.ts';
import { scroller } from '../state/scroller.ts';

export interface GridPlace {
  readonly columns: number;
  /** 0 until the grid's width is known. */
  readonly cardWidth: number;
  /** How far below the top of the scrolled content the grid starts. */
  readonly top: number;
  readonly viewportHeight: number;
}

export function useGridPlace(gridRef: RefObject<HTMLElement | null>): GridPlace {
  const [{ gridWidth, ...place }, setPlace] = useState({ gridWidth: 0, top: 0, viewportHeight: 0 });
  useLayoutEffect(() => {
    const grid = gridRef.current;
    const scrolled = scroller.current;
    if (grid === null || scrolled === null) return undefined;
    const measure = (): void => {
      const top = Math.round(
        grid.getBoundingClientRect().top - scrolled.getBoundingClientRect().top + scrolled.scrollTop,
      );
      const now = { gridWidth: grid.clientWidth, top, viewportHeight: scrolled.clientHeight };
      setPlace((old) =>
        old.gridWidth === now.gridWidth && old.top === top && old.viewportHeight === now.viewportHeight
          ? old
          : now,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [scrolled, grid, ...scrolled.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [gridRef]);
  const columns = columnCount(gridWidth, useMedia(NARROW));
  return { ...place, columns, cardWidth: gridWidth === 0 ? 0 : columnWidth(gridWidth, columns) };
}

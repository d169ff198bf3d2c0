/**
 * The last place of the main window, adapted to the current displays. Displays come and go between two
 * starts, and a window must never open out of reach.
 */
import * as v from 'valibot';
import type { JsonFile } from './json-file.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowPlace {
  /** Null lets the system choose. */
  readonly bounds: Rectangle | null;
  readonly maximized: boolean;
}

const NOWHERE: WindowPlace = { bounds: null, maximized: false };

const coordinate = v.pipe(v.number(), v.safeInteger());
const length = v.pipe(coordinate, v.minValue(1), v.maxValue(100_000));
const place = v.object({
  bounds: v.nullable(v.object({ x: coordinate, y: coordinate, width: length, height: length })),
  maximized: v.boolean(),
});

export function readPlace(file: JsonFile): WindowPlace {
  try {
    const result = v.safeParse(place, file.read());
    return result.success ? result.output : NOWHERE;
  } catch {
    // A window in the wrong place is better than none.
    return NOWHERE;
  }
}

/** How much of a window's title must be on a display, so that it can be dragged, in pixels. */
const REACHABLE = { width: 120, height: 40 };

/**
 * The place on the current displays: the old place if its title is within reach, otherwise the middle of the
 * main display.
 * @param workAreas the area of each display that is free for windows, beginning with the main display
 */
export function placeOn({ bounds, maximized }: WindowPlace, workAreas: readonly Rectangle[]): WindowPlace {
  const [main] = workAreas;
  if (bounds === null || main === undefined) return { bounds: null, maximized };
  for (const area of workAreas) {
    const fitted = { ...bounds, ...sizeIn(area, bounds) };
    if (reaches(fitted, area)) return { bounds: fitted, maximized };
  }
  const { width, height } = sizeIn(main, bounds);
  const x = main.x + Math.round((main.width - width) / 2);
  const y = main.y + Math.round((main.height - height) / 2);
  return { bounds: { x, y, width, height }, maximized };
}

function sizeIn(area: Rectangle, { width, height }: Rectangle): { width: number; height: number } {
  return { width: Math.min(width, area.width), height: Math.min(height, area.height) };
}

function reaches(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const below = area.y + area.height - bounds.y;
  return across >= REACHABLE.width && below >= REACHABLE.height && bounds.y >= area.y - 1;
}

/**
 * The place of a small window that is shown briefly: in the middle, a fifth from the top, where users look.
 */
export function placeIn(area: Rectangle, size: { width: number; height: number }): Rectangle {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return {
    width,
    height,
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.min(Math.round(area.height / 5), area.height - height),
  };
}

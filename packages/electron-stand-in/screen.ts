/**
 * `screen`: the displays and the pointer of system.ts, one display of 1280 × 800 unless a test changes that.
 * Limit: a headed run does not use the size of the real display.
 */
import { StrictEmitter } from './strict.ts';
import { type Area, system } from './system.ts';
import { usesWayland } from './wayland.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Display {
  readonly id: number;
  readonly label: string;
  readonly scaleFactor: number;
  readonly rotation: number;
  readonly internal: boolean;
  readonly bounds: Area;
  readonly workArea: Area;
  readonly size: { readonly width: number; readonly height: number };
  readonly workAreaSize: { readonly width: number; readonly height: number };
}

function toDisplay(area: Area, index: number): Display {
  const size = { width: area.width, height: area.height };
  return {
    id: index + 1,
    label: 'stand-in',
    scaleFactor: 1,
    rotation: 0,
    internal: false,
    bounds: area,
    workArea: area,
    size,
    workAreaSize: size,
  };
}

/** Sum of the horizontal and vertical distances of a point from an area; 0 inside it. */
function distance({ x, y, width, height }: Area, point: Point): number {
  const beside = Math.max(x - point.x, 0, point.x - (x + width - 1));
  const above = Math.max(y - point.y, 0, point.y - (y + height - 1));
  return beside + above;
}

class Screen extends StrictEmitter {
  getAllDisplays(): Display[] {
    return system.displays.map(toDisplay);
  }
  getPrimaryDisplay(): Display {
    return this.getDisplayNearestPoint(system.displays[0]);
  }
  getDisplayNearestPoint(point: Point): Display {
    return this.getAllDisplays().reduce((nearest, one) =>
      distance(one.bounds, point) < distance(nearest.bounds, point) ? one : nearest,
    );
  }
  getCursorScreenPoint(): Point {
    // On Wayland no program knows where the pointer is.
    return usesWayland() ? { x: 0, y: 0 } : { ...system.pointer };
  }
}

export const screen = new Screen('screen');

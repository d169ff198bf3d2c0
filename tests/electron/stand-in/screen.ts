/** `screen`: one display of 1280 × 800. Limit: not the display of a headed run. */
import { StrictEmitter } from './strict.ts';

const size = { width: 1280, height: 800 };
const area = { x: 0, y: 0, ...size };
const display = {
  id: 1,
  label: 'stand-in',
  scaleFactor: 1,
  rotation: 0,
  internal: false,
  bounds: area,
  workArea: area,
  size,
  workAreaSize: size,
};

class Screen extends StrictEmitter {
  getPrimaryDisplay(): typeof display {
    return display;
  }
  getAllDisplays(): (typeof display)[] {
    return [display];
  }
  getDisplayMatching(): typeof display {
    return display;
  }
  getDisplayNearestPoint(): typeof display {
    return display;
  }
  getCursorScreenPoint(): { x: number; y: number } {
    return { x: 0, y: 0 };
  }
}

export const screen = new Screen('screen');

import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { placeOn, type Rectangle, readPlace } from '#main/device/window-place.ts';

const MAIN: Rectangle = { x: 0, y: 25, width: 1440, height: 875 };
const SECOND: Rectangle = { x: 1440, y: 0, width: 1920, height: 1080 };
const on = (bounds: Rectangle, ...areas: Rectangle[]) => placeOn({ bounds, maximized: false }, areas).bounds;

test('a window stays where it was, even on a second display and half off its edge', () => {
  const left = { x: 100, y: 80, width: 900, height: 700 };
  const right = { x: 1600, y: 10, width: 900, height: 700 };
  const half = { x: -600, y: 100, width: 900, height: 700 };
  for (const bounds of [left, right, half]) expect(on(bounds, MAIN, SECOND)).toEqual(bounds);
});

test('a window whose display no longer exists opens in the middle of the main one', () => {
  expect(on({ x: 1600, y: 10, width: 900, height: 700 }, MAIN)).toEqual({
    x: 270,
    y: 113,
    width: 900,
    height: 700,
  });
});

test('a window that is larger than the remaining display is made to fit', () => {
  expect(on({ x: 1500, y: 0, width: 1900, height: 1000 }, MAIN)).toEqual(MAIN);
});

test('a window whose title bar is above or below the display opens in the middle', () => {
  for (const y of [-300, 890]) {
    expect(on({ x: 100, y, width: 900, height: 700 }, MAIN)).toEqual({
      x: 270,
      y: 113,
      width: 900,
      height: 700,
    });
  }
});

test('the title bar of a window can be reached, wherever it was', () => {
  const whole = fc.integer({ min: -10_000, max: 10_000 });
  const size = fc.integer({ min: 360, max: 6_000 });
  fc.assert(
    fc.property(whole, whole, size, size, (x, y, width, height) => {
      const bounds = on({ x, y, width, height }, MAIN, SECOND);
      const areas = [MAIN, SECOND];
      return areas.some(
        (area) =>
          bounds !== null &&
          bounds.y >= area.y - 1 &&
          bounds.y + 40 <= area.y + area.height &&
          Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x) >= 120,
      );
    }),
  );
});

test.each([
  undefined,
  null,
  7,
  {},
  { bounds: { x: 0 } },
  { bounds: null },
  { bounds: { x: 0, y: 0, width: -1, height: 1e99 }, maximized: true },
])('a stored window place of %j lets the system choose', (value) => {
  const file = { read: () => value, write: () => undefined, remove: () => undefined };
  expect(readPlace(file)).toEqual({ bounds: null, maximized: false });
});

test('a stored window place that cannot be read lets the system choose', () => {
  const read = () => {
    throw Object.assign(new Error('busy'), { code: 'EBUSY' });
  };
  const file = { read, write: () => undefined, remove: () => undefined };
  expect(readPlace(file)).toEqual({ bounds: null, maximized: false });
});

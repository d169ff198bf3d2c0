import { expect, test } from 'vitest';
import { springEasing, springPosition } from '#renderer/theme/motion.ts';
import { SPEC } from '#shared/base/spec.ts';

test('the spring starts at rest, overshoots a little and ends within half a pixel of the drawer’s way', () => {
  const way = SPEC.drawerOpenWidth - SPEC.drawerCollapsedWidth;
  const positions = Array.from({ length: 101 }, (_, index) => springPosition(index / 100));
  expect(positions[0]).toBe(0);
  expect(Math.abs(1 - springPosition(1)) * way).toBeLessThan(0.5);
  expect(Math.max(...positions)).toBeGreaterThan(1);
  expect(Math.max(...positions)).toBeLessThan(1.03);
});

test('the easing of the spring is a linear() list of CSS from 0 to 1', () => {
  expect(springEasing()).toMatch(/^linear\(0\.0000(, \d\.\d{4})+, 1\)$/u);
});

import { expect, test, vi } from 'vitest';
import { canHideFromScreenSharing } from '#main/windows/screen-sharing.ts';

vi.mock('electron', () => import('../support/fake-electron.ts'));

test.each([
  ['win32', true],
  ['darwin', true],
  ['linux', false],
] as const)('[C10] on %s, hiding windows from screen sharing is offered: %s', (platform, isOffered) => {
  expect(canHideFromScreenSharing(platform)).toBe(isOffered);
});

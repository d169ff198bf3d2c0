/** What the bytes of Electron's `safeStorage` say about the key that encrypted them. */
import { expect, onTestFinished, test, vi } from 'vitest';

vi.mock('electron', () => ({ safeStorage: {} }));

const { systemEncryption } = await import('#main/system/encryption.ts');

test.each([
  ['linux', 'v10', true],
  ['linux', 'v11', false],
  // There, the same mark stands for the system's own key.
  ['darwin', 'v10', false],
  ['win32', 'v10', false],
] as const)('[C13] on %s, bytes that begin with %s are by the known key: %s', (platform, mark, isKnown) => {
  const before = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }));
  expect(systemEncryption.isByKnownKey(Buffer.from(`${mark}bytes`))).toBe(isKnown);
});

// Electron's `nativeTheme`: when it announces an update.
import { expect } from 'vitest';
import { test, useFixture } from '../support/fixture-app.ts';

const fixture = useFixture();

/**
 * Sets one source after the other. @returns the counts of `updated` events during and after each assignment
 */
const assign = (sources: readonly ('system' | 'light' | 'dark')[]) =>
  fixture.app.evaluate(async ({ nativeTheme }, given) => {
    let updates = 0;
    const count = () => (updates += 1);
    nativeTheme.on('updated', count);
    const counted: (readonly [number, number])[] = [];
    for (const source of given) {
      updates = 0;
      nativeTheme.themeSource = source;
      const during = updates;
      await new Promise((resolve) => setImmediate(resolve));
      counted.push([during, updates]);
    }
    nativeTheme.off('updated', count);
    return counted;
  }, sources);

test('an update is announced a moment later, and only if the colours change', async () => {
  const nothing = [0, 0];
  const changed = [0, 1];
  expect(await assign(['light', 'dark', 'dark', 'light', 'system', 'dark', 'system'])).toEqual([
    nothing,
    changed,
    nothing,
    changed,
    nothing,
    changed,
    changed,
  ]);
});

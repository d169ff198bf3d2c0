// Electron's `globalShortcut`, on X11 and on desktops whose portal assigns the keys.
import { afterEach, describe, expect } from 'vitest';
import { test, useFixture } from '../support/fixture-app.ts';

type Step = readonly [
  call: 'register' | 'unregister' | 'isRegistered' | 'press' | 'setSuspended' | 'unregisterAll',
  on?: string,
];

/** Runs the steps in order. @returns the answer of each call, or the presses that arrived */
function run(fixture: ReturnType<typeof useFixture>, steps: readonly Step[]) {
  return fixture.app.evaluate((electron, all) => {
    const { globalShortcut } = electron;
    const { shortcuts } = Reflect.get(electron, 'standIn') as { shortcuts: Map<string, () => void> };
    const pressed: string[] = [];
    return all.map(([call, keys = '']): unknown => {
      try {
        switch (call) {
          case 'register':
            return globalShortcut.register(keys, () => pressed.push(keys));
          case 'press':
            shortcuts.get(keys)?.();
            return pressed.splice(0);
          case 'setSuspended':
            return globalShortcut.setSuspended(keys === 'on');
          case 'unregisterAll':
            return globalShortcut.unregisterAll();
          default:
            return globalShortcut[call](keys);
        }
      } catch (error) {
        return String(error);
      }
    });
  }, steps);
}

const FAILURE = 'TypeError: Error processing argument at index 0, conversion failure from Ctrl+Shift';

describe('on X11', () => {
  const fixture = useFixture({ env: { XDG_SESSION_TYPE: 'x11' } });
  afterEach(() => run(fixture, [['unregisterAll']]));

  test('on X11 keys are registered once, however they are written, until they are unregistered', async () => {
    const answers = await run(fixture, [
      ['register', 'Control+Alt+Space'],
      ['register', 'Alt+Ctrl+space'],
      ['isRegistered', 'Alt+Ctrl+Space'],
      ['press', 'Control+Alt+Space'],
      ['unregister', 'Ctrl+Alt+Space'],
      ['isRegistered', 'Control+Alt+Space'],
      ['press', 'Control+Alt+Space'],
    ]);
    expect(answers).toEqual([true, false, true, ['Control+Alt+Space'], undefined, false, []]);
  });

  test('a text that is not an accelerator throws', async () => {
    const bad = 'Ctrl+Shift';
    expect(
      await run(fixture, [
        ['register', bad],
        ['isRegistered', bad],
        ['unregister', bad],
      ]),
    ).toEqual([FAILURE, FAILURE, FAILURE]);
  });

  test('while shortcuts are suspended no press arrives, and no keys can be registered', async () => {
    const answers = await run(fixture, [
      ['register', 'F9'],
      ['setSuspended', 'on'],
      ['press', 'F9'],
      ['register', 'F10'],
      ['setSuspended', 'off'],
      ['press', 'F9'],
      ['register', 'F10'],
    ]);
    expect(answers).toEqual([true, undefined, [], false, undefined, ['F9'], true]);
  });
});

describe('beside another program on X11', () => {
  const fixture = useFixture({
    env: { XDG_SESSION_TYPE: 'x11', STANDIN_HELD_KEYS: 'Super+Alt+N,Ctrl+Shift+J' },
  });

  test('keys that another program holds cannot be registered, however they are written', async () => {
    const answers = await run(fixture, [
      ['register', 'Alt+Super+N'],
      ['register', 'Shift+Control+J'],
      ['isRegistered', 'Alt+Super+N'],
      ['register', 'Ctrl+Shift+K'],
    ]);
    expect(answers).toEqual([false, false, false, true]);
  });
});

describe('on a desktop whose portal has the keys', () => {
  describe('a portal that grants the keys', () => {
    const fixture = useFixture({ env: { XDG_SESSION_TYPE: 'wayland' } });
    afterEach(() => run(fixture, [['unregisterAll']]));

    test('keys that the portal has granted stay registered after they are unregistered', async () => {
      const answers = await run(fixture, [
        ['register', 'Ctrl+Alt+N'],
        ['unregister', 'Ctrl+Alt+N'],
        ['isRegistered', 'Ctrl+Alt+N'],
        ['press', 'Ctrl+Alt+N'],
      ]);
      expect(answers).toEqual([true, undefined, true, ['Ctrl+Alt+N']]);
    });

    test('all keys without a portal name count as one', async () => {
      const answers = await run(fixture, [
        ['register', 'Ctrl+F9'],
        ['register', 'Ctrl+;'],
        ['press', 'Ctrl+F9'],
      ]);
      expect(answers).toEqual([true, true, ['Ctrl+;']]);
    });
  });

  describe('a portal that was denied the keys', () => {
    const fixture = useFixture({ env: { XDG_SESSION_TYPE: 'wayland', STANDIN_PORTAL: 'denied' } });
    test('if the portal was denied the keys, registering them succeeds, but no press arrives', async () => {
      expect(
        await run(fixture, [
          ['register', 'Ctrl+Alt+N'],
          ['press', 'Ctrl+Alt+N'],
        ]),
      ).toEqual([true, []]);
    });
  });

  describe('no portal', () => {
    const fixture = useFixture({ env: { XDG_SESSION_TYPE: 'wayland', STANDIN_PORTAL: 'missing' } });
    test('registering keys on Wayland without a portal fails', async () => {
      expect(await run(fixture, [['register', 'Ctrl+Alt+N']])).toEqual([false]);
    });
  });
});

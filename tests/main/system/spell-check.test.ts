/** The languages of the spell check. */
import { afterEach, expect, test, vi } from 'vitest';
import { spellCheckLanguages, systemLanguages, useSpellCheck } from '#main/system/spell-check.ts';

const electron = vi.hoisted(() => ({ set: [] as (readonly string[])[] }));
vi.mock('electron', () => ({
  app: { getPreferredSystemLanguages: () => ['de-AT', 'en-US'] },
  session: {
    defaultSession: {
      availableSpellCheckerLanguages: ['de', 'en-GB', 'en-US'],
      setSpellCheckerLanguages: (languages: readonly string[]) => electron.set.push(languages),
    },
  },
}));
afterEach(() => {
  electron.set.length = 0;
  vi.unstubAllGlobals();
});

function onPlatform(platform: NodeJS.Platform): void {
  vi.stubGlobal('process', { ...process, platform });
}

test('the spell check uses the chosen languages that have dictionaries', () => {
  onPlatform('linux');
  useSpellCheck(['en-GB', 'xx']);
  useSpellCheck([]);
  expect(electron.set).toEqual([['en-GB'], []]);
});

test('the spell check uses the system’s languages if none is chosen, even after a choice was removed', () => {
  onPlatform('win32');
  useSpellCheck(['en-GB']);
  useSpellCheck(null);
  expect(electron.set.at(-1)).toEqual(['de', 'en-US']);
});

test('on macOS, which finds the languages by itself, no language of the spell check is offered or set', () => {
  onPlatform('darwin');
  useSpellCheck(['de']);
  expect(spellCheckLanguages()).toEqual([]);
  expect(electron.set).toEqual([]);
});

const AVAILABLE = ['de', 'en-GB', 'en-US', 'pt-BR'];

test.each([
  [['en-US'], ['en-US']],
  [
    ['de-AT', 'en-GB'],
    ['de', 'en-GB'],
  ],
  [['en-AU'], ['en-GB']],
  [['pt-PT', 'pt-BR'], ['pt-BR']],
  [['xx'], []],
])('for the system’s languages %j, the spell check uses %j', (preferred, found) => {
  expect(systemLanguages(preferred, AVAILABLE)).toEqual(found);
});

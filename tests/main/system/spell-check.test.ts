/** The languages of the spell check. */
import { afterEach, expect, test, vi } from 'vitest';
import { spellCheckLanguages, systemLanguages, useSpellCheck } from '#main/system/spell-check.ts';

const electron = vi.hoisted(() => ({
  /** The languages that were set in the session of the pages. */
  set: [] as (readonly string[])[],
  /** Those for which the default session fetches dictionaries. */
  fetched: [] as (readonly string[])[],
  onFetched: [] as (() => void)[],
}));
vi.mock('electron', () => ({
  app: { getPreferredSystemLanguages: () => ['de-AT', 'en-US'] },
  session: {
    defaultSession: {
      availableSpellCheckerLanguages: ['de', 'en-GB', 'en-US'],
      setSpellCheckerLanguages: (languages: readonly string[]) => electron.fetched.push(languages),
      on: (_name: string, listener: () => void) => electron.onFetched.push(listener),
      removeListener: () => void (electron.onFetched.length = 0),
    },
    fromPartition: () => ({
      setSpellCheckerLanguages: (languages: readonly string[]) => electron.set.push(languages),
      getSpellCheckerLanguages: () => electron.set.at(-1),
    }),
  },
}));
afterEach(() => {
  electron.set.length = 0;
  electron.fetched.length = 0;
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

test('the default session fetches the dictionaries, and pages then look for them again', () => {
  onPlatform('linux');
  useSpellCheck(['de']);
  useSpellCheck(['en-GB']);
  expect(electron.fetched).toEqual([['de'], ['en-GB']]);
  expect(electron.onFetched).toHaveLength(1);
  electron.onFetched[0]?.();
  expect(electron.set).toEqual([['de'], ['en-GB'], [], ['en-GB']]);
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

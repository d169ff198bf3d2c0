import { expect, test } from 'vitest';
import { endsTyping } from '#renderer/components/ends-typing.ts';

const press = (key: string, held: Partial<Parameters<typeof endsTyping>[0]> = {}) =>
  endsTyping({ key, ctrlKey: false, metaKey: false, ...held });

test('Escape ends typing, and so does Enter with Ctrl or Command', () => {
  expect(press('Escape')).toBe(true);
  expect(press('Enter', { ctrlKey: true })).toBe(true);
  expect(press('Enter', { metaKey: true })).toBe(true);
});

test('Enter alone and a letter with Ctrl do not end typing', () => {
  expect(press('Enter')).toBe(false);
  expect(press('e', { ctrlKey: true })).toBe(false);
});

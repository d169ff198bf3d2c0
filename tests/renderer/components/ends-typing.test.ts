import { expect, test } from 'vitest';
import { endsTyping } from '#renderer/components/ends-typing.ts';

const press = (key: string, held: Partial<Parameters<typeof endsTyping>[0]> = {}) =>
  endsTyping({ key, ctrlKey: false, metaKey: false, ...held });

test('Escape ends it, and so does Enter with Ctrl or Command', () => {
  expect(press('Escape')).toBe(true);
  expect(press('Enter', { ctrlKey: true })).toBe(true);
  expect(press('Enter', { metaKey: true })).toBe(true);
});

test('what is typed or goes on to the next line does not', () => {
  expect(press('Enter')).toBe(false);
  expect(press('e', { ctrlKey: true })).toBe(false);
});

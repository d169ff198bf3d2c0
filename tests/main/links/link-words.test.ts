import { expect, test, vi } from 'vitest';
import { createLinkWords } from '#main/links/link-words.ts';
import type { NoteContent } from '#shared/note/note.ts';

const words = (text: string): NoteContent => ({ title: text, text: '' });

test('[C46] the words of a link are given to the quick note once', () => {
  const tellQuickNote = vi.fn<() => void>();
  const links = createLinkWords(tellQuickNote);
  links.add(words('from a link'));
  links.add(words('from another'));
  expect(tellQuickNote).toHaveBeenCalledTimes(2);
  expect(links.take()).toEqual([words('from a link'), words('from another')]);
  expect(links.take()).toEqual([]);
});

test('[C52] at most twenty links, and at most 100 kB of their words, wait for the quick note', () => {
  const links = createLinkWords(() => undefined);
  for (let count = 0; count < 20; count += 1) expect(links.add(words(`link ${count}`))).toBe(true);
  expect(links.add(words('one too many'))).toBe(false);
  expect(links.take()).toHaveLength(20);
  for (let count = 0; count < 3; count += 1) expect(links.add(words('é'.repeat(16_000)))).toBe(true);
  expect(links.add(words('é'.repeat(16_000)))).toBe(false);
  expect(links.add(words('a short one'))).toBe(true);
  expect(links.take()).toHaveLength(4);
});

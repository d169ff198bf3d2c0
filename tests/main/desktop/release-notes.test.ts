import { expect, test } from 'vitest';
import { releaseNotes } from '#main/desktop/release-notes.ts';

test('what a publisher says stays plain text, without characters that act on what stands around it', () => {
  expect(releaseNotes('Faster.\r\n\r\n- Search <b>finds</b> more.\n')).toBe(
    'Faster.\n\n- Search <b>finds</b> more.',
  );
  expect(releaseNotes('a\u202Eb\u0000c\u2028d\u0007')).toBe('abcd');
});

test('texts of several versions stand one after the other, and none is none', () => {
  const notes = [
    { version: '2.0.0', note: 'Two.' },
    { version: '1.9.0', note: null },
    { version: '1.8.0', note: 'One.' },
  ];
  expect(releaseNotes(notes)).toBe('Two.\n\nOne.');
  expect(releaseNotes(null)).toBe('');
  expect(releaseNotes(undefined)).toBe('');
});

test('a long text is cut to what a message box can show, between two characters', () => {
  expect(releaseNotes('😀'.repeat(900))).toBe(`${'😀'.repeat(800)}…`);
  expect(releaseNotes('line\n'.repeat(30)).split('\n')).toHaveLength(20);
});

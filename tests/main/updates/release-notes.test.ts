import { expect, test } from 'vitest';
import { releaseNotes } from '#main/updates/release-notes.ts';

test('[C109] release notes stay plain text, without control characters and marks of direction', () => {
  expect(releaseNotes('Faster.\r\n\r\n- Search <b>finds</b> more.\n')).toBe(
    'Faster.\n\n- Search <b>finds</b> more.',
  );
  expect(releaseNotes('a\u202Eb\u0000c\u2028d\u0007')).toBe('abcd');
});

test('release notes of several versions are joined in order, and missing ones are an empty text', () => {
  const notes = [
    { version: '2.0.0', note: 'Two.' },
    { version: '1.9.0', note: null },
    { version: '1.8.0', note: 'One.' },
  ];
  expect(releaseNotes(notes)).toBe('Two.\n\nOne.');
  expect(releaseNotes(null)).toBe('');
  expect(releaseNotes(undefined)).toBe('');
});

test('long release notes are cut between two characters to the size of a message box', () => {
  expect(releaseNotes('😀'.repeat(900))).toBe(`${'😀'.repeat(800)}…`);
  expect(releaseNotes('line\n'.repeat(30)).split('\n')).toHaveLength(20);
});

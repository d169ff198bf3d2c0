import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releaseNotes } from '#main/updates/release-notes.ts';
import { at } from '#tools/commands/lib/paths.mjs';
import { notesOf } from '#tools/packaging/release-notes.ts';
import { run } from '../../support/run.ts';

const CHANGELOG = '# Changelog\n\nWords.\n\n## 1.10.0\n\n- more\n- faster\n\n## 1.1.0\n\nLess.\n\n## 1.0.0\n';

test.each([
  ['1.10.0', '- more\n- faster'],
  ['1.1.0', 'Less.'],
])('the notes of %s are its section of the changelog', (version, notes) => {
  expect(notesOf(CHANGELOG, version)).toBe(notes);
});

test.each(['1.0.0', '1.1', '2.0.0'])('a changelog without a section for %s stops the release', (version) => {
  expect(() => notesOf(CHANGELOG, version)).toThrow(`CHANGELOG.md has no notes for ${version}.`);
});

test('the notes of this version fit uncut into the question before a restart', async () => {
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string };
  const notes = notesOf(readFileSync(at('CHANGELOG.md'), 'utf8'), version);
  expect(releaseNotes(notes)).toBe(notes);
  const printed = run(process.execPath, [at('tools/packaging/release-notes.ts')]);
  expect(await printed.ended).toBe(0);
  expect(printed.output()).toBe(`${notes}\n`);
});

/**
 * Prints the notes of the version in package.json: its section of CHANGELOG.md, without the heading. Apps
 * show them before they restart for the update, and the draft of the release contains them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @throws Error if the changelog has no section for this version, or an empty one */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((part) => part.split('\n')[0]?.trim() === version);
  const notes = section?.split('\n').slice(1).join('\n').trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md has no notes for ${version}.`);
  return notes;
}

if (import.meta.main) {
  const read = (name: string): string =>
    readFileSync(path.resolve(import.meta.dirname, '../..', name), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  console.log(notesOf(read('CHANGELOG.md'), version));
}

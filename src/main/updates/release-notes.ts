/** The publisher's notes about a version, as short plain text for a message box. */
import type { UpdateInfo } from 'electron-updater';

const MAX_CHARACTERS = 800;
const MAX_LINES = 20;

/** Control characters other than line feeds, and those that change the direction of the text around them. */
const UNWANTED = /[^\P{C}\n]|[\u2028\u2029]/gu;

/** @param given from the feed: a text, or one for each version since */
export function releaseNotes(given: UpdateInfo['releaseNotes']): string {
  const text = Array.isArray(given) ? given.map(({ note }) => note ?? '').join('\n') : (given ?? '');
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, '').trim().split('\n');
  const characters = Array.from(lines.slice(0, MAX_LINES).join('\n'));
  const short = characters.slice(0, MAX_CHARACTERS).join('').trimEnd();
  return characters.length > MAX_CHARACTERS || lines.length > MAX_LINES ? `${short}…` : short;
}

/** Which languages the fields are checked in. macOS finds the language by itself. */
import { app, session } from 'electron';

/** Languages that can be chosen; none on macOS. */
export function spellCheckLanguages(): readonly string[] {
  return process.platform === 'darwin' ? [] : session.defaultSession.availableSpellCheckerLanguages;
}

/** @param chosen null: the system's languages; languages that are not available are left out */
export function useSpellCheck(chosen: readonly string[] | null): void {
  const available = spellCheckLanguages();
  if (available.length === 0) return;
  // Chromium remembers the languages that were set last, so that the system's own have to be set, too.
  const wanted = chosen ?? systemLanguages(app.getPreferredSystemLanguages(), available);
  session.defaultSession.setSpellCheckerLanguages(wanted.filter((language) => available.includes(language)));
}

/**
 * The languages of a system among those that can be checked: each as it is (`en-GB`), or else its language
 * without the region (`de-AT` as `de`), or else the language in the first region that is available.
 */
export function systemLanguages(preferred: readonly string[], available: readonly string[]): string[] {
  const found = preferred.flatMap((language) => {
    const base = languageOf(language);
    const match = [language, base].find((tag) => available.includes(tag));
    return match ?? available.find((tag) => languageOf(tag) === base) ?? [];
  });
  return [...new Set(found)];
}

/** The language without its region. */
function languageOf(tag: string): string {
  return tag.split('-')[0] ?? '';
}

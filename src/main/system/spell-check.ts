/** The languages of the spell checker. macOS detects the language itself. */
import { app, session } from 'electron';
import { pageSession } from './page-session.ts';

/** Languages that can be chosen; none on macOS. */
export function spellCheckLanguages(): readonly string[] {
  return process.platform === 'darwin' ? [] : session.defaultSession.availableSpellCheckerLanguages;
}

/** @param chosen null: the system's languages. Skips languages that are not available. */
export function useSpellCheck(chosen: readonly string[] | null): void {
  const available = spellCheckLanguages();
  if (available.length === 0) return;
  // Chromium remembers the last languages, so the system's languages must be set explicitly.
  const wanted = chosen ?? systemLanguages(app.getPreferredSystemLanguages(), available);
  const languages = wanted.filter((language) => available.includes(language));
  const { defaultSession } = session;
  defaultSession.removeListener('spellcheck-dictionary-download-success', readAgain);
  defaultSession.on('spellcheck-dictionary-download-success', readAgain);
  defaultSession.setSpellCheckerLanguages(languages);
  pageSession().setSpellCheckerLanguages(languages);
}

/**
 * The session of the pages has no network, so the default session fetches the dictionaries, into the same
 * folder. Only a change of the languages makes Chromium look there again.
 */
function readAgain(): void {
  const pages = pageSession();
  const languages = pages.getSpellCheckerLanguages();
  pages.setSpellCheckerLanguages([]);
  pages.setSpellCheckerLanguages(languages);
}

/**
 * The system's languages as the spell checker has them: each unchanged (`en-GB`), or else without the region
 * (`de-AT` as `de`), or else in the first available region.
 */
export function systemLanguages(preferred: readonly string[], available: readonly string[]): string[] {
  const found = preferred.flatMap((language) => {
    const base = languageOf(language);
    const match = [language, base].find((tag) => available.includes(tag));
    return match ?? available.find((tag) => languageOf(tag) === base) ?? [];
  });
  return [...new Set(found)];
}

function languageOf(tag: string): string {
  return tag.split('-')[0] ?? '';
}

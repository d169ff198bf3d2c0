/** Which languages the fields are checked in. macOS finds the language by itself. */
import { app, session } from 'electron';
import { systemLanguages } from '../device/system-languages.ts';

/** Languages that can be chosen; none on macOS. */
export function spellCheckLanguages(): readonly string[] {
  return process.platform === 'darwin' ? [] : session.defaultSession.availableSpellCheckerLanguages;
}

/** @param chosen null: the system's; what is not available is left out */
export function useSpellCheck(chosen: readonly string[] | null): void {
  const available = spellCheckLanguages();
  if (available.length === 0) return;
  // Chromium remembers what was set last, so that the system's own are to be set, too.
  const wanted = chosen ?? systemLanguages(app.getPreferredSystemLanguages(), available);
  session.defaultSession.setSpellCheckerLanguages(wanted.filter((language) => available.includes(language)));
}

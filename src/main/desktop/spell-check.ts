import { session } from 'electron';

/** Languages that can be chosen; none on macOS, which finds the language by itself. */
export function spellCheckLanguages(): readonly string[] {
  return process.platform === 'darwin' ? [] : session.defaultSession.availableSpellCheckerLanguages;
}

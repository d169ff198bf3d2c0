/**
 * `session`: the default session, with its permission handlers and webRequest. Cookies and storage are Chromium's own and
 * live in the user-data folder.
 *
 * Limits: no partitions, no cookie or cache API; the spell checker's settings are remembered and nothing is checked.
 */
import { protocol } from './protocol.ts';
import { type CheckHandler, permissionHandlers, type RequestHandler } from './permissions.ts';
import { runtime } from './runtime.ts';
import { strict, StrictEmitter } from './strict.ts';
import { webRequest } from './web-request.ts';

export class Session extends StrictEmitter {
  readonly protocol = protocol;
  readonly webRequest = webRequest;
  readonly availableSpellCheckerLanguages: readonly string[] = ['en-GB', 'en-US', 'de', 'es', 'fr'];
  spellCheckerEnabled = true;
  #languages: string[] = ['en-US'];
  #words = new Set<string>();

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    permissionHandlers.request = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    permissionHandlers.check = handler;
  }
  setDevicePermissionHandler(): void {
    // Headless Chromium has no devices to ask about.
  }
  setDisplayMediaRequestHandler(): void {
    // Nor a screen to share.
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheckerEnabled = enabled;
  }
  isSpellCheckerEnabled(): boolean {
    return this.spellCheckerEnabled;
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    const unknown = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language));
    if (unknown !== undefined)
      throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`);
    this.#languages = [...languages];
  }
  getSpellCheckerLanguages(): string[] {
    return [...this.#languages];
  }
  setSpellCheckerDictionaryDownloadURL(): void {
    // There are no dictionaries.
  }
  addWordToSpellCheckerDictionary(word: string): boolean {
    this.#words.add(word);
    return true;
  }
  removeWordFromSpellCheckerDictionary(word: string): boolean {
    return this.#words.delete(word);
  }
  async listWordsInSpellCheckerDictionary(): Promise<string[]> {
    return [...this.#words];
  }
}

export const defaultSession = new Session('session');

export const session = strict('session', {
  get defaultSession(): Session {
    if (!runtime.ready) throw new Error('Session can only be received when app is ready');
    return defaultSession;
  },
});

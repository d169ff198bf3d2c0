/**
 * `session`: the default session with its permission handlers. Chromium has the cookies and the storage.
 *
 * Limits: no partitions, no API for cookies or the cache, no `webRequest`; spelling is not checked.
 */
import { protocol } from './protocol.ts';
import { resolveProxy } from './proxies.ts';
import { type CheckHandler, permissionHandlers, type RequestHandler } from './permissions.ts';
import { runtime } from './runtime.ts';
import { strictProxy, StrictEmitter } from './strict.ts';

export class Session extends StrictEmitter {
  readonly protocol = protocol;
  readonly availableSpellCheckerLanguages: readonly string[] = ['en-GB', 'en-US', 'de', 'es', 'fr'];

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    permissionHandlers.request = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    permissionHandlers.check = handler;
  }

  setSpellCheckerLanguages(languages: readonly string[]): void {
    const unknown = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language));
    if (unknown !== undefined)
      throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`);
  }
  addWordToSpellCheckerDictionary(): boolean {
    return true;
  }

  resolveProxy(url: string): Promise<string> {
    return resolveProxy(url);
  }
}

export const defaultSession = new Session('session');

export const session = strictProxy('session', {
  get defaultSession(): Session {
    if (!runtime.ready) throw new Error('Session can only be received when app is ready');
    return defaultSession;
  },
});

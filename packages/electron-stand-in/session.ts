/**
 * `session`: sessions with their permission handlers and proxies. Chromium has the cookies and the storage.
 *
 * Limits: all sessions share Chromium's profile, handlers and protocols, and only that of pages can have a proxy
 * (page-proxy.ts). No API for cookies or the cache, no `webRequest`, no downloads; spelling is not checked.
 */
import { protocol } from './protocol.ts';
import { resolveProxy } from './proxies.ts';
import { type CheckHandler, permissionHandlers, type RequestHandler } from './permissions.ts';
import { runtime } from './runtime.ts';
import { type ProxyConfig, setPageProxy } from './page-proxy.ts';
import { notBuiltError, strictProxy, StrictEmitter } from './strict.ts';

export class Session extends StrictEmitter {
  readonly protocol = protocol;
  readonly availableSpellCheckerLanguages: readonly string[] = ['en-GB', 'en-US', 'de', 'es', 'fr'];

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    permissionHandlers.request = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    permissionHandlers.check = handler;
  }

  #languages: readonly string[] = [];
  getSpellCheckerLanguages(): readonly string[] {
    return this.#languages;
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    const unknown = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language));
    if (unknown !== undefined)
      throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`);
    this.#languages = languages;
  }
  addWordToSpellCheckerDictionary(): boolean {
    return true;
  }

  resolveProxy(url: string): Promise<string> {
    return resolveProxy(url);
  }
  setProxy(config: ProxyConfig): Promise<void> {
    if (this === defaultSession) return Promise.reject(notBuiltError('setProxy of the default session'));
    setPageProxy(config);
    return Promise.resolve();
  }
}

const defaultSession = new Session('session');

const partitions = new Map<string, Session>();

/** @param name of the partition; without one, the default session */
export function sessionOf(name: string | undefined): Session {
  if (name === undefined || name === '') return defaultSession;
  const existing = partitions.get(name);
  if (existing !== undefined) return existing;
  const made = new Session('session');
  partitions.set(name, made);
  return made;
}

export const session = strictProxy('session', {
  fromPartition(name: string): Session {
    if (!runtime.ready) throw new Error('Session can only be received when app is ready');
    return sessionOf(name);
  },
  get defaultSession(): Session {
    if (!runtime.ready) throw new Error('Session can only be received when app is ready');
    return defaultSession;
  },
});

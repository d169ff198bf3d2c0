/**
 * `session.webRequest`: one listener per stage, as in Electron.
 *
 * Limits: onBeforeRequest, onBeforeSendHeaders and onHeadersReceived only; `resourceType` is Chromium's name in lower case;
 * requests of workers are not seen.
 */
import { EventEmitter } from 'node:events';
import { strict } from './strict.ts';

export interface RequestDetails {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  readonly referrer: string;
  readonly webContentsId: number;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string[]>>;
  readonly statusCode?: number;
}
export interface RequestVerdict {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string | string[]>>;
}
type Listener = (details: RequestDetails, callback: (verdict: RequestVerdict) => void) => void;
type Stage = 'before-request' | 'before-send-headers' | 'headers-received';
export interface Filter {
  readonly urls?: readonly string[];
}

const listeners = new Map<Stage, { readonly filter: Filter; readonly listener: Listener }>();
/** Emits `changed` when another set of requests has to be intercepted. */
export const interception = new EventEmitter();
interception.setMaxListeners(0);

/** Whether requests of every kind must be paused, before they are sent and when their headers are there. */
export function interceptsAll(): { requests: boolean; responses: boolean } {
  return {
    requests: listeners.has('before-request') || listeners.has('before-send-headers'),
    responses: listeners.has('headers-received'),
  };
}

function matches(filter: Filter, url: string): boolean {
  return (filter.urls ?? ['<all_urls>']).some((pattern) => {
    if (pattern === '<all_urls>') return true;
    const source = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
    return new RegExp(`^${source}$`).test(url);
  });
}

/** What the app's listener for `stage` says; nothing when there is none. */
export async function consult(stage: Stage, details: RequestDetails): Promise<RequestVerdict> {
  const entry = listeners.get(stage);
  if (!entry || !matches(entry.filter, details.url)) return {};
  return new Promise((resolve) => {
    entry.listener(details, (verdict) => resolve(verdict ?? {}));
  });
}

function setter(stage: Stage) {
  return (first: Filter | Listener | null, second?: Listener | null): void => {
    const listener = typeof first === 'function' ? first : second;
    const filter = typeof first === 'function' || first === null ? {} : first;
    if (listener) listeners.set(stage, { filter, listener });
    else listeners.delete(stage);
    interception.emit('changed');
  };
}

export const webRequest = strict('session.webRequest', {
  onBeforeRequest: setter('before-request'),
  onBeforeSendHeaders: setter('before-send-headers'),
  onHeadersReceived: setter('headers-received'),
});

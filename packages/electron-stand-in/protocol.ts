/**
 * `protocol`: the app's own schemes and their handlers.
 *
 * Limits: all schemes have the same privileges (scheme.ts). Only `handle` is built, no `register…Protocol`.
 */
import { runtime } from './runtime.ts';
import { addScheme, toAppUrl, toChromiumHeader } from './scheme.ts';
import { strictProxy } from './strict.ts';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, ProtocolHandler>();

/** The handler of the scheme of `url`, if there is one. */
export function protocolHandler(url: string): ProtocolHandler | undefined {
  return handlers.get(url.slice(0, Math.max(url.indexOf(':'), 0)));
}

/** The app's answer to a request, for Chromium. */
export interface AppAnswer {
  readonly status: number;
  /** Values by name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * Asks a handler of the app.
 * @param headers headers of Chromium's request
 * @returns undefined if the app answers with `Response.error()`
 */
export async function askApp(
  handler: ProtocolHandler,
  url: string,
  method: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: Uint8Array<ArrayBuffer> | undefined,
): Promise<AppAnswer | undefined> {
  const appHeaders = headers.map(([name, value]): [string, string] => [
    name,
    /^(?:origin|referer)$/i.test(name) ? toAppUrl(value) : value,
  ]);
  const response = await handler(new Request(url, { method, headers: appHeaders, ...(body && { body }) }));
  if (response.type === 'error') return undefined;
  return {
    status: response.status,
    headers: new Map([...response.headers].map(([name, value]) => [name, toChromiumHeader(value)])),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

export const protocol = strictProxy('protocol', {
  registerSchemesAsPrivileged(schemes: readonly { readonly scheme: string }[]): void {
    if (runtime.ready) {
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    }
    for (const { scheme } of schemes) addScheme(scheme);
  },
  handle(scheme: string, handler: ProtocolHandler): void {
    if (!runtime.ready) throw new Error('protocol.handle should be called after app is ready');
    if (handlers.has(scheme)) throw new Error('Failed to register protocol: the scheme has been registered');
    addScheme(scheme);
    handlers.set(scheme, handler);
  },
});

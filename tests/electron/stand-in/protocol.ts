/**
 * `protocol`: the app's own schemes and their handlers.
 *
 * Limits: all schemes have the same privileges (scheme.ts). Only `handle` is built, none of the older `register…Protocol`. Requests
 * of workers are not handled.
 */
import { runtime } from './runtime.ts';
import { addScheme } from './scheme.ts';
import { strictProxy } from './strict.ts';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, ProtocolHandler>();

/** The handler of the scheme of `url`, if there is one. */
export function protocolHandler(url: string): ProtocolHandler | undefined {
  return handlers.get(url.slice(0, Math.max(url.indexOf(':'), 0)));
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

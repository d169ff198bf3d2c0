/**
 * `protocol`: schemes of the app's own and who answers them.
 *
 * Limits: privileges are not told apart (see scheme.ts); only `handle`, none of the older `register…Protocol`. Requests of
 * workers are not handled.
 */
import { runtime } from './runtime.ts';
import { addScheme } from './scheme.ts';
import { strict } from './strict.ts';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, ProtocolHandler>();

/** Who answers for the scheme of `url`. */
export function protocolHandler(url: string): ProtocolHandler | undefined {
  return handlers.get(url.slice(0, Math.max(url.indexOf(':'), 0)));
}

export const protocol = strict('protocol', {
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

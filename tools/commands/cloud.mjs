/**
 * `npm run cloud -- [--port N] [--data DIR]`: runs the local cloud until it is interrupted; see
 * packages/local-cloud/README.md.
 */
import { command } from './lib/command.mjs';

await command(
  async () => {
    await import('@inkling/local-cloud/main.ts');
    return Number(process.exitCode ?? 0);
  },
  // The local cloud handles signals itself and shuts down in its own order.
  { signals: 'own' },
);

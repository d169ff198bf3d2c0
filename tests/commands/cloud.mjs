/** `npm run cloud -- [--port N] [--data DIR]`: runs the local cloud until it is interrupted; see tests/cloud/README.md. */
import { command } from './lib/command.mjs';

await command(
  async () => {
    await import('../cloud/main.ts');
    return Number(process.exitCode ?? 0);
  },
  // The local cloud ends in its own order.
  { signals: 'own' },
);

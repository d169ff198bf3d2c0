/** `npm run fuzz -- --seeds N [--seed S] [--real]`: random runs of the sync engine; see tests/fuzz/README.md. */
import { command } from './lib/command.mjs';

await command(async (args) => {
  const { fuzz } = await import('../fuzz/main.ts');
  return fuzz(args);
});

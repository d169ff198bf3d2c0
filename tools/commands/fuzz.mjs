/**
 * `npm run fuzz -- --seeds N [--seed S] [--real]`: random runs of the sync engine; see tests/fuzz/README.md.
 */
import { command } from './lib/command.mjs';
import { at } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';

await command((args) => start(process.execPath, [at('tests/fuzz/main.ts'), ...args]).ended);

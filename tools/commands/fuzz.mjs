/**
 * `npm run fuzz -- --seeds N [--seed S] [--real | --moments]`: random runs of the sync engine
 * or of recovery; see tests/fuzz/README.md.
 */
import { command } from './lib/command.mjs';
import { at } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';

await command((args) => start(process.execPath, [at('tests/fuzz/main.ts'), ...args]).ended);

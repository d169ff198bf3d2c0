/**
 * `npm run bench -- [name] [--json] [--against COMMIT]`: measures the app against its performance targets;
 * see tests/bench/README.md.
 */
import { command } from './lib/command.mjs';
import { at } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';

// With `--against` it removes a checkout at the end.
await command(
  (args) => start(process.execPath, [at('tests/bench/main.ts'), ...args], { graceMs: 60_000 }).ended,
);

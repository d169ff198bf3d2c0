// `npm run cloud`: runs the local cloud on the project's own Node, whichever Node npm itself runs on.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../cloud/main.ts', import.meta.url));
const [major = 0] = process.versions.node.split('.').map(Number);

if (major >= 24) {
  await import(main);
} else {
  const node = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', () => {
    console.error('Node 24 is missing: run "npm ci" first.');
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

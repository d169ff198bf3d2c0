/** The process of `npm run demo`. SIGTERM ends it in order: the app and the cloud close, their folders are removed. */
import os from 'node:os';
import { runDemo } from './run-demo.ts';

const interruption = new AbortController();
process.on('SIGTERM', () => {
  interruption.abort();
});
try {
  await runDemo(interruption.signal);
} catch (error) {
  // What an interrupted demo could not do any more is nobody's fault.
  if (!interruption.signal.aborted) throw error;
  process.exitCode = 128 + os.constants.signals.SIGTERM;
}

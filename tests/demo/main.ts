/**
 * The process of `npm run demo`. At SIGTERM it closes the app and the cloud, removes their folders, and ends.
 */
import os from 'node:os';
import { runDemo } from './run-demo.ts';

const interruption = new AbortController();
process.on('SIGTERM', () => {
  interruption.abort();
});
try {
  await runDemo(interruption.signal);
} catch (error) {
  // A step that fails because the demo was interrupted is not an error.
  if (!interruption.signal.aborted) throw error;
  process.exitCode = 128 + os.constants.signals.SIGTERM;
}

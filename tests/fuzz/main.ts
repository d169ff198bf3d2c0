/** The process of `npm run fuzz`. */
import { fuzz } from './run-fuzz.ts';

const code = await fuzz(process.argv.slice(2));
// Ends also if a run that failed has left a timer or a socket behind. Output into a pipe may still be on its
// way.
process.stdout.write('', () => process.exit(code));

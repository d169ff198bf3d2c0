/** The process of `npm run fuzz`. */
import { fuzz } from './run-fuzz.ts';

const code = await fuzz(process.argv.slice(2));
// Exits even if a failed run has left a timer or a socket open. Output into a pipe may still be under way.
process.stdout.write('', () => process.exit(code));

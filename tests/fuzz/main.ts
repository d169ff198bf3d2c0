/** The process of `npm run fuzz`. */
import { fuzz } from './run-fuzz.ts';

process.exitCode = await fuzz(process.argv.slice(2));

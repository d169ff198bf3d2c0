import { fileURLToPath } from 'node:url';

/** File of the threads that work on whole databases as it is in the sources; Node runs it as it is. */
export const FILE_WORKER = fileURLToPath(new URL('../../src/account/upkeep/file-worker.ts', import.meta.url));

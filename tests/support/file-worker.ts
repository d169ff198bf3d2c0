import { fileURLToPath } from 'node:url';

/** Source file of the threads that work on whole databases; Node runs it without a build. */
export const FILE_WORKER = fileURLToPath(new URL('../../src/account/upkeep/file-worker.ts', import.meta.url));

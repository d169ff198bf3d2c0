import { fileURLToPath } from 'node:url';

/** File of the store's thread as it is in the sources; Node runs it as it is. */
export const STORE_WORKER = fileURLToPath(new URL('../../src/main/store/worker.ts', import.meta.url));

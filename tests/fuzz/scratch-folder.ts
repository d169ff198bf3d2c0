/**
 * The folder for the databases of runs: in memory if possible, because a run writes a thousand times.
 */
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';

export function scratchFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    return IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

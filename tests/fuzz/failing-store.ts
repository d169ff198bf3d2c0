/** A device's store on a disk that is full, or full for a moment: what cannot be written is not written at all. */
import { AppError } from '#shared/error.ts';
import type { LocalStore } from '#main/sync/ports.ts';

export interface Disk {
  /** Nothing can be written. */
  full: boolean;
  /** So many writes from now on fail, each after it was nearly done. */
  failures: number;
}

export function createFailingStore(store: LocalStore, disk: Disk): LocalStore {
  let depth = 0;

  function guarded<Result>(work: () => Result): Result {
    const outermost = depth === 0;
    depth += 1;
    try {
      const result = work();
      if (outermost && fails(disk)) throw new AppError('store-full', 'The disk is full.');
      return result;
    } finally {
      depth -= 1;
    }
  }

  /** What is written outside of a transaction is one of its own. */
  const written = <Result>(work: () => Result): Result => guarded(() => store.transaction(work));

  return {
    ...store,
    transaction: (work) => store.transaction(() => guarded(work)),
    write: (record) => written(() => store.write(record)),
    nextSequence: () => written(() => store.nextSequence()),
    setLoaded: () => written(() => store.setLoaded()),
  };
}

function fails(disk: Disk): boolean {
  if (disk.full) return true;
  if (disk.failures === 0) return false;
  disk.failures -= 1;
  return true;
}

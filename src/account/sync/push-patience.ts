/** Checks the connection when a push has had no answer for long (S8.9). The push itself continues. */
import type { Clock } from '#shared/base/clock.ts';
import type { RemoteStore } from '#shared/note/remote-store.ts';

const PATIENCE_MS = 2_500;

/** @param onLate called once for each commit or fetch that has no answer after `PATIENCE_MS` */
export function withLateCheck(
  remote: Pick<RemoteStore, 'commit' | 'fetch'>,
  clock: Clock,
  onLate: () => void,
): Pick<RemoteStore, 'commit' | 'fetch'> {
  async function watch<Value>(answer: Promise<Value>): Promise<Value> {
    const cancel = clock.after(PATIENCE_MS, onLate);
    try {
      return await answer;
    } finally {
      cancel();
    }
  }
  return {
    commit: (writes) => watch(remote.commit(writes)),
    fetch: (ids) => watch(remote.fetch(ids)),
  };
}

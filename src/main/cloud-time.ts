/**
 * A RemoteStore that remembers how late it is by the cloud's own clock. The clock of a device may be years off, and what it
 * decides cannot always be taken back.
 */
import type { RemoteStore, UpdateTime } from './sync/ports.ts';

export interface CloudTime extends RemoteStore {
  /** The latest moment that the cloud has told of: the present is not earlier. Null until it has told of one. */
  readonly latest: UpdateTime | null;
}

export function createCloudTime(remote: RemoteStore): CloudTime {
  let latest: UpdateTime | null = null;
  return {
    get latest() {
      return latest;
    },
    listen: ({ onSnapshot, onEnd }) =>
      remote.listen({
        onSnapshot(snapshot) {
          if (latest === null || snapshot.readTime > latest) latest = snapshot.readTime;
          onSnapshot(snapshot);
        },
        onEnd,
      }),
    commit: (writes) => remote.commit(writes),
    prepare: (writes) => remote.prepare?.(writes),
    fetch: (ids) => remote.fetch(ids),
    check: () => remote.check(),
    dispose: () => remote.dispose(),
  };
}

/** Follows a state of the main process. An answer that arrives after a broadcast is older than it and is dropped. */
import type { EventChannel, Events } from '#shared/ipc/contract.ts';
import { listen } from './client.ts';

export interface Followed {
  /** Asks for the present state, which a broadcast that comes first makes unneeded. */
  readonly ask: () => void;
  readonly end: () => void;
}

export function follow<C extends EventChannel>(
  channel: C,
  request: () => Promise<Events[C]>,
  take: (state: Events[C]) => void,
  fail: (error: unknown) => void,
): Followed {
  let told = 0;
  const end = listen(channel, (state) => {
    told += 1;
    take(state);
  });
  return {
    ask() {
      const before = told;
      request().then((state) => {
        if (told === before) take(state);
      }, fail);
    },
    end,
  };
}

/**
 * A device's connection to the cloud in a bad network, in virtual time: calls are refused, late, or lost
 * before or after they took effect, live queries end or fall silent, and sometimes nothing goes through.
 */
import type { NoteId } from '#shared/note/note.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { Answer, RemoteStore, RemoteWrite } from '#shared/note/remote-store.ts';
import type { Random } from '../random.ts';
import { createCalls } from './calls.ts';
import { createQueries } from './queries.ts';
import type { Weather } from './weather.ts';

export interface Network {
  readonly weather: Weather;
  /** Number of calls that have no answer yet, or have not taken effect yet. */
  readonly underWay: number;
  /**
   * Notes whose creation the device may not know of: it took effect late, or a read of the note was refused,
   * as if another user's note had its id (S7.4).
   */
  readonly hiddenCreations: ReadonlySet<NoteId>;
  connect(remote: RemoteStore, watch: NetworkWatch): RemoteStore;
  /** Ends the live queries. */
  cut(): void;
  /** Makes the live queries silent for a while. Then they go on, or have ended. */
  freeze(): void;
}

export interface NetworkWatch {
  /** Called with sent writes. */
  readonly onWrites: (writes: readonly RemoteWrite[]) => void;
  /** Called with writes that took effect and whose answer was lost or late. */
  readonly onUnanswered: (writes: readonly RemoteWrite[]) => void;
}

export function createNetwork(clock: Clock, random: Random, weather: Weather): Network {
  const calls = createCalls(clock, random, weather);
  const queries = createQueries(clock, random, weather);
  const hiddenCreations = new Set<NoteId>();

  function landed(writes: readonly RemoteWrite[], sentAt: number): void {
    if (clock.now() > sentAt)
      for (const { kind, id } of writes) if (kind === 'create') hiddenCreations.add(id);
  }

  return {
    weather,
    hiddenCreations,
    get underWay() {
      return calls.underWay;
    },
    connect: (remote, { onWrites, onUnanswered }) => ({
      listen: (handlers) => queries.listen(remote, handlers),
      async commit(writes) {
        onWrites(writes);
        const sentAt = clock.now();
        let [hasLanded, isGivenUp] = [false, false];
        const answer = await calls.call(() => {
          landed(writes, sentAt);
          hasLanded = true;
          if (isGivenUp) onUnanswered(writes);
          return remote.commit(writes);
        }, 'write');
        isGivenUp = !answer.ok;
        if (hasLanded && isGivenUp) onUnanswered(writes);
        return answer;
      },
      async fetch(ids) {
        const answer = await calls.call(() => remote.fetch(ids), 'read');
        if (!answer.ok && answer.failure.kind === 'note') for (const id of ids) hiddenCreations.add(id);
        return answer;
      },
      async check() {
        const answer: Answer<null> = queries.areSilent()
          ? await calls.silence()
          : await calls.call(() => remote.check(), 'read');
        // Without an answer, the connection is given up.
        if (!answer.ok && answer.failure.kind === 'wait') queries.cut();
        return answer;
      },
      dispose: () => remote.dispose(),
    }),
    cut: () => queries.cut(),
    freeze: () => queries.freeze(),
  };
}

/**
 * A device's way to the cloud as bad networks have it: calls are refused, late, lost before or after they took
 * effect, live queries break off or fall silent, and sometimes nothing goes through at all. All of it in virtual time.
 */
import type { NoteId } from '#shared/note.ts';
import type { Clock } from '#shared/clock.ts';
import type { Answer, RemoteStore, RemoteWrite } from '#shared/remote-store.ts';
import type { Random } from '../random.ts';
import { createCalls } from './calls.ts';
import { createQueries } from './queries.ts';
import type { Weather } from './weather.ts';

export interface Network {
  readonly weather: Weather;
  /** Calls that have no answer yet, and writes that have not landed yet. */
  readonly underWay: number;
  /** Notes whose creation took effect some time after it was sent; until then nobody could know that it would. */
  readonly createdLate: ReadonlySet<NoteId>;
  connect(remote: RemoteStore, watch: NetworkWatch): RemoteStore;
  /** Breaks off the live queries. */
  cut(): void;
  /** From now on live queries say nothing, for a while: then they go on, or have ended. */
  freeze(): void;
}

export interface NetworkWatch {
  /** This is sent. */
  readonly onWrites: (writes: readonly RemoteWrite[]) => void;
  /** This took effect, and its answer was lost or late. */
  readonly onUnanswered: (writes: readonly RemoteWrite[]) => void;
}

export function createNetwork(clock: Clock, random: Random, weather: Weather): Network {
  const calls = createCalls(clock, random, weather);
  const queries = createQueries(clock, random, weather);
  const createdLate = new Set<NoteId>();

  function landed(writes: readonly RemoteWrite[], sentAt: number): void {
    if (clock.now() > sentAt) for (const { kind, id } of writes) if (kind === 'create') createdLate.add(id);
  }

  return {
    weather,
    createdLate,
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
      fetch: (ids) => calls.call(() => remote.fetch(ids), 'read'),
      async check() {
        const answer: Answer<null> = queries.areSilent()
          ? await calls.silence()
          : await calls.call(() => remote.check(), 'read');
        // Without an answer the connection is given up.
        if (!answer.ok && answer.failure.kind === 'wait') queries.cut();
        return answer;
      },
      dispose: () => remote.dispose(),
    }),
    cut: () => queries.cut(),
    freeze: () => queries.freeze(),
  };
}

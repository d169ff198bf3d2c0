import { expect, test } from 'vitest';
import { waitUntilPushed } from '#account/sync/wait-until-pushed.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';
import { SYNC_OFF, type SyncState } from '#shared/ipc/sync-state.ts';

function engine(start: Partial<SyncState>) {
  let listener: ((state: SyncState) => void) | null = null;
  const of = (part: Partial<SyncState>): SyncState => ({ ...SYNC_OFF, ...part });
  return {
    state: of(start),
    onChange(callback: (state: SyncState) => void) {
      listener = callback;
      return () => {
        listener = null;
      };
    },
    become: (part: Partial<SyncState>) => listener?.(of(part)),
    isWatched: () => listener !== null,
  };
}

async function isOver(waiting: Promise<void>): Promise<boolean> {
  let over = false;
  void waiting.then(() => {
    over = true;
  });
  await settle();
  return over;
}

test.each<Partial<SyncState>>([
  { phase: 'live', pending: 0 },
  { phase: 'offline', pending: 3 },
  { phase: 'session-expired', pending: 3 },
  { phase: 'off' },
])('waitUntilPushed returns at once if the state is %j', async (state) => {
  expect(await isOver(waitUntilPushed(engine(state), createManualClock(), 3000))).toBe(true);
});

test('waitUntilPushed waits until everything is pushed, and then ends its timer and its subscription', async () => {
  const clock = createManualClock();
  const pushing = engine({ phase: 'live', pending: 2 });
  const waiting = waitUntilPushed(pushing, clock, 3000);
  pushing.become({ phase: 'live', pending: 1 });
  expect(await isOver(waiting)).toBe(false);
  pushing.become({ phase: 'live', pending: 0 });
  expect(await isOver(waiting)).toBe(true);
  expect(pushing.isWatched()).toBe(false);
  expect(clock.waiting).toBe(0);
});

test('waitUntilPushed waits at most for the given time', async () => {
  const clock = createManualClock();
  const waiting = waitUntilPushed(engine({ phase: 'live', pending: 2 }), clock, 3000);
  clock.advance(2999);
  expect(await isOver(waiting)).toBe(false);
  clock.advance(1);
  expect(await isOver(waiting)).toBe(true);
});

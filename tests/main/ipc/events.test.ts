/** Events reach every page that still exists, and subscribers in the main thread. */
import type { WebContents } from 'electron';
import { expect, test, vi } from 'vitest';
import { createEventHub } from '#main/ipc/events.ts';

function fakePage(isDestroyed = false) {
  return { isDestroyed: () => isDestroyed, send: vi.fn() };
}

test('an event is sent to the pages that exist, and then to subscribers', () => {
  const page = fakePage();
  const gone = fakePage(true);
  const failures: unknown[] = [];
  const hub = createEventHub(
    () => [gone, page] as unknown as WebContents[],
    (error) => failures.push(error),
  );
  const told: unknown[] = [];
  const failure = new Error('A listener is broken.');
  hub.subscribe(() => {
    throw failure;
  });
  hub.subscribe((event) => told.push([event, page.send.mock.calls.length]));
  hub.broadcast('update:changed', '2.0.0');
  expect(page.send.mock.calls).toEqual([['update:changed', '2.0.0']]);
  expect(gone.send).not.toHaveBeenCalled();
  expect(told).toEqual([[{ channel: 'update:changed', payload: '2.0.0' }, 1]]);
  expect(failures).toEqual([failure]);
});

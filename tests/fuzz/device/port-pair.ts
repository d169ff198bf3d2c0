/**
 * Two ends of a port within one thread: messages are copied as between threads, and arrive later, in order.
 */
import type { Port } from '#shared/base/rpc.ts';

export interface PortEnd extends Port {
  /**
   * No message arrives here after this. Earlier ones still arrive at the other end, as when a thread ends.
   */
  close(): void;
}

type Listener = Parameters<Port['on']>[1];

interface Side {
  readonly listeners: Listener[];
  closed: boolean;
}

/** A message that transfers something, such as another port, arrives uncopied. */
export function createPortPair(): readonly [PortEnd, PortEnd] {
  const firstSide: Side = { listeners: [], closed: false };
  const secondSide: Side = { listeners: [], closed: false };
  const endOf = (ownSide: Side, otherSide: Side): PortEnd => ({
    postMessage(message, transfer) {
      if (ownSide.closed) return;
      const copy = (transfer === undefined ? structuredClone(message) : message) as Parameters<Listener>[0];
      queueMicrotask(() => {
        if (!otherSide.closed) for (const listener of otherSide.listeners) listener(copy);
      });
    },
    on: (_event, listener) => ownSide.listeners.push(listener),
    close() {
      ownSide.closed = true;
    },
  });
  return [endOf(firstSide, secondSide), endOf(secondSide, firstSide)];
}

/**
 * The port for clients of Firestore: it passes bytes on to the gRPC server and can treat connections as a bad
 * network does. A connection can be reset, or frozen as by a router that has forgotten it (bytes vanish
 * without a message to either side), and the whole port can refuse connections.
 */
import { once } from 'node:events';
import net from 'node:net';

interface Pair {
  readonly client: net.Socket;
  readonly server: net.Socket;
  frozen: boolean;
}

export class TcpFront {
  readonly #target: number;
  readonly #pairs = new Set<Pair>();
  #listener: net.Server | null = null;
  /**
   * Holds the port while nothing listens on it. Otherwise another program might get it.
   */
  #keeper: net.Socket | null = null;
  #port: number;

  /** @param preferred port to listen on if it is free; 0 takes any */
  constructor(target: number, preferred: number) {
    this.#target = target;
    this.#port = preferred;
  }

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    try {
      await this.up();
    } catch (error) {
      if (this.#port === 0 || !isPortTaken(error)) throw error;
      this.#port = 0;
      await this.up();
    }
  }

  /** Listens on the port that clients know. */
  async up(): Promise<void> {
    if (this.#listener !== null) return;
    const listener = net.createServer((client) => {
      this.#join(client);
    });
    this.#listener = listener;
    try {
      listener.listen(this.#port, '127.0.0.1');
      await once(listener, 'listening');
    } catch (error) {
      this.#listener = null;
      throw error;
    }
    this.#keeper?.destroy();
    const address = listener.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }

  /** Refuses connections from now on and resets those that are open. */
  async down(): Promise<void> {
    if (this.#listener === null) return;
    await this.close();
    const host = '127.0.0.1';
    const keeper = net.connect({ port: this.#target, host, localAddress: host, localPort: this.#port });
    this.#keeper = keeper;
    // A program that got the port within this millisecond keeps it.
    await once(keeper, 'connect').catch(() => undefined);
    keeper.on('error', () => undefined);
  }

  /** Like `down`, but for good: other programs may take the port. */
  async close(): Promise<void> {
    this.#keeper?.destroy();
    const listener = this.#listener;
    this.#listener = null;
    this.cut();
    if (listener === null) return;
    const closed = once(listener, 'close');
    listener.close();
    await closed;
  }

  /** Resets all connections, or the one that the server sees as `peer` (`127.0.0.1:PORT`). */
  cut(peer?: string): void {
    for (const pair of this.#select(peer)) this.#drop(pair);
  }

  /** From now on nothing passes through the open connections, or through that of `peer`. */
  freeze(peer?: string): void {
    for (const pair of this.#select(peer)) {
      pair.frozen = true;
      pair.client.pause();
      pair.server.pause();
    }
  }

  /** Resets the frozen connections, as a network does that has come back. */
  thaw(): void {
    for (const pair of this.#pairs) if (pair.frozen) this.#drop(pair);
  }

  #select(peer: string | undefined): Pair[] {
    return [...this.#pairs].filter(
      ({ server }) => peer === undefined || peer === `127.0.0.1:${server.localPort}`,
    );
  }

  #drop(pair: Pair): void {
    pair.client.resetAndDestroy();
    pair.server.destroy();
    this.#pairs.delete(pair);
  }

  #join(client: net.Socket): void {
    const server = net.connect(this.#target, '127.0.0.1');
    const pair: Pair = { client, server, frozen: false };
    this.#pairs.add(pair);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      // A reset is not an error here: 'close' follows and ends the other side.
      socket.on('error', () => undefined);
    }
    client.pipe(server);
    server.pipe(client);
    for (const socket of [client, server]) {
      socket.on('close', () => {
        if (!pair.frozen) this.#drop(pair);
      });
    }
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

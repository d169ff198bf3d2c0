/**
 * Watches the connections and streams of one Firestore client, one layer below the SDK, in gRPC. When a
 * live query's stream ends, the SDK reports nothing and retries for minutes, with pauses that grow to a
 * minute. Here every call waits for a connection instead of failing, so that only gRPC's own reconnection
 * attempts decide how long it takes: a stream goes on as soon as one succeeds, and its resume token fetches
 * the changes made meanwhile.
 */
import type { Channel, ChannelInterface, ChannelOptions, ChannelCredentials } from '@grpc/grpc-js';
import type * as Grpc from '@grpc/grpc-js';
import { hideStatus } from './hidden-status.ts';

type Call = ReturnType<ChannelInterface['createCall']>;

/** The gRPC status with which a stream ended, and its message. */
export interface EndOfStream {
  readonly code: number;
  readonly details: string;
}

export interface StreamWatcher {
  /** The cloud answered on a live query's stream while no other stream had an answer. */
  readonly onAnswer: () => void;
  /** A stream ended, and no other one has an answer. */
  readonly onEnd: (end: EndOfStream) => void;
  /** An attempt to connect failed. */
  readonly onRefusal: () => void;
}

export interface ChannelMonitor {
  /** gRPC's `channelFactoryOverride`. */
  readonly openChannel: (
    address: string,
    credentials: ChannelCredentials,
    options: ChannelOptions,
  ) => Channel;
  /**
   * Whether the last attempt to connect failed. Nothing can be sent until gRPC's next attempt,
   * which it makes by itself.
   */
  readonly isRefused: boolean;
  /** Number of messages received from the cloud. */
  readonly messageCount: number;
  /** @returns a function that stops watching */
  watchStreams(watcher: StreamWatcher): () => void;
  /** Cancels live query streams without an answer: the SDK never ends those that wait for a connection. */
  cancelStreams(): void;
}

const LISTEN = '/google.firestore.v1.Firestore/Listen';

export function createChannelMonitor({
  Channel: GrpcChannel,
  connectivityState,
  status,
}: typeof Grpc): ChannelMonitor {
  const channels = new Set<Channel>();
  const watchers = new Set<StreamWatcher>();
  const waiting = new Set<Call>();
  const answered = new Set<Call>();
  let messageCount = 0;

  function handleAnswer(stream: Call): void {
    if (!waiting.delete(stream)) return;
    answered.add(stream);
    if (answered.size === 1) for (const { onAnswer } of watchers) onAnswer();
  }

  function handleEnd(stream: Call, ended: EndOfStream): void {
    waiting.delete(stream);
    answered.delete(stream);
    if (answered.size === 0) for (const { onEnd } of watchers) onEnd(ended);
  }

  function watchConnection(channel: Channel): void {
    const state = channel.getConnectivityState(false);
    channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => {
      if (!channels.has(channel)) return;
      const isRefused = channel.getConnectivityState(false) === connectivityState.TRANSIENT_FAILURE;
      if (isRefused) for (const { onRefusal } of watchers) onRefusal();
      watchConnection(channel);
    });
  }

  function watch(call: Call, isStream: boolean): void {
    const start = call.start.bind(call);
    call.start = (metadata, listener) => {
      metadata.setOptions({ ...metadata.getOptions(), waitForReady: true });
      if (isStream) waiting.add(call);
      start(metadata, {
        onReceiveMetadata: (received) => listener.onReceiveMetadata(received),
        onReceiveMessage(message) {
          messageCount += 1;
          if (isStream) handleAnswer(call);
          listener.onReceiveMessage(message);
        },
        onReceiveStatus(received) {
          if (isStream) handleEnd(call, received);
          listener.onReceiveStatus(isStream ? received : hideStatus(received, { status }));
        },
      });
    };
  }

  return {
    openChannel(address, credentials, options) {
      const channel = new GrpcChannel(address, credentials, options);
      const createCall = channel.createCall.bind(channel);
      const close = channel.close.bind(channel);
      channel.createCall = (method, ...rest) => {
        const call = createCall(method, ...rest);
        watch(call, method === LISTEN);
        return call;
      };
      channel.close = () => {
        channels.delete(channel);
        close();
      };
      channels.add(channel);
      watchConnection(channel);
      return channel;
    },
    get isRefused() {
      const states = [...channels].map((channel) => channel.getConnectivityState(false));
      return states.length > 0 && states.every((state) => state === connectivityState.TRANSIENT_FAILURE);
    },
    get messageCount() {
      return messageCount;
    },
    watchStreams(watcher) {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    cancelStreams() {
      for (const stream of waiting) stream.cancelWithStatus(status.CANCELLED, 'The subscription has ended.');
    },
  };
}

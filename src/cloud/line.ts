/**
 * What goes over the connections of one Firestore client. The SDK tries a live query's stream again for minutes without a
 * word, whatever ended it, with pauses that grow to a minute. So its streams are watched here, one layer below, where gRPC
 * has them; and every call waits for a connection instead of failing, which leaves the pauses to gRPC's own attempts to
 * connect: a stream goes on the moment that one succeeds, and tells by its resume token alone what has changed.
 */
import type { Channel, ChannelInterface, ChannelOptions, ChannelCredentials } from '@grpc/grpc-js';
import type * as Grpc from '@grpc/grpc-js';

type Call = ReturnType<ChannelInterface['createCall']>;

export interface StreamWatcher {
  /** The cloud has answered on a stream of a live query, and no other had an answer. */
  readonly onAnswer: () => void;
  /** No stream is left that the cloud has answered on. @param code gRPC's status of the one that ended */
  readonly onEnd: (code: number) => void;
  /** An attempt to connect has failed. */
  readonly onRefusal: () => void;
}

export interface Line {
  /** gRPC's `channelFactoryOverride`. */
  readonly openChannel: (
    address: string,
    credentials: ChannelCredentials,
    options: ChannelOptions,
  ) => Channel;
  /** The last attempt to connect has failed; the next follows by itself. What is asked now cannot be sent. */
  readonly isRefused: boolean;
  /** How many messages of the cloud have arrived so far. */
  readonly heard: number;
  watchStreams(watcher: StreamWatcher): () => void;
  /** Cancels the streams of live queries that have no answer yet: the SDK keeps those that wait for a connection. */
  cancelStreams(): void;
}

const LISTEN = '/google.firestore.v1.Firestore/Listen';

export function createLine({ Channel: GrpcChannel, connectivityState, status }: typeof Grpc): Line {
  const channels = new Set<Channel>();
  const watchers = new Set<StreamWatcher>();
  const waiting = new Set<Call>();
  const answered = new Set<Call>();
  let heard = 0;

  function handleAnswer(stream: Call): void {
    if (!waiting.delete(stream)) return;
    answered.add(stream);
    if (answered.size === 1) for (const { onAnswer } of watchers) onAnswer();
  }

  function handleEnd(stream: Call, code: number): void {
    waiting.delete(stream);
    answered.delete(stream);
    if (answered.size === 0) for (const { onEnd } of watchers) onEnd(code);
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
          heard += 1;
          if (isStream) handleAnswer(call);
          listener.onReceiveMessage(message);
        },
        onReceiveStatus(received) {
          if (isStream) handleEnd(call, received.code);
          listener.onReceiveStatus(received);
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
    get heard() {
      return heard;
    },
    watchStreams(watcher) {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    cancelStreams() {
      for (const stream of waiting) stream.cancelWithStatus(status.CANCELLED, 'Nobody listens any more.');
    },
  };
}

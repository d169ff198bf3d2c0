/** The calls between the account's thread, the cloud's thread and the main thread; `rpc.ts` carries them. */
import type { ErrorReport } from '../base/error-report.ts';
import type { NoteId, Uid } from '../note/note.ts';
import type { Obstacle } from '../base/obstacle.ts';
import type { Reason } from '../base/reasons.ts';
import type {
  Answer,
  RemoteChange,
  RemoteFailure,
  RemoteSnapshot,
  RemoteWrite,
  UpdateTime,
} from '../note/remote-store.ts';

export interface CloudConfig {
  readonly projectId: string;
  /** `host:port` of a server that takes the place of Google's, over TLS. */
  readonly host?: string | undefined;
  /** File of the certificate authority that issued such a server's certificate. */
  readonly caFile?: string | undefined;
}

/**
 * The `workerData` of the cloud's thread, which serves one account through one port and ends with that port.
 */
export interface CloudSetup {
  readonly config: CloudConfig;
  readonly uid: Uid;
  /** Milliseconds that a commit or fetch may take. */
  readonly callTimeout?: number | undefined;
  /** The `MessagePort` whose other end goes to the account's thread (`AccountService.connect`). */
  readonly port: object;
}

/** Calls from the account's thread to the cloud's thread: a `RemoteStore` in messages. */
export interface CloudService {
  /** Snapshots follow under this id, until `reportEnd` or `unlisten`. */
  listen(id: number): void;
  unlisten(id: number): void;
  commit(writes: readonly RemoteWrite[]): Promise<Answer<readonly (UpdateTime | null)[]>>;
  fetch(ids: readonly NoteId[]): Promise<Answer<RemoteSnapshot>>;
  check(): Promise<Answer<null>>;
}

/** Calls from the cloud's thread to the account's thread. */
export interface CloudListener {
  /**
   * A part of a live query's snapshot. The next part is sent when this one is answered, so that the account's
   * thread can do other work in between.
   * @param last the other fields of the snapshot, with its last part; null with all parts before it
   */
  addSnapshotPart(
    id: number,
    changes: readonly RemoteChange[],
    last: Omit<RemoteSnapshot, 'changes'> | null,
  ): void;
  /** A live query was interrupted, or continues. */
  reportInterruption(id: number, isInterrupted: boolean): void;
  reportEnd(id: number, failure: RemoteFailure): void;
}

/** Calls from the cloud's thread to the main thread, which has the session. */
export interface TokenService {
  /** @throws AppError `not-signed-in`, `session-expired`, `network` */
  idToken(): Promise<string>;
  rejectToken(token: string): void;
}

export type Route =
  | { readonly kind: 'direct' }
  /** Through an HTTP proxy, by CONNECT. */
  | {
      readonly kind: 'proxy';
      /** `http://host:port`, with `name:password@` where these are known. */
      readonly url: string;
    }
  /** Through a proxy that speaks something else, such as SOCKS. */
  | { readonly kind: 'unsupported' };

/** Calls from the cloud's thread to the main thread, which knows the network of the system. */
export interface NetworkService {
  /**
   * The current route to Firestore, which depends on the network.
   * @throws AppError `network` if it is not known yet
   */
  route(): Promise<Route>;
  /** @param obstacle null if the cloud is reached, or if the cause is unknown */
  reportObstacle(obstacle: Obstacle | null): void;
  reportTrouble(event: Reason, why: ErrorReport): void;
}

/** All calls from the cloud's thread to the main thread. */
export type CloudHostService = TokenService & NetworkService;

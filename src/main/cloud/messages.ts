/**
 * What the main thread and the Firestore thread say to each other. All of it is plain data, as structured cloning
 * wants it.
 */
import type { ErrorCode } from '#shared/error.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import type {
  Answer,
  RemoteChange,
  RemoteFailure,
  RemoteSnapshot,
  RemoteWrite,
  UpdateTime,
} from '../sync/ports.ts';
import type { FirestoreConfig } from './firestore-client.ts';

/** With which the thread is started. */
export interface ThreadSetup {
  readonly config: FirestoreConfig;
  readonly uid: Uid;
  /** Milliseconds that a commit or fetch may take. */
  readonly callTimeout?: number | undefined;
}

export type ToThread =
  | { readonly kind: 'listen'; readonly id: number }
  | { readonly kind: 'unlisten'; readonly id: number }
  /** Forgotten when another one is told of. */
  | { readonly kind: 'prepare'; readonly id: number; readonly writes: readonly RemoteWrite[] }
  /** Null: those that were prepared under this id. */
  | { readonly kind: 'commit'; readonly id: number; readonly writes: readonly RemoteWrite[] | null }
  | { readonly kind: 'fetch'; readonly id: number; readonly ids: readonly NoteId[] }
  | { readonly kind: 'check'; readonly id: number }
  /** The answer to `ask-token`. */
  | { readonly kind: 'token'; readonly id: number; readonly token: TokenAnswer }
  /** A part has been taken in; the next may come. */
  | { readonly kind: 'taken' };

export type FromThread =
  | { readonly kind: 'ask-token'; readonly id: number }
  | { readonly kind: 'reject-token'; readonly token: string }
  | Part
  | {
      readonly kind: 'committed';
      readonly id: number;
      readonly answer: Answer<readonly (UpdateTime | null)[]>;
    }
  | { readonly kind: 'checked'; readonly id: number; readonly answer: Answer<null> }
  /** A fetch failed, or a live query ended. */
  | { readonly kind: 'failed'; readonly id: number; readonly failure: RemoteFailure };

/** A part of a snapshot, of a live query or a fetch; the last one carries the rest of it. */
export interface Part {
  readonly kind: 'part';
  readonly id: number;
  readonly changes: readonly RemoteChange[];
  readonly last: Omit<RemoteSnapshot, 'changes'> | null;
}

export type TokenAnswer =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** What reading one message may cost the main thread: about a millisecond. */
const PART_CHANGES = 200;
const PART_LENGTH = 1024 * 1024;

/** The snapshot in parts, at least one. */
export function* partsOf(id: number, { changes, ...head }: RemoteSnapshot): Generator<Part> {
  let from = 0;
  do {
    const to = endOfPart(changes, from);
    yield { kind: 'part', id, changes: changes.slice(from, to), last: to < changes.length ? null : head };
    from = to;
  } while (from < changes.length);
}

function endOfPart(changes: readonly RemoteChange[], from: number): number {
  let length = 0;
  let to = from;
  while (to < changes.length && to - from < PART_CHANGES && length < PART_LENGTH) {
    length += lengthOf(changes[to]);
    to += 1;
  }
  return to;
}

function lengthOf(change: RemoteChange | undefined): number {
  if (change?.kind !== 'present') return 0;
  const { title, text } = change.note.fields;
  return (title?.length ?? 0) + (text?.length ?? 0);
}

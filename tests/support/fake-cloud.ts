/**
 * An in-memory cloud behind the RemoteStore port, for tests of the engine: several devices share its
 * documents, and each call can be made to fail before or after it took effect.
 */
import type { NoteFields, NoteId, NotePatch } from '#shared/note/note.ts';
import type {
  Answer,
  Micros,
  RemoteChange,
  RemoteFailure,
  RemoteNote,
  RemoteSnapshot,
  RemoteStore,
  RemoteWrite,
  UpdateTime,
} from '#shared/note/remote-store.ts';
import { sameFields } from '#shared/note/note-fields.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';

export type Fault =
  /** Nothing was written. */
  | { readonly kind: 'fail'; readonly failure: RemoteFailure }
  /** Everything was written, and the answer was lost. */
  | { readonly kind: 'lose-answer' }
  /** Nothing is written and nothing is answered until the test allows it. */
  | { readonly kind: 'hold'; readonly until: Promise<void> };

export interface FakeCloud {
  readonly documents: ReadonlyMap<NoteId, RemoteNote>;
  /** Every commit that was sent, in order. */
  readonly commits: readonly (readonly RemoteWrite[])[];
  /** Ids of every fetch, in order. A test that counts them empties the array. */
  readonly fetches: (readonly NoteId[])[];
  faultNextCommit(fault: Fault): void;
  /** Every commit that writes one of these notes is refused. */
  readonly poisoned: Set<NoteId>;
  /** Ids of other users' notes: they can neither be created nor read. */
  readonly foreign: Set<NoteId>;
  /** Makes a change as another client. */
  put(id: NoteId, fields: NoteFields, extra?: ExtraFields, created?: Micros): void;
  remove(id: NoteId): void;
  /** While true, no change is reported; subscriptions stay. */
  silent: boolean;
  /** Ends `silent`: sends each subscription the missed changes as one snapshot. */
  catchUp(): void;
  /** Advances the cloud's own time, which otherwise advances only with changes. */
  passTime(seconds: number): void;
  /** Sends every subscription this snapshot, such as an earlier one. */
  replay(snapshot: RemoteSnapshot): void;
  /** While true, the cloud cannot be reached. Setting it ends every subscription. */
  isDown: boolean;
  /** From now on nothing passes through the open connections, and neither side is told. */
  freeze(): void;
  /** Keepalive finds the frozen connections: missed changes are reported over new ones. */
  keepAlive(): void;
  /** Tells every subscription that it cannot receive changes, or that it can again. Subscriptions stay. */
  interrupt(isInterrupted: boolean): void;
  /** Number of connection checks so far. */
  readonly checks: number;
  /** The answers to all checks wait for this. */
  checksWaitFor: Promise<void> | null;
  /** Ends every subscription with this failure. */
  endListeners(failure: RemoteFailure): void;
  connect(): RemoteStore;
  readonly listeners: number;
  readonly subscribed: number;
}

const EARLIEST = 1_700_000_000;

const DENIED: RemoteFailure = {
  kind: 'note',
  reason: { id: 'cloud-status', status: 7 },
  refusal: 'note-denied',
};

/** The result of a call that timed out. */
function noAnswer(): { readonly ok: false; readonly failure: RemoteFailure } {
  return { ok: false, failure: { kind: 'wait', reason: 'cloud-client-failed' } };
}

export function createFakeCloud(): FakeCloud {
  const documents = new Map<NoteId, RemoteNote>();
  const commits: (readonly RemoteWrite[])[] = [];
  const fetches: (readonly NoteId[])[] = [];
  const subscriptions = new Set<Subscription>();
  const connections = new Set<Connection>();
  const faults: Fault[] = [];
  let ticks = 0;
  let isDown = false;
  let subscribed = 0;
  let checks = 0;

  const tick = (): UpdateTime => {
    ticks += 1;
    return `${String(EARLIEST + ticks).padStart(12, '0')}.000000000` as UpdateTime;
  };
  const now = (): UpdateTime => `${String(EARLIEST + ticks).padStart(12, '0')}.000000000` as UpdateTime;

  interface Subscription {
    readonly onSnapshot: (snapshot: RemoteSnapshot) => void;
    readonly onInterruption: ((isInterrupted: boolean) => void) | undefined;
    readonly onEnd: (failure: RemoteFailure) => void;
    readonly connection: Connection;
    seen: Map<NoteId, UpdateTime>;
    complete: boolean;
  }

  interface Connection {
    frozen: boolean;
  }

  function tellOne(subscription: Subscription): void {
    if (subscription.connection.frozen) return;
    const changes: RemoteChange[] = [];
    for (const note of documents.values()) {
      if (subscription.seen.get(note.id) !== note.updateTime) changes.push({ kind: 'present', note });
    }
    for (const id of subscription.seen.keys()) if (!documents.has(id)) changes.push({ kind: 'absent', id });
    const complete = subscription.complete;
    if (!complete && changes.length === 0) return;
    subscription.complete = false;
    subscription.seen = new Map([...documents.values()].map((note) => [note.id, note.updateTime]));
    subscription.onSnapshot({ complete, readTime: now(), changes });
  }

  function tell(): void {
    if (cloud.silent) return;
    for (const subscription of subscriptions) tellOne(subscription);
  }

  function write(note: Omit<RemoteNote, 'updateTime'>): UpdateTime {
    const updateTime = tick();
    documents.set(note.id, { ...note, updateTime });
    return updateTime;
  }

  function check(writes: readonly RemoteWrite[]): RemoteFailure | null {
    if (writes.length === 0) return { kind: 'note', reason: 'cloud-client-failed', refusal: 'note-invalid' };
    for (const checkedWrite of writes) {
      if (checkedWrite.kind === 'edit' && Object.keys(written(checkedWrite.patch)).length === 0)
        return { kind: 'note', reason: 'cloud-client-failed', refusal: 'note-invalid' };
      if (cloud.poisoned.has(checkedWrite.id)) return DENIED;
      const existing = documents.get(checkedWrite.id);
      const fits =
        checkedWrite.kind === 'create'
          ? existing === undefined && !cloud.foreign.has(checkedWrite.id)
          : existing?.updateTime === checkedWrite.basedOn;
      if (!fits) return { kind: 'conflict', reason: { id: 'cloud-status', status: 9 } };
    }
    return null;
  }

  function apply(one: RemoteWrite): UpdateTime | null {
    if (one.kind === 'delete') {
      documents.delete(one.id);
      tick();
      return null;
    }
    if (one.kind === 'create') {
      return write({ id: one.id, fields: one.fields, extra: one.extra, created: (EARLIEST + ticks) * 1e6 });
    }
    const existing = documents.get(one.id);
    if (existing === undefined) throw new Error('The note was checked before');
    const fields = { ...existing.fields, ...written(one.patch) };
    // As in Firestore, a write that changes nothing leaves the `updateTime` as it is.
    return sameFields(fields, existing.fields) ? existing.updateTime : write({ ...existing, fields });
  }

  async function commit(writes: readonly RemoteWrite[]): Promise<Answer<readonly (UpdateTime | null)[]>> {
    commits.push(writes);
    const fault = faults.shift();
    if (fault?.kind === 'fail') return { ok: false, failure: fault.failure };
    if (fault?.kind === 'hold') await fault.until;
    const failure = check(writes);
    if (failure !== null) return { ok: false, failure };
    const value = writes.map(apply);
    tell();
    if (fault?.kind === 'lose-answer')
      return { ok: false, failure: { kind: 'wait', reason: 'cloud-client-failed' } };
    return { ok: true, value };
  }

  function read(ids: readonly NoteId[]): Answer<RemoteSnapshot> {
    fetches.push(ids);
    const foreign = ids.find((id) => cloud.foreign.has(id));
    if (foreign !== undefined) return { ok: false, failure: DENIED };
    const changes = ids.map((id): RemoteChange => {
      const note = documents.get(id);
      return note === undefined ? { kind: 'absent', id } : { kind: 'present', note };
    });
    return { ok: true, value: { complete: false, readTime: now(), changes } };
  }

  const cloud: FakeCloud = {
    documents,
    commits,
    fetches,
    poisoned: new Set(),
    foreign: new Set(),
    silent: false,
    get isDown() {
      return isDown;
    },
    set isDown(down) {
      isDown = down;
      if (down) cloud.endListeners(noAnswer().failure);
    },
    faultNextCommit: (fault) => void faults.push(fault),
    put(id, fields, extra = {}, created = documents.get(id)?.created ?? (EARLIEST + ticks) * 1e6) {
      write({ id, fields, extra, created });
      tell();
    },
    remove(id) {
      documents.delete(id);
      tick();
      tell();
    },
    catchUp() {
      cloud.silent = false;
      tell();
    },
    passTime(seconds) {
      ticks += seconds;
    },
    replay(snapshot) {
      for (const { onSnapshot } of subscriptions) onSnapshot(snapshot);
    },
    freeze() {
      for (const connection of connections) connection.frozen = true;
    },
    keepAlive() {
      for (const connection of connections) connection.frozen = false;
      tell();
    },
    interrupt(isInterrupted) {
      cloud.silent = isInterrupted;
      for (const { onInterruption } of subscriptions) onInterruption?.(isInterrupted);
      if (!isInterrupted) tell();
    },
    checksWaitFor: null,
    get checks() {
      return checks;
    },
    endListeners(failure) {
      const ended = [...subscriptions];
      subscriptions.clear();
      for (const { onEnd } of ended) onEnd(failure);
    },
    get subscribed() {
      return subscribed;
    },
    get listeners() {
      return subscriptions.size;
    },
    connect() {
      const connection = { frozen: false };
      connections.add(connection);
      const isDead = (): boolean => isDown || connection.frozen;
      return {
        listen({ onSnapshot, onInterruption, onEnd }) {
          const subscription = {
            onSnapshot,
            onInterruption,
            onEnd,
            connection,
            seen: new Map(),
            complete: true,
          };
          subscriptions.add(subscription);
          subscribed += 1;
          queueMicrotask(() => {
            if (!subscriptions.has(subscription)) return;
            if (isDown) {
              subscriptions.delete(subscription);
              onEnd(noAnswer().failure);
            } else if (!cloud.silent) tellOne(subscription);
          });
          return () => {
            subscriptions.delete(subscription);
          };
        },
        commit: async (writes) => (isDead() ? noAnswer() : commit(writes)),
        fetch: async (ids) => (isDead() ? noAnswer() : read(ids)),
        async check() {
          checks += 1;
          await cloud.checksWaitFor;
          if (!isDead()) return { ok: true, value: null };
          // The next call uses a new connection.
          connection.frozen = false;
          const { failure } = noAnswer();
          for (const subscription of subscriptions) {
            if (subscription.connection !== connection) continue;
            subscriptions.delete(subscription);
            subscription.onEnd(failure);
          }
          return { ok: false, failure };
        },
        dispose() {
          connections.delete(connection);
        },
      };
    },
  };
  return cloud;
}

/** The fields that reach a document: a field that a note lacks is never written. */
function written(patch: NotePatch): NotePatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
}

/**
 * What every RemoteStore promises the engine, as one suite. It runs against the in-memory cloud of the
 * engine's tests and against Firestore's real SDK on the local cloud, so that the in-memory cloud is no
 * easier than the real one.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type {
  RemoteFailure,
  RemoteSnapshot,
  RemoteStore,
  RemoteWrite,
  UpdateTime,
} from '#shared/note/remote-store.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import { fields } from '#tests/support/fields.ts';

export interface Subject {
  readonly remote: RemoteStore;
  /** Makes a change as another client, bypassing every rule. */
  put(id: NoteId, fields: NoteFields): void;
  remove(id: NoteId): void;
  /** From now on nothing passes through the open connections, and neither side is told. */
  freeze(): Promise<unknown>;
}

export function describeRemoteStore(name: string, subject: () => Subject): void {
  const newId = (): NoteId => makeNoteId(randomBytes);
  const create = (id: NoteId, extra: ExtraFields = {}): RemoteWrite => ({
    kind: 'create',
    id,
    fields: fields('a', 'b'),
    extra,
  });

  async function commit(...writes: RemoteWrite[]): Promise<readonly (UpdateTime | null)[]> {
    const answer = await subject().remote.commit(writes);
    if (!answer.ok) throw new Error(sentenceOf(answer.failure.reason));
    return answer.value;
  }

  async function created(id: NoteId, extra: ExtraFields = {}): Promise<UpdateTime> {
    const [version] = await commit(create(id, extra));
    if (version === undefined || version === null) throw new Error('A creation must have a version');
    return version;
  }

  async function present(id: NoteId) {
    const answer = await subject().remote.fetch([id]);
    if (!answer.ok) throw new Error(sentenceOf(answer.failure.reason));
    const [change] = answer.value.changes;
    return change?.kind === 'present' ? change.note : null;
  }

  /** Follows the notes. `until` waits for a snapshot that satisfies its condition. */
  function listen() {
    const snapshots: RemoteSnapshot[] = [];
    const ending = Promise.withResolvers<RemoteFailure>();
    let ended: string | null = null;
    let arrived = (): void => undefined;
    const stop = subject().remote.listen({
      onSnapshot: (snapshot) => {
        snapshots.push(snapshot);
        arrived();
      },
      onEnd: (failure) => {
        ended = sentenceOf(failure.reason);
        ending.resolve(failure);
        arrived();
      },
    });
    const until = async (satisfies: (snapshot: RemoteSnapshot) => boolean): Promise<RemoteSnapshot> => {
      for (;;) {
        const found = snapshots.find(satisfies);
        if (found !== undefined) return found;
        if (ended !== null) throw new Error(ended);
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    };
    return { until, stop, snapshots, end: ending.promise };
  }

  describe(name, () => {
    test('[S4] a creation is made once', async () => {
      const id = newId();
      const version = await created(id);
      expect(await present(id)).toMatchObject({ id, fields: fields('a', 'b'), updateTime: version });
      const again = await subject().remote.commit([create(id)]);
      expect(again).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    });

    test('[S4] an edit needs the updateTime that it is based on, and changes only its fields', async () => {
      const id = newId();
      const basedOn = await created(id);
      const [next] = await commit({ kind: 'edit', id, patch: { text: 'new' }, basedOn });
      expect(next && next > basedOn).toBe(true);
      expect((await present(id))?.fields).toEqual(fields('a', 'new'));
      const stale = await subject().remote.commit([{ kind: 'edit', id, patch: { text: 'old' }, basedOn }]);
      expect(stale).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
      expect((await present(id))?.fields.text).toBe('new');
    });

    test('[S7] an edit that changes nothing does not change the updateTime', async () => {
      const id = newId();
      const basedOn = await created(id);
      const answer = await commit({ kind: 'edit', id, patch: { isArchived: false }, basedOn });
      expect(answer).toEqual([basedOn]);
      expect((await present(id))?.updateTime).toBe(basedOn);
    });

    test('[S4] a deletion needs the updateTime that it is based on', async () => {
      const id = newId();
      const first = await created(id);
      const [second = null] = await commit({ kind: 'edit', id, patch: { isDeleted: true }, basedOn: first });
      const stale = await subject().remote.commit([{ kind: 'delete', id, basedOn: first }]);
      expect(stale).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
      if (second === null) throw new Error('An edit must have a version');
      expect(await commit({ kind: 'delete', id, basedOn: second })).toEqual([null]);
      expect(await present(id)).toBeNull();
    });

    test('[S4] an edit or a deletion of a deleted document is a conflict', async () => {
      const id = newId();
      const basedOn = await created(id);
      subject().remove(id);
      const edit = await subject().remote.commit([{ kind: 'edit', id, patch: { text: 'x' }, basedOn }]);
      const remove = await subject().remote.commit([{ kind: 'delete', id, basedOn }]);
      expect([edit, remove]).toMatchObject([
        { failure: { kind: 'conflict' } },
        { failure: { kind: 'conflict' } },
      ]);
    });

    test('[S4] a commit is all or nothing', async () => {
      const [one, two] = [newId(), newId()];
      await created(one);
      const answer = await subject().remote.commit([create(two), create(one)]);
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
      expect(await present(two)).toBeNull();
    });

    test('[S9] the first snapshot is complete, later ones contain changes', async () => {
      const [unchanged, removed, added] = [newId(), newId(), newId()];
      await commit(create(unchanged), create(removed));
      const { until, stop } = listen();
      const first = await until(({ complete }) => complete);
      const ids = first.changes.map((change) => (change.kind === 'present' ? change.note.id : change.id));
      expect(ids).toEqual(expect.arrayContaining([unchanged, removed]));

      const addedAt = await created(added);
      const snapshot = await until(({ changes }) =>
        changes.some((change) => change.kind === 'present' && change.note.id === added),
      );
      expect(snapshot.complete).toBe(false);
      expect(snapshot.readTime >= addedAt).toBe(true);

      subject().put(unchanged, fields('changed', 'elsewhere'));
      await until(({ changes }) =>
        changes.some((change) => change.kind === 'present' && change.note.fields.title === 'changed'),
      );
      subject().remove(removed);
      await until(({ changes }) =>
        changes.some((change) => change.kind === 'absent' && change.id === removed),
      );
      stop();
    });

    test('[S10] a live query reports nothing after its end', async () => {
      const { until, stop, snapshots } = listen();
      await until(({ complete }) => complete);
      stop();
      const before = snapshots.length;
      const watcher = listen();
      const id = newId();
      await created(id);
      // A second subscription has received the note, so the first one could have received it as well.
      await watcher.until(({ changes }) =>
        changes.some((change) => change.kind === 'present' && change.note.id === id),
      );
      watcher.stop();
      expect(snapshots).toHaveLength(before);
    });

    test('[S9] a check succeeds on a working connection', async () => {
      const { until, stop, snapshots } = listen();
      await until(({ complete }) => complete);
      expect(await subject().remote.check()).toEqual({ ok: true, value: null });
      const id = newId();
      await created(id);
      await until(({ changes }) =>
        changes.some((change) => change.kind === 'present' && change.note.id === id),
      );
      expect(snapshots.filter(({ complete }) => complete)).toHaveLength(1);
      stop();
    });

    test('[S9] a check finds a frozen connection and ends its calls, and the next call opens a new one', async () => {
      const frozen = listen();
      await frozen.until(({ complete }) => complete);
      await subject().freeze();
      expect(await subject().remote.check()).toMatchObject({ ok: false, failure: { kind: 'wait' } });
      expect(await frozen.end).toMatchObject({ kind: 'wait' });
      const id = newId();
      await created(id);
      const fresh = listen();
      const first = await fresh.until(({ complete }) => complete);
      expect(first.changes.some((change) => change.kind === 'present' && change.note.id === id)).toBe(true);
      fresh.stop();
    });

    test('unknown fields are read as they were written', async () => {
      const id = newId();
      const extra: ExtraFields = {
        text8: { stringValue: 'ünïcode \0 🙂' },
        yes: { booleanValue: true },
        nothing: { nullValue: null },
        big: { integerValue: '9007199254740993' },
        half: { doubleValue: 0.5 },
        not: { doubleValue: 'NaN' },
        when: { timestampValue: '2026-01-02T03:04:05.000000006Z' },
        raw: { bytesValue: 'AAEC/w==' },
        where: { geoPointValue: { latitude: 1.5, longitude: -2 } },
        list: { arrayValue: [{ integerValue: '1' }, { stringValue: 'x' }] },
        map: { mapValue: { inner: { mapValue: {} }, 'odd.key`': { integerValue: '-1' } } },
        vector: { vectorValue: [1, 2.5] },
        other: { referenceValue: 'notes/other' },
        elsewhere: { referenceValue: 'projects/p/databases/d/documents/notes/other' },
        nested: {
          mapValue: { list: { arrayValue: [{ referenceValue: 'projects/p/databases/d/documents/a/b' }] } },
        },
      };
      await created(id, extra);
      expect((await present(id))?.extra).toEqual(extra);
    });
  });
}

/**
 * Specs of the engine as lists of steps, like those of the Firestore SDK: actions of the user, the cloud, the
 * network and the clock, and what must follow. After each step everything runs that does not wait for the
 * clock. The error of a failing step says its name and number.
 */
import { expect, test } from 'vitest';
import type { Marks } from '#shared/note/marks.ts';
import {
  type NoteContent,
  type NoteFields,
  type NoteId,
  type Transition,
  TRANSITIONS,
} from '#shared/note/note.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { FailureKind, RemoteFailure, RemoteWrite } from '#shared/note/remote-store.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createWorld, type SpecDevice, type World } from './world.ts';

interface Step {
  readonly name: string;
  readonly run: (world: World) => void;
}

/** Declares a test that plays these steps. */
export function specify(
  name: string,
  write: (spec: Spec) => Spec,
  options: { sliceSteps?: number } = {},
): void {
  test(name, async () => {
    const world = createWorld(options.sliceSteps);
    try {
      for (const [index, step] of write(new Spec()).steps.entries()) {
        try {
          step.run(world);
          await settle();
        } catch (error) {
          if (error instanceof Error) error.message = `Step ${index + 1}, ${step.name}: ${error.message}`;
          throw error;
        }
      }
    } finally {
      world.close();
    }
  });
}

/** The steps of one spec. They refer to notes by names that the spec chooses. */
export class Spec {
  readonly steps: Step[] = [];

  /** Adds a step that has no method of its own. */
  step(name: string, run: (world: World) => void): this {
    this.steps.push({ name, run });
    return this;
  }

  /** The steps that follow happen on this device. */
  on(device: string): this {
    return this.step(`on ${device}`, (world) => (world.deviceName = device));
  }

  starts(): this {
    return this.step('starts', ({ device }) => device.engine.start());
  }

  restarts(): this {
    return this.step('restarts', ({ device }) => device.restart());
  }

  ends(): this {
    return this.step('ends', ({ device }) => device.engine.dispose());
  }

  wakes(): this {
    return this.step('wakes', ({ device }) => device.engine.wake());
  }

  // Actions of the user

  userAdds(note: string, text: string, title = '', marks: Marks = {}): this {
    return this.step(`userAdds ${note}`, (world) =>
      world.name(note, world.device.notes.add({ title, text, marks })),
    );
  }

  userEdits(note: string, edit: Partial<NoteContent>): this {
    return this.step(`userEdits ${note}`, (world) => {
      const seen = world.content(note);
      world.device.notes.edit(world.id(note), { ...seen, ...edit }, seen);
    });
  }

  userOpens(note: string): this {
    return this.step(`userOpens ${note}`, (world) => world.opened.set(note, world.content(note)));
  }

  /**
   * Saves an edit of the content at the time of opening. `target` names the note that gets the words.
   */
  userSaves(note: string, edit: Partial<NoteContent>, target = note): this {
    return this.step(`userSaves ${note}`, (world) => {
      const seen = world.opened.get(note) ?? { title: '', text: '' };
      world.name(target, world.device.notes.edit(world.id(note), { ...seen, ...edit }, seen));
    });
  }

  userMoves(note: string, transition: Transition): this {
    return this.step(`userMoves ${note}`, (world) =>
      world.device.notes.change(world.id(note), { to: TRANSITIONS[transition] }),
    );
  }

  userMarks(note: string, marks: Marks): this {
    return this.step(`userMarks ${note}`, (world) =>
      world.device.notes.change(world.id(note), { to: marks }),
    );
  }

  userDeletesForever(note: string): this {
    return this.step(`userDeletesForever ${note}`, (world) =>
      world.device.notes.deleteForever(world.id(note)),
    );
  }

  /** Restores the words with which the note was last removed. */
  userRecovers(note: string): this {
    return this.step(`userRecovers ${note}`, ({ device, id }) =>
      device.notes.recover(removedWords(device, id(note))?.version ?? 0),
    );
  }

  userRetries(): this {
    return this.step('userRetries', ({ device }) => device.notes.retryRefused());
  }

  // Outcomes of pushes

  /** The next pushes, `times` of them, fail and write nothing. */
  pushFails(kind: FailureKind, times = 1): this {
    return this.step(`pushFails ${kind}`, ({ cloud }) => {
      for (let time = 0; time < times; time += 1)
        cloud.faultNextCommit({ kind: 'fail', failure: failureOf(kind) });
    });
  }

  /** The next push is written, but its answer is lost and the live query is silent. */
  pushLosesAnswer(): this {
    return this.step('pushLosesAnswer', ({ cloud }) => {
      cloud.silent = true;
      cloud.faultNextCommit({ kind: 'lose-answer' });
    });
  }

  /** The next push waits for `pushGoesOn`. */
  pushIsHeld(): this {
    return this.step('pushIsHeld', (world) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      world.release = resolve;
      world.cloud.faultNextCommit({ kind: 'hold', until: promise });
    });
  }

  pushGoesOn(): this {
    return this.step('pushGoesOn', (world) => world.release());
  }

  cloudRefuses(note: string): this {
    return this.step(`cloudRefuses ${note}`, (world) => world.cloud.poisoned.add(world.id(note)));
  }

  cloudRefusesNothing(): this {
    return this.step('cloudRefusesNothing', ({ cloud }) => cloud.poisoned.clear());
  }

  cloudHasForeign(note: string): this {
    return this.step(`cloudHasForeign ${note}`, (world) => world.cloud.foreign.add(world.id(note)));
  }

  // Actions of other clients, and events of the live query

  elsewhereWrites(note: string, content: Partial<NoteFields>, extra: ExtraFields = {}): this {
    return this.step(`elsewhereWrites ${note}`, (world) => {
      const id = world.id(note);
      const before = world.cloud.documents.get(id);
      world.cloud.put(
        id,
        { ...(before?.fields ?? fields('', '')), ...content },
        { ...before?.extra, ...extra },
      );
    });
  }

  elsewhereRemoves(note: string): this {
    return this.step(`elsewhereRemoves ${note}`, (world) => world.cloud.remove(world.id(note)));
  }

  /** The live query reports nothing until `watchCatchesUp`. */
  watchIsSilent(): this {
    return this.step('watchIsSilent', ({ cloud }) => (cloud.silent = true));
  }

  watchCatchesUp(): this {
    return this.step('watchCatchesUp', ({ cloud }) => cloud.catchUp());
  }

  watchEnds(kind: FailureKind = 'wait'): this {
    return this.step(`watchEnds ${kind}`, ({ cloud }) => cloud.endListeners(failureOf(kind)));
  }

  networkOff(): this {
    return this.step('networkOff', ({ cloud }) => (cloud.isDown = true));
  }

  networkOn(): this {
    return this.step('networkOn', ({ cloud }) => (cloud.isDown = false));
  }

  /** The cloud's client has lost its connection. It resumes by itself on a new connection. */
  watchIsInterrupted(): this {
    return this.step('watchIsInterrupted', ({ cloud }) => cloud.interrupt(true));
  }

  watchGoesOn(): this {
    return this.step('watchGoesOn', ({ cloud }) => cloud.interrupt(false));
  }

  /** Checks of the connection get no answer until `checksAreAnswered`. */
  checksAreHeld(): this {
    return this.step('checksAreHeld', (world) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      world.answerChecks = resolve;
      world.cloud.checksWaitFor = promise;
    });
  }

  checksAreAnswered(): this {
    return this.step('checksAreAnswered', (world) => world.answerChecks());
  }

  expectChecks(checks: number): this {
    return this.step('expectChecks', ({ cloud }) => expect(cloud.checks).toBe(checks));
  }

  connectionFreezes(): this {
    return this.step('connectionFreezes', ({ cloud }) => cloud.freeze());
  }

  /** The disk accepts this many more transactions and is full then. */
  storeFailsAfter(transactions: number): this {
    return this.step(
      `storeFailsAfter ${transactions}`,
      ({ device }) => (device.disk.commitsLeft = transactions),
    );
  }

  /** No read or write succeeds from now on. */
  storeIsBroken(): this {
    return this.step('storeIsBroken', ({ device }) => (device.disk.isBroken = true));
  }

  storeWorks(): this {
    return this.step('storeWorks', ({ device }) => {
      device.disk.commitsLeft = Infinity;
      device.disk.isBroken = false;
    });
  }

  clockAdvances(ms: number): this {
    return this.step(`clockAdvances ${ms}`, ({ device }) => device.clock.advance(ms));
  }

  /** One more slice of remote changes is stored. */
  slicePasses(): this {
    return this.step('slicePasses', ({ device }) => device.clock.runNext());
  }

  // Expectations

  expectShown(note: string, content: Partial<NoteFields> | null): this {
    return this.step(`expectShown ${note}`, (world) => {
      if (content === null) expect(world.shown(note)).toBeNull();
      else expect(world.shown(note)).toMatchObject(content);
    });
  }

  /** All texts that are shown, in any order. */
  expectTexts(...texts: string[]): this {
    return this.step('expectTexts', ({ device }) =>
      expect(device.texts().toSorted(byCode)).toEqual(texts.toSorted(byCode)),
    );
  }

  expectCloud(note: string, content: Partial<NoteFields> | null): this {
    return this.step(`expectCloud ${note}`, (world) => {
      const document = world.cloud.documents.get(world.id(note));
      if (content === null) expect(document).toBeUndefined();
      else expect(document?.fields).toMatchObject(content);
    });
  }

  expectCloudTexts(...texts: string[]): this {
    return this.step('expectCloudTexts', ({ cloud }) =>
      expect(
        [...cloud.documents.values()].map(({ fields: { text } }) => text ?? '').toSorted(byCode),
      ).toEqual(texts.toSorted(byCode)),
    );
  }

  expectRemoved(note: string, text: string | null): this {
    return this.step(`expectRemoved ${note}`, (world) =>
      expect(removedWords(world.device, world.id(note))?.text ?? null).toBe(text),
    );
  }

  /** The overwritten or removed texts of one note, oldest first. */
  expectHistory(note: string, ...texts: string[]): this {
    return this.step(`expectHistory ${note}`, ({ device, id }) =>
      expect(device.history(id(note)).map(({ text }) => text)).toEqual(texts),
    );
  }

  expectState(state: Partial<SyncState>): this {
    return this.step('expectState', ({ device }) => expect(device.engine.state).toMatchObject(state));
  }

  expectPending(pending: number, refused = 0): this {
    return this.expectState({ pending, refused });
  }

  /** The kinds of the writes in each commit that was sent since the last `expectCommits`. */
  expectCommits(...commits: RemoteWrite['kind'][][]): this {
    return this.step('expectCommits', (world) => {
      const since = world.cloud.commits.slice(world.commitsSeen);
      world.commitsSeen = world.cloud.commits.length;
      expect(since.map((writes) => writes.map(({ kind }) => kind))).toEqual(commits);
    });
  }

  /** Milliseconds until the engine tries something by itself; null if it waits for nothing. */
  expectNextTryIn(ms: number | null): this {
    return this.step('expectNextTryIn', ({ device }) => expect(device.clock.nextIn).toBe(ms));
  }

  expectTrouble(part: string): this {
    return this.step('expectTrouble', ({ device }) => expect(device.troubles.join('\n')).toContain(part));
  }
}

function removedWords(device: SpecDevice, id: NoteId) {
  return device.history(id).findLast(({ removed }) => removed);
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function failureOf(kind: FailureKind): RemoteFailure {
  const reason = 'cloud-client-failed';
  if (kind === 'refused') return { kind, reason, refusal: { cause: 'quota-spent', status: 8 } };
  return kind === 'note' ? { kind, reason, refusal: 'note-refused' } : { kind, reason };
}

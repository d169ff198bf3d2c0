/**
 * Long work in slices of a few milliseconds: a first snapshot or an import of ten thousand notes must not hold up the thread, which
 * answers the pages between two slices. `createSlices` is for work on the store, `createPace` for an asynchronous function.
 */
import type { Clock } from '#shared/clock.ts';
import type { LocalStore } from './ports.ts';

/** Half a frame: a page that is asked for meanwhile waits for no longer than this and a commit. */
const SLICE_MS = 8;

/**
 * To be awaited after each small step: lets everything else have its turn where a slice is over.
 * @throws the signal's reason once it is aborted
 */
export type Pace = () => Promise<void>;

/** Only this many steps follow each other even where the clock was set back. */
const MOST_STEPS = 1_000;

/** @param signal an `AbortSignal` */
export function createPace(clock: Pick<Clock, 'now' | 'after'>, signal?: { throwIfAborted(): void }): Pace {
  let isOver = createSliceEnd(clock);
  return async () => {
    if (isOver()) {
      await new Promise<void>((resolve) => void clock.after(0, resolve));
      isOver = createSliceEnd(clock);
    }
    signal?.throwIfAborted();
  };
}

/** Begins a slice. To be asked after each step whether the slice is over. */
function createSliceEnd(clock: Pick<Clock, 'now'>, mostSteps = MOST_STEPS): () => boolean {
  const from = clock.now();
  let steps = 0;
  return () => {
    steps += 1;
    return steps >= mostSteps || clock.now() - from >= SLICE_MS;
  };
}

/** Each slice is one transaction. What is given first is finished first. */
export interface Slices {
  /**
   * Runs a step for each `next`, which answers whether it changed what is shown. The first slice runs at once where
   * nothing is under way.
   * @param done called once, in the turn of the last step, with what was thrown or null. A slice that throws
   *   leaves no trace, the slices before it stay.
   * @returns a function that drops what is left of the work; `done` is not called then
   */
  run(steps: Iterator<boolean>, done: (thrown: unknown) => void): () => void;
  /** Drops everything. */
  dispose(): void;
}

export interface SlicesPorts {
  readonly store: LocalStore;
  readonly clock: Clock;
  /** Called after each slice that changed what is shown. */
  readonly onStoreChange: () => void;
  /** Steps without a pause, at the most. */
  readonly sliceSteps?: number | undefined;
}

const nothing = (): void => {};

interface Job {
  readonly steps: Iterator<boolean>;
  readonly done: (thrown: unknown) => void;
}

export function createSlices(ports: SlicesPorts): Slices {
  const { store, clock, onStoreChange, sliceSteps } = ports;
  const jobs: Job[] = [];
  let running = false;
  let disposed = false;
  let cancelPause: (() => void) | null = null;

  /** One transaction. Answers whether the job is at its end. */
  function runSlice({ steps }: Job): boolean {
    const isOver = createSliceEnd(clock, sliceSteps);
    let changed = false;
    // All of it comes from the cloud, or is only a record of what was sent: what a power cut takes is told, sent and
    // answered again, and S7 knows it again by what it holds.
    const ended = store.transaction(() => {
      do {
        const step = steps.next();
        if (step.done === true) return true;
        changed ||= step.value;
      } while (!isOver());
      return false;
    }, 'soon');
    if (changed && !disposed) onStoreChange();
    return ended;
  }

  function goOn(): void {
    cancelPause = null;
    const [job] = jobs;
    if (job === undefined) return;
    let ended = true;
    let thrown: unknown = null;
    running = true;
    try {
      ended = runSlice(job);
    } catch (error) {
      thrown = error;
    }
    running = false;
    if (ended) jobs.shift();
    if (ended && !disposed) job.done(thrown);
    if (jobs.length > 0) cancelPause ??= clock.after(0, goOn);
  }

  function drop(job: Job): void {
    const place = jobs.indexOf(job);
    if (place >= 0) jobs.splice(place, 1);
  }

  return {
    run(steps, done) {
      if (disposed) return nothing;
      const job = { steps, done };
      jobs.push(job);
      if (!running && cancelPause === null) goOn();
      return () => drop(job);
    },
    dispose() {
      disposed = true;
      jobs.length = 0;
      cancelPause?.();
      cancelPause = null;
    },
  };
}

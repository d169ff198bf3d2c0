/**
 * Runs long work in slices of a few milliseconds: a first snapshot or an import of ten thousand notes must
 * not block the thread, which answers pages between slices. `createSlices` is for work on the store,
 * `createPace` for asynchronous work.
 */
import type { Clock } from '#shared/base/clock.ts';
import type { LocalStore } from './ports.ts';

/** Half a frame: a page's request waits no longer than this and a commit. */
const SLICE_MS = 8;

/**
 * To be awaited after each small step: lets other work run if the slice is over.
 * @throws the signal's reason once it is aborted
 */
export type Pace = () => Promise<void>;

/** Maximum number of steps in a slice, in case the clock was set back. */
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

/**
 * Begins a slice. The returned function must be called after each step, and tells whether the slice is over.
 */
function createSliceEnd(clock: Pick<Clock, 'now'>, mostSteps = MOST_STEPS): () => boolean {
  const from = clock.now();
  let steps = 0;
  return () => {
    steps += 1;
    return steps >= mostSteps || clock.now() - from >= SLICE_MS;
  };
}

/**
 * Runs jobs in slices, each of which is one transaction. Jobs are finished in the order in which they came.
 */
export interface Slices {
  /**
   * Runs the steps of a job, each of which yields whether it changed anything shown. The first slice runs at
   * once if no other job is in progress.
   * @param done called once, in the turn of the last step, with the error or null. A slice that throws leaves
   *   no trace; the slices before it stay.
   * @returns a function that drops the rest of the job; `done` is then not called
   */
  run(steps: Iterator<boolean>, done: (thrown: unknown) => void): () => void;
  dispose(): void;
}

export interface SlicesPorts {
  readonly store: LocalStore;
  readonly clock: Clock;
  /** Called after each slice that changed anything shown. */
  readonly onStoreChange: () => void;
  /** Maximum number of steps without a pause. */
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

  /** Runs one transaction. @returns whether the job has ended */
  function runSlice({ steps }: Job): boolean {
    const isOver = createSliceEnd(clock, sliceSteps);
    // Slices store what the cloud said, or record attempts. After a power cut the cloud says it again, and
    // pushes that are repeated are recognised by their fields (S7).
    const { changed, ended } = store.transaction(() => {
      let hasChange = false;
      do {
        const step = steps.next();
        if (step.done === true) return { changed: hasChange, ended: true };
        hasChange ||= step.value;
      } while (!isOver());
      return { changed: hasChange, ended: false };
    }, 'soon');
    if (changed && !disposed) onStoreChange();
    return ended;
  }

  function runNextSlice(): void {
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
    if (jobs.length > 0) cancelPause ??= clock.after(0, runNextSlice);
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
      if (!running && cancelPause === null) runNextSlice();
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

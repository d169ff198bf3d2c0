/** The progress of an action on more notes than a single request takes. */
import { atom } from 'jotai';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { store } from '../state/store.ts';

export interface Progress {
  /** The beginning of a sentence, such as "Archiving". */
  readonly doing: string;
  readonly done: number;
  readonly total: number;
  readonly stop: () => void;
}

export const progressAtom = atom<Progress | null>(null);

const inOrder = createTaskQueue();

/**
 * Runs such actions one after the other.
 * @param work calls `shouldContinue` after each part, with the number of finished notes
 */
export function withProgress<Result>(
  doing: string,
  total: number,
  work: (shouldContinue: (done: number) => boolean) => Promise<Result>,
): Promise<Result> {
  const run = async (): Promise<Result> => {
    let isStopped = false;
    const stop = (): void => {
      isStopped = true;
    };
    const show = (done: number): boolean => {
      store.set(progressAtom, { doing, done, total, stop });
      return !isStopped;
    };
    show(0);
    try {
      return await work(show);
    } finally {
      store.set(progressAtom, null);
    }
  };
  return inOrder(run);
}

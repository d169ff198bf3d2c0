/** Counts what Firestore would bill (https://firebase.google.com/docs/firestore/pricing). */
import type { CommitRequest, ListenResponse } from './protocol.ts';

export interface Usage {
  /** Documents that were returned, and one for each query or look-up without a result. */
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
}

export class UsageCounter {
  #usage = { reads: 0, writes: 0, deletes: 0 };

  read(): Usage {
    return { ...this.#usage };
  }

  /** Each answer of a query or look-up names one document, or says that there is none. */
  addRead(): void {
    this.#usage.reads += 1;
  }

  addCommit({ writes = [] }: CommitRequest): void {
    const deletes = writes.filter((write) => write.delete !== undefined).length;
    this.#usage.deletes += deletes;
    this.#usage.writes += writes.length - deletes;
  }

  addListened(responses: readonly ListenResponse[]): void {
    this.#usage.reads += responses.filter((response) => 'documentChange' in response).length;
  }
}

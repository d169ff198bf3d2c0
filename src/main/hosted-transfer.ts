/**
 * The export or import of an account as pages see it, across the threads that serve the account one after the other. An
 * import whose thread ends in the middle goes on in the next one, with the files that were chosen before: what the account
 * has by then is known there, and only what is missing is added. Everything here ends with the account (S10, S14).
 */
import { AppError } from '#shared/error.ts';
import type { AccountHostService } from '#shared/account-service.ts';
import type { AccountTransfer } from '#shared/ipc/contract.ts';
import { IMPORT_INTERRUPTED, type ImportSource, NO_TRANSFER, type TransferState } from '#shared/transfer.ts';

export interface HostedTransfer {
  readonly state: TransferState;
  /** The thread that serves asks for files. */
  readonly chooseSource: AccountHostService['chooseSource'];
  /** The thread that serves told this. */
  follow(state: TransferState): void;
  /** @param another whether another one is started */
  threadEnded(another: boolean): void;
  /** Answers what only the account's thread knows with false. @throws AppError `transfer-running` */
  answer(channel: AccountTransfer): boolean;
  /** What the thread that serves now is to import once more; null where nothing was interrupted. */
  resume(): ImportSource | null;
}

/** How often an import goes on by itself: it may be what ends the threads. */
const MOST_RESUMES = 2;

const INTERRUPTED =
  'It was interrupted, because the notes had to be opened again. What had been done by then stays; please begin again.';

export function createHostedTransfer(ports: {
  readonly chooseSource: AccountHostService['chooseSource'];
  readonly onChange: (state: TransferState) => void;
}): HostedTransfer {
  let state: TransferState = NO_TRANSFER;
  /** The import that runs, from the choice of its files on. */
  let chosen: { readonly from: ImportSource; readonly source: readonly string[] } | null = null;
  let resumes = 0;
  /** Whether it runs in no thread now and waits for the next one. */
  let waits = false;

  function change(to: TransferState): void {
    if (to.status !== 'choosing' && to.status !== 'running') {
      chosen = null;
      waits = false;
    }
    state = to;
    ports.onChange(to);
  }

  return {
    get state() {
      return state;
    },
    async chooseSource(from) {
      if (chosen !== null) return chosen.source;
      const source = await ports.chooseSource(from);
      // The answer may come long after the question was given up.
      if (source !== null && state.status === 'choosing') {
        chosen = { from, source };
        resumes = 0;
      }
      return source;
    },
    follow(to) {
      // What is waiting is no interruption yet, and what goes on asks nobody.
      if (waits || (chosen !== null && to.status === 'choosing')) return;
      change(to);
    },
    threadEnded(another) {
      if (state.status !== 'running' && state.status !== 'choosing') return;
      const { kind } = state;
      waits = another && state.status === 'running' && chosen !== null && resumes < MOST_RESUMES;
      if (waits) change({ status: 'running', kind, done: 0, total: 0 });
      else change(kind === 'import' ? IMPORT_INTERRUPTED : { status: 'failed', kind, reason: INTERRUPTED });
    },
    answer(channel) {
      if (!waits) return false;
      if (channel === 'transfer:cancel') change(IMPORT_INTERRUPTED);
      else if (channel === 'transfer:import' || channel === 'transfer:export')
        throw new AppError('transfer-running', 'Another export or import is still going on.');
      return true;
    },
    resume() {
      if (!waits || chosen === null) return null;
      waits = false;
      resumes += 1;
      return chosen.from;
    },
  };
}

/**
 * The export or import of an account as pages see it, across the threads that serve the account one after the other. An
 * import whose thread ends in the middle goes on in the next one, with the files that were chosen before. The next thread
 * knows what the account has by then, and adds only what is missing. Everything here ends with the account (S10, S14).
 */
import { AppError } from '#shared/base/error.ts';
import type { AccountHostService } from '#shared/ipc/account-service.ts';
import type { AccountTransfer, RequestOn } from '#shared/ipc/requests.ts';
import type { Uid } from '#shared/note/note.ts';
import {
  IMPORT_INTERRUPTED,
  type ImportSource,
  NO_TRANSFER,
  type TransferKind,
  type TransferState,
} from '#shared/ipc/transfer.ts';

/** Dialogs that only the main thread can show. */
export type FileDialogs = Pick<
  AccountHostService,
  'chooseFolder' | 'chooseSource' | 'choosePictureFolder' | 'chooseReportFile'
>;

export interface HostedTransfer {
  readonly state: TransferState;
  /** Called when the thread that serves asks for files. */
  readonly chooseSource: AccountHostService['chooseSource'];
  readonly choosePictureFolder: AccountHostService['choosePictureFolder'];
  /** Called when the thread that serves reports its state. */
  update(state: TransferState): void;
  /** @param willRestart whether another thread is started */
  handleThreadEnd(willRestart: boolean): void;
  /** @returns false if the account's thread has to be asked @throws AppError `transfer-running` */
  handle(channel: AccountTransfer): boolean;
  /** Takes the request by which the next thread goes on with an interrupted import or forgets it; null if there is none. */
  takeResumption(): RequestOn<AccountTransfer> | null;
}

/** How often an import goes on by itself: the import may be the reason why the threads end. */
const MOST_RESUMES = 2;

export function createHostedTransfer(ports: {
  readonly uid: Uid;
  readonly chooseSource: FileDialogs['chooseSource'];
  readonly choosePictureFolder: FileDialogs['choosePictureFolder'];
  readonly onChange: (state: TransferState) => void;
}): HostedTransfer {
  let state: TransferState = NO_TRANSFER;
  /** The running import, as soon as its files were chosen. */
  let chosen: { readonly from: ImportSource; readonly source: readonly string[] } | null = null;
  /** The answer to the question where that import's pictures go; null if nobody was asked yet. */
  let pictureFolder: Promise<string | null> | null = null;
  let resumes = 0;
  /** What the next thread is to do with the import that was interrupted: go on, or forget it, because a person has stopped it. */
  let next: 'go on' | 'forget' | null = null;

  function change(to: TransferState): void {
    if (to.status !== 'choosing' && to.status !== 'running') chosen = null;
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
        pictureFolder = null;
        resumes = 0;
      }
      return source;
    },
    choosePictureFolder() {
      pictureFolder ??= ports.choosePictureFolder();
      return pictureFolder;
    },
    update(to) {
      // An import that waits for a thread is not interrupted yet, and one that goes on asks nobody for files.
      if (next === 'go on' || (chosen !== null && to.status === 'choosing')) return;
      // A new thread reports any import that did not end, even one that was stopped.
      if (next === 'forget' && to.status === 'failed') return;
      change(to);
    },
    handleThreadEnd(willRestart) {
      if (state.status !== 'running' && state.status !== 'choosing') return;
      const { status, kind } = state;
      next = willRestart && chosen !== null && resumes < MOST_RESUMES ? 'go on' : null;
      if (next !== null) change({ status: 'running', kind, done: 0, total: 0 });
      else if (status === 'choosing' && chosen === null) change(failedBeforeItBegan(kind));
      else change(failedInTheMiddle(kind));
    },
    handle(channel) {
      const begins = channel === 'transfer:import' || channel === 'transfer:export';
      if (next !== 'go on') {
        if (begins) next = null;
        return false;
      }
      if (begins) throw new AppError('transfer-running', 'transfer-running');
      if (channel === 'transfer:cancel') {
        next = 'forget';
        change({ status: 'stopped', kind: 'import' });
      }
      return true;
    },
    takeResumption() {
      const now = next;
      next = null;
      if (now === 'forget') return { channel: 'transfer:cancel', args: [] };
      if (now === null || chosen === null) return null;
      resumes += 1;
      return { channel: 'transfer:import', args: [ports.uid, chosen.from] };
    },
  };
}

function failedBeforeItBegan(kind: TransferKind): TransferState {
  const reason = `The ${kind} did not begin, because your notes had to be opened again. Please try again.`;
  return { status: 'failed', kind, reason };
}

function failedInTheMiddle(kind: TransferKind): TransferState {
  if (kind === 'import') return IMPORT_INTERRUPTED;
  const reason =
    'The export was interrupted, because your notes had to be opened again. Its folder is not complete; please export again.';
  return { status: 'failed', kind, reason };
}

/**
 * The export or import of an account as pages see it, across the successive threads that serve the account.
 * An export or import ends with its thread, and its state says so. Choosing the same files again adds the
 * missing notes.
 */
import type { AccountHostService } from '#shared/ipc/account-service.ts';
import {
  IMPORT_INTERRUPTED,
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
  /** Called when the serving thread reports its state. */
  update(state: TransferState): void;
  handleThreadEnd(): void;
}

export function createHostedTransfer(onChange: (state: TransferState) => void): HostedTransfer {
  let state: TransferState = NO_TRANSFER;

  function update(to: TransferState): void {
    state = to;
    onChange(to);
  }

  return {
    get state() {
      return state;
    },
    update,
    handleThreadEnd() {
      if (state.status === 'choosing') update(failedBeforeItBegan(state.kind));
      else if (state.status === 'running') update(failedInTheMiddle(state.kind));
    },
  };
}

function failedBeforeItBegan(kind: TransferKind): TransferState {
  const reason = `The ${kind} did not start, because your notes had to be reopened. Please try again.`;
  return { status: 'failed', kind, reason };
}

function failedInTheMiddle(kind: TransferKind): TransferState {
  if (kind === 'import') return IMPORT_INTERRUPTED;
  const reason =
    'The export was interrupted, because your notes had to be reopened. Its folder is incomplete. Please export again.';
  return { status: 'failed', kind, reason };
}

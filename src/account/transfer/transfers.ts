/**
 * Runs one export or import at a time, from the system's dialog to its result. Each step is reported to the
 * main thread, which keeps the state for pages and outlives this thread. A transfer belongs to the account
 * that it was begun for and ends with it (S10). An import that ended that way is reported at the next
 * opening, until it is dismissed or another import has ended.
 */
import { writeFile } from 'node:fs/promises';
import { AppError, toPlainError } from '#shared/base/error.ts';
import type { Report } from '#shared/base/log.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import {
  IMPORT_INTERRUPTED,
  type ImportSource,
  NO_TRANSFER,
  type TransferKind,
  type TransferProgress,
  type TransferState,
} from '#shared/ipc/transfer.ts';
import type { AccountTransfer, Requests } from '#shared/ipc/requests.ts';
import type { Uid } from '#shared/note/note.ts';
import type { AllNotes } from '../tables/all-notes.ts';
import type { LocalNotes } from '../sync/local-notes.ts';
import { createPace, type Pace } from '../sync/slices.ts';
import type { ImportMark } from './import-mark.ts';
import { toExportError } from './sources/transfer-error.ts';

export interface Transfers {
  /**
   * For an export or import, resolves when it has ended in any way; `onChange` reports how.
   * @throws AppError `transfer-running`
   */
  request(channel: AccountTransfer, args: readonly unknown[]): Promise<void>;
  /**
   * Called when the account closes: stops the transfer without another `onChange`. Resolves when nothing of
   * it is left.
   */
  reset(): Promise<void>;
}

/** What only the main thread can show. */
export interface TransferDialogs {
  /** Asks the person; null if they chose nothing. */
  readonly chooseFolder: () => Promise<string | null>;
  readonly chooseSource: (from: ImportSource) => Promise<readonly string[] | null>;
  /** The folder for the pictures of an import. */
  readonly choosePictureFolder: () => Promise<string | null>;
  /** The file for the report of an import; an existing one may be overwritten. */
  readonly chooseReportFile: () => Promise<string | null>;
}

export interface TransfersPorts extends TransferDialogs {
  readonly uid: Uid;
  readonly notes: Pick<LocalNotes, 'addImported' | 'edit'>;
  readonly all: AllNotes;
  readonly mark: ImportMark;
  readonly engine: { readonly state: SyncState };
  readonly clock: Clock;
  readonly onChange: (state: TransferState) => void;
  readonly onTrouble: Report;
}

type TransferRequests = {
  readonly [C in AccountTransfer]: (...args: Parameters<Requests[C]>) => void | Promise<void>;
};

interface TransferWork {
  readonly pace: Pace;
  readonly onProgress: (progress: TransferProgress) => void;
  /** Asks the person during the transfer. @throws if the transfer was stopped meanwhile */
  readonly ask: <Answer>(question: () => Promise<Answer>) => Promise<Answer>;
}

/** Ten steps a second make the progress bar look smooth; more would only cost time. */
const PROGRESS_EVERY_MS = 100;

export function createTransfers(ports: TransfersPorts): Transfers {
  const { uid, notes, all, mark, engine, clock, onChange, onTrouble } = ports;
  const { chooseFolder, chooseSource, choosePictureFolder, chooseReportFile } = ports;
  let running: AbortController | null = null;
  let ended: Promise<void> = Promise.resolve();
  /** The report of the import that ended last, until it is dismissed. */
  let report: string | null = null;

  function begin<Chosen>(
    kind: TransferKind,
    choose: () => Promise<Chosen | null>,
    work: (chosen: Chosen, ports: TransferWork) => Promise<TransferState>,
  ): Promise<void> {
    if (running !== null) throw new AppError('transfer-running', 'transfer-running');
    const controller = new AbortController();
    const { signal } = controller;
    running = controller;
    report = null;
    onChange({ status: 'choosing', kind });
    let reportedAt = 0;
    const onProgress = (progress: TransferProgress): void => {
      if (running !== controller || signal.aborted) return;
      const now = clock.now();
      // Somebody may set the clock back.
      if (now >= reportedAt && now - reportedAt < PROGRESS_EVERY_MS) return;
      reportedAt = now;
      onChange({ status: 'running', ...progress });
    };

    // When the account or the app closes, nobody waits for a dialog that is still open.
    const ask = <Answer>(question: () => Promise<Answer>): Promise<Answer> =>
      Promise.race([question(), rejectOnAbort(signal)]);

    async function run(): Promise<TransferState> {
      try {
        const chosen = await ask(choose);
        if (chosen === null) return NO_TRANSFER;
        onChange({ status: 'running', kind, done: 0, total: 0 });
        return await work(chosen, { pace: createPace(clock, signal), onProgress, ask });
      } catch (error) {
        if (signal.aborted) return { status: 'stopped', kind };
        onTrouble(`${kind}-failed`, error);
        return { status: 'failed', kind, reason: sentenceOf(toPlainError(error).reason) };
      }
    }

    ended = run().then((end) => {
      if (running !== controller) return;
      running = null;
      // An import that ends with its account keeps its mark.
      if (kind === 'import' && end !== NO_TRANSFER) mark.clear();
      onChange(end);
    });
    return ended;
  }

  const exportAll = (): Promise<void> =>
    begin('export', chooseFolder, async (folder, work) => {
      const { exportNotes } = await import('./export.ts');
      return {
        status: 'exported',
        result: await exportNotes({ notes: all, folder, now: clock.now, ...work }),
      };
    });

  function importFrom(from: ImportSource): Promise<void> {
    const choose = async (): Promise<readonly string[] | null> => {
      // Refuses before the person looks for their files in the dialog.
      if (!engine.state.loaded) throw notLoadedError();
      return chooseSource(from);
    };
    return begin('import', choose, async (source, { ask, ...work }) => {
      mark.set();
      // Loaded only when it is needed, because the start of this thread is part of the app's start.
      const { importNotes } = await import('./import.ts');
      const result = await importNotes({
        ...work,
        notes,
        all,
        uid,
        source,
        choosePictureFolder: () => ask(choosePictureFolder),
        now: clock.now,
        onReport: (text) => (report = text),
      });
      return { status: 'imported', result };
    });
  }

  async function saveReport(): Promise<void> {
    if (report === null) throw reportIsGone();
    const file = await chooseReportFile();
    // The report is dropped with its account, even while the dialog is open.
    if (file === null || report === null) return;
    await writeFile(file, report, { mode: 0o600 }).catch((error: unknown) => {
      throw toExportError(error);
    });
  }

  const requests: { readonly [C in AccountTransfer]: (...args: never[]) => void | Promise<void> } = {
    'transfer:export': exportAll,
    'transfer:import': (_uid, from) => importFrom(from),
    'transfer:cancel': () => running?.abort(),
    'transfer:save-report': saveReport,
    'transfer:dismiss'() {
      if (running !== null) return;
      report = null;
      mark.clear();
      onChange(NO_TRANSFER);
    },
  } satisfies TransferRequests;

  if (mark.isSet()) onChange(IMPORT_INTERRUPTED);
  return {
    async request(channel, args: readonly never[]) {
      await requests[channel](...args);
    },
    reset() {
      running?.abort();
      running = null;
      report = null;
      return ended;
    },
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Stopped.')));
  });
}

function reportIsGone(): AppError {
  return new AppError('store-failed', 'report-gone');
}

function notLoadedError(): AppError {
  return new AppError('network', 'transfer-no-notes-yet');
}

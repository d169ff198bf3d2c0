/**
 * Runs one export or import at a time, from the system's dialog to its result. Each step is reported to the main thread, which
 * keeps the state for pages and outlives this thread. A transfer belongs to the account that it was begun for and ends
 * with it (S10). An import that ended that way is reported at the next opening, until it is dismissed or another transfer
 * has ended.
 */
import { writeFile } from 'node:fs/promises';
import { AppError, messageOf } from '#shared/error.ts';
import type { Clock } from '#shared/clock.ts';
import type { SyncState } from '#shared/sync-state.ts';
import {
  IMPORT_INTERRUPTED,
  type ImportSource,
  NO_TRANSFER,
  type TransferKind,
  type TransferProgress,
  type TransferState,
} from '#shared/transfer.ts';
import type { AccountTransfer, Requests } from '#shared/ipc/requests.ts';
import type { Uid } from '#shared/note.ts';
import type { AllNotes } from '../store/all-notes.ts';
import type { LocalNotes } from '../sync/local-notes.ts';
import { createPace, type Pace } from '../sync/slices.ts';
import type { ImportMark } from './import-mark.ts';
import { toExportError } from './transfer-error.ts';

export interface Transfers {
  /**
   * An export or import resolves when it has ended, however it did; `onChange` was told how.
   * @throws AppError `transfer-running`
   */
  request(channel: AccountTransfer, args: readonly unknown[]): Promise<void>;
  /** The account goes: ends what goes on, and `onChange` is not called again for it. Resolves when nothing of it is left. */
  reset(): Promise<void>;
}

/** What only the main thread can show. */
export interface TransferDialogs {
  /** Asks the person; null where they chose nothing. */
  readonly chooseFolder: () => Promise<string | null>;
  readonly chooseSource: (from: ImportSource) => Promise<readonly string[] | null>;
  /** The folder that gets the pictures of an import. */
  readonly choosePictureFolder: () => Promise<string | null>;
  /** The file that gets the report of an import; one that is there may be overwritten. */
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
  readonly onTrouble: (message: string) => void;
}

type TransferRequests = {
  readonly [C in AccountTransfer]: (...args: Parameters<Requests[C]>) => void | Promise<void>;
};

interface TransferWork {
  readonly pace: Pace;
  readonly onProgress: (progress: TransferProgress) => void;
  /** Asks the person in the middle of it. @throws where it was stopped meanwhile */
  readonly ask: <Answer>(question: () => Promise<Answer>) => Promise<Answer>;
}

/** Ten steps a second make the progress bar look smooth; more would only cost time. */
const PROGRESS_EVERY_MS = 100;

export function createTransfers(ports: TransfersPorts): Transfers {
  const { uid, notes, all, mark, engine, clock, onChange, onTrouble } = ports;
  const { chooseFolder, chooseSource, choosePictureFolder, chooseReportFile } = ports;
  let running: AbortController | null = null;
  let ended: Promise<void> = Promise.resolve();
  /** Of the import that ended last, until that is dismissed. */
  let report: string | null = null;

  function begin<Chosen>(
    kind: TransferKind,
    choose: () => Promise<Chosen | null>,
    work: (chosen: Chosen, ports: TransferWork) => Promise<TransferState>,
  ): Promise<void> {
    if (running !== null)
      throw new AppError('transfer-running', 'Another export or import is still going on.');
    const mine = new AbortController();
    const { signal } = mine;
    running = mine;
    report = null;
    onChange({ status: 'choosing', kind });
    let reportedAt = 0;
    const onProgress = (progress: TransferProgress): void => {
      if (running !== mine || signal.aborted) return;
      const now = clock.now();
      // Somebody may set the clock back.
      if (now >= reportedAt && now - reportedAt < PROGRESS_EVERY_MS) return;
      reportedAt = now;
      onChange({ status: 'running', ...progress });
    };

    // Nobody waits for a dialog that is still open when the account, or the app, goes.
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
        onTrouble(`The ${kind} failed: ${messageOf(error)}`);
        return { status: 'failed', kind, reason: messageOf(error) };
      }
    }

    ended = run().then((end) => {
      if (running !== mine) return;
      running = null;
      // What ends with the account keeps its mark.
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
      // Refused before anybody has looked for their files in the dialog.
      if (!engine.state.loaded) throw notLoaded();
      return chooseSource(from);
    };
    return begin('import', choose, async (source, { ask, ...work }) => {
      mark.set();
      // Not loaded before it is needed: the thread's start is part of the app's.
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
    // With its account it goes, also where the dialog was still open.
    if (file === null || report === null) return;
    await writeFile(file, report).catch((error: unknown) => {
      throw toExportError(error);
    });
  }

  const requests: { readonly [C in AccountTransfer]: (...args: never[]) => void | Promise<void> } = {
    'transfer:export': exportAll,
    'transfer:import': (_uid, from) => importFrom(from),
    'transfer:cancel'() {
      // An import that a person stopped while no thread served it has left its mark.
      if (running === null) mark.clear();
      else running.abort();
    },
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
    signal.addEventListener('abort', () => reject(new Error('It was stopped.')));
  });
}

function reportIsGone(): AppError {
  return new AppError(
    'store-failed',
    'The report is not there any more, because your notes had to be opened again. Import the same files once more for another one.',
  );
}

function notLoaded(): AppError {
  return new AppError(
    'network',
    'Your notes have not arrived on this device yet. Import again once they are here, so that nothing is added twice.',
  );
}

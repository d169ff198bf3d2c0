/** The result of an import that found nothing. */
import type { ImportResult } from '#shared/ipc/transfer.ts';

export const EMPTY_RESULT: ImportResult = {
  added: 0,
  pinned: 0,
  labels: 0,
  known: 0,
  empty: 0,
  files: { met: 0, came: 0, known: 0, leftOut: 0, failed: 0 },
  broken: [],
  leftOut: [],
};

/**
 * The schema's history, oldest first: migration N brings a database from `user_version` N-1 to N. A migration that
 * has been released is never changed.
 */
import { notes } from './001-notes.ts';
import { draftsAndRemoved } from './002-drafts-and-removed.ts';
import { changes } from './003-changes.ts';
import { historyAndIndex } from './004-history-and-index.ts';
import { conflictOf } from './005-conflict-of.ts';
import { marks } from './006-marks.ts';
import { draftMarks } from './007-draft-marks.ts';

export const MIGRATIONS: readonly string[] = [
  notes,
  draftsAndRemoved,
  changes,
  historyAndIndex,
  conflictOf,
  marks,
  draftMarks,
];

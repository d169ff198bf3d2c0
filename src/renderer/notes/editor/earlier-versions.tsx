/**
 * The earlier versions of a note, over the edit dialog: each with what restoring it would add and remove. Words that were left
 * without saving are among them.
 */
import { useAtomValue } from 'jotai';
import { type JSX, useCallback } from 'react';
import type { EarlierRow } from '#shared/history.ts';
import type { NoteContent, NoteId } from '#shared/note.ts';
import { call } from '../../bridge/client.ts';
import { formatMoment, formatShortMoment } from '../../state/age.ts';
import { nowAtom } from '../../state/clock.ts';
import { HistoryDialog } from '../history/history-dialog.tsx';

interface EarlierVersionsProps {
  readonly id: NoteId;
  readonly open: boolean;
  /** Whether words were typed that the note does not hold yet. */
  readonly unsaved: boolean;
  readonly onClose: () => void;
  /** Null if the note is read-only. */
  readonly onRestore: ((content: NoteContent) => void) | null;
}

export function EarlierVersions({ id, unsaved, onRestore, ...frame }: EarlierVersionsProps): JSX.Element {
  const now = useAtomValue(nowAtom);
  const read = useCallback(
    (offset: number, limit: number) => call('history:versions', id, offset, limit),
    [id],
  );
  const legend = onRestore === null ? LEGEND_READ : LEGEND;
  return (
    <HistoryDialog
      {...frame}
      title="Earlier versions"
      id={id}
      read={read}
      labelOf={({ replacedAt, by }: EarlierRow) => {
        const moment = formatShortMoment(replacedAt, now);
        const label =
          by === 'nobody'
            ? { name: 'Not saved', detail: `Left ${moment}` }
            : { name: `Replaced ${moment}`, detail: `on ${by}` };
        return { ...label, title: formatMoment(replacedAt) };
      }}
      none={NONE}
      legend={unsaved ? `${legend} ${UNSAVED}` : legend}
      copied="Version copied"
      actions={
        onRestore === null
          ? []
          : [{ name: 'Restore', appearance: 'primary', onAct: (_row, content) => onRestore(content) }]
      }
    />
  );
}

const NONE =
  'No earlier versions yet. When you change this note, the words it had before stay on this device for 30 days.';
const LEGEND_READ = 'Highlighted words were replaced by the crossed-out ones.';
const LEGEND = 'Restoring adds the highlighted words and removes the crossed-out ones.';
const UNSAVED =
  'The note is shown as it was last saved. What you have typed since is saved first, as an earlier version.';

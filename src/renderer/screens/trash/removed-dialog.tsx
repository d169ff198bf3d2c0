/**
 * The notes that another device deleted forever (S6), and words that were deleted before they were a note (S12.5). Each can be read,
 * restored, or deleted here, too. If there are any, the trash has the button that opens this dialog.
 */
import { useAtom, useAtomValue } from 'jotai';
import { type JSX, useState } from 'react';
import type { RemovedRow } from '#shared/view.ts';
import { call } from '../../bridge/client.ts';
import { focusTopDialog } from '../../components/focus-guard.ts';
import { DeleteForeverDialog } from '../../notes/actions/delete-forever-dialog.tsx';
import { HistoryDialog } from '../../notes/history/history-dialog.tsx';
import { useAccount } from '../../session/account.ts';
import { formatAge, formatMoment } from '../../state/age.ts';
import { nowAtom } from '../../state/clock.ts';
import { showNotice, showFailure } from '../../toast/notices.ts';
import { readRemoved, removedOpenerAtom } from './removed.ts';

export function RemovedDialog(): JSX.Element {
  const uid = useAccount();
  const now = useAtomValue(nowAtom);
  const [opener, setOpener] = useAtom(removedOpenerAtom);
  /** The note that the question asks about before it is deleted. */
  const [toDelete, setToDelete] = useState<RemovedRow | null>(null);
  /** The note that the question names, also while it fades out. */
  const [named, setNamed] = useState<RemovedRow | null>(null);
  if (toDelete !== null && toDelete !== named) setNamed(toDelete);
  const close = (): void => {
    setOpener(null);
    requestAnimationFrame(() => opener?.focus());
  };
  const restore = ({ version }: RemovedRow): void =>
    showNoticeAfter(call('removed:restore', uid, version), 'Note restored');
  return (
    <>
      <HistoryDialog
        open={opener !== null}
        onClose={close}
        title="Recently removed"
        read={readRemoved}
        labelOf={({ title, excerpt, removedAt, isUnsaved }: RemovedRow) => {
          const age = ageInSentence(removedAt, now);
          return {
            name: title === '' ? excerpt : title,
            detail: isUnsaved ? `Not saved, deleted ${age}` : `Removed ${age}`,
            title: formatMoment(removedAt),
          };
        }}
        none="Nothing is left here."
        legend="Notes that another device deleted forever, and words that were never saved, stay on this device for 30 days."
        copied="Note copied"
        actions={[
          { name: 'Delete forever', onAct: setToDelete },
          { name: 'Restore', appearance: 'primary', onAct: restore },
        ]}
      />
      <DeleteForeverDialog
        open={toDelete !== null}
        what={named}
        message={`${named?.isUnsaved === true ? NEVER_SAVED : REMOVED} It cannot be brought back.`}
        onAnswer={(confirmed) => {
          if (confirmed && toDelete !== null)
            showNoticeAfter(call('removed:forget', uid, toDelete.version), 'Note deleted forever');
          setToDelete(null);
        }}
        onGone={() => requestAnimationFrame(focusTopDialog)}
      />
    </>
  );
}

const REMOVED = 'Other devices have removed it already; this device keeps the last copy.';
const NEVER_SAVED = 'It was never saved, and only this device has it.';

function showNoticeAfter(request: Promise<void>, done: string): void {
  request.then(() => showNotice({ text: done }), showFailure);
}

function ageInSentence(removedAt: number, now: number): string {
  const age = formatAge(removedAt, now);
  if (age === 'now') return 'just now';
  return /(?:min|h)$/.test(age) ? `${age} ago` : age.replace('Yesterday', 'yesterday');
}

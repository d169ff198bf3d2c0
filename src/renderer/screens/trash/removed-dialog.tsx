/**
 * Notes that another device deleted forever (S6), and words that were deleted before they were a note
 * (S12.5). Each can be read, restored, or deleted here, too. The trash has a button for this dialog if there
 * are any.
 */
import { makeStyles } from '@fluentui/react-components';
import { useAtom } from 'jotai';
import { type JSX, useState } from 'react';
import type { RemovedRow } from '#shared/note/view.ts';
import { call } from '../../bridge/client.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { focusTopDialog, giveFocusBack } from '../../components/focus-guard.ts';
import { DeleteForeverDialog } from '../../notes/actions/delete-forever-dialog.tsx';
import { useAccount } from '../../session/account.ts';
import { showNotice, showFailure } from '../../toast/notices.ts';
import { RemovedList } from './removed-list.tsx';
import { REMOVED_TITLE, removedOpenerAtom } from './removed.ts';

const useStyles = makeStyles({ surface: { width: '820px' } });

export function RemovedDialog(): JSX.Element {
  const uid = useAccount();
  const { surface } = useStyles();
  const [opener, setOpener] = useAtom(removedOpenerAtom);
  const [toDelete, setToDelete] = useState<RemovedRow | null>(null);
  /** The note named in the question, even while it fades out. */
  const [named, setNamed] = useState<RemovedRow | null>(null);
  if (toDelete !== null && toDelete !== named) setNamed(toDelete);
  const close = (): void => {
    setOpener(null);
    giveFocusBack(opener);
  };
  const restore = ({ version }: RemovedRow): void =>
    showNoticeAfter(call('removed:restore', uid, version), 'Note restored');
  return (
    <>
      <DialogFrame open={opener !== null} title={REMOVED_TITLE} className={surface} onClose={close}>
        <RemovedList onDelete={setToDelete} onRestore={restore} />
      </DialogFrame>
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

const REMOVED = 'Other devices have deleted it; this device has the last copy.';
const NEVER_SAVED = 'It was never saved, and only this device has it.';

function showNoticeAfter(request: Promise<void>, done: string): void {
  request.then(() => showNotice({ text: done }), showFailure);
}

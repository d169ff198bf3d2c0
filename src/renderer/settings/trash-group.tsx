/**
 * When notes in the account's trash are deleted forever automatically. A choice that deletes them earlier is
 * confirmed once.
 */
import { type JSX, useState } from 'react';
import type { TrashChoice, TrashDays } from '#shared/ipc/settings.ts';
import { QuestionDialog } from '../components/question-dialog.tsx';
import { Segmented } from '../components/segmented.tsx';
import { Group, Row, rowLabelProps } from '../components/setting-row.tsx';
import { emptyTrashAfter } from './state.ts';

const CHOICES: readonly (readonly [TrashDays, string])[] = [
  [null, 'Never'],
  [7, '7 days'],
  [30, '30 days'],
];

export function TrashGroup({ uid, emptyAfter: now }: TrashChoice): JSX.Element {
  const [asking, setAsking] = useState(false);
  // The choice named in the question, even while it fades out.
  const [proposedDays, setProposedDays] = useState<TrashDays>(null);
  const choose = (days: TrashDays): void => {
    // Keeping notes longer needs no confirmation.
    if (days === null || (now !== null && days > now)) emptyTrashAfter(uid, days);
    else if (days !== now) {
      setProposedDays(days);
      setAsking(true);
    }
  };
  const answer = (confirmed: boolean): void => {
    // The buttons still work while the question fades out; a second click must do nothing.
    if (confirmed && asking) emptyTrashAfter(uid, proposedDays);
    setAsking(false);
  };
  return (
    <Group name="Trash">
      <Row
        wide
        id="trash"
        about={
          now === null
            ? 'Notes stay in the trash until you delete them.'
            : `Notes that have not changed in the trash for ${now} days are deleted forever, on all your devices.`
        }
        control={<Segmented {...rowLabelProps('trash')} options={CHOICES} value={now} onChoose={choose} />}
      />
      <QuestionDialog
        open={asking}
        question="Empty the trash automatically?"
        confirm={`Delete after ${proposedDays} days`}
        onAnswer={answer}
      >
        Notes that have not changed in the trash for {proposedDays} days are deleted forever, on all your
        devices. Those that have been there that long are deleted now. They cannot be brought back.
      </QuestionDialog>
    </Group>
  );
}

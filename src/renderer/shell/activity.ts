/** A long action under way, and how to stop it. */
import { atom } from 'jotai';
import { formatCount } from '#shared/base/count.ts';
import { progressAtom } from '../selection/progress.ts';
import { appDialogAtom } from '../settings/app-dialog.ts';
import { callOrShowFailure } from '../toast/notices.ts';
import { transferAtom } from '../transfer/state.ts';
import { progressWords } from '../transfer/words.ts';

interface Activity {
  readonly text: string;
  readonly stop: () => void;
}

/** Null if there is none. The settings show an export or import themselves. */
export const activityAtom = atom((get): Activity | null => {
  const progress = get(progressAtom);
  if (progress !== null) {
    const { doing, done, total, stop } = progress;
    return { text: `${doing} ${formatCount(done)} of ${formatCount(total)}…`, stop };
  }
  const transfer = get(transferAtom);
  if (transfer?.status !== 'running' || get(appDialogAtom) === 'settings') return null;
  return { text: progressWords(transfer), stop: () => callOrShowFailure('transfer:cancel') };
});

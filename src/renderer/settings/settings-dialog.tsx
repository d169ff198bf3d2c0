/** The settings of this device and of the account, and the export and import of its notes. */
import { DialogContent, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { useAccount } from '../session/account.ts';
import { ON_NARROW } from '../theme/media.ts';
import { DeviceGroup } from './device-group.tsx';
import { AppearanceGroup, StartGroup } from './general-group.tsx';
import { Problem } from '../components/problem.tsx';
import { QuickNoteGroup } from './quick-note-group.tsx';
import { SpellingGroup } from './spelling-group.tsx';
import { settingsAtom } from './state.ts';
import { TransferGroup } from '../transfer/transfer-group.tsx';
import { TrashGroup } from './trash-group.tsx';
import { tokens } from '../theme/theme.ts';
import { useSettingsPlace } from './use-settings-place.ts';

const useStyles = makeStyles({
  surface: { width: '680px' },
  content: {
    height: 'min(640px, 100vh - 176px)',
    maxHeight: 'none',
    paddingTop: tokens.spacingVerticalM,
    [ON_NARROW]: { height: 'calc(100vh - 120px)' },
  },
  problem: { marginBottom: tokens.spacingVerticalL },
});

export function SettingsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const state = useAtomValue(settingsAtom);
  const uid = useAccount();
  useSettingsPlace();
  return (
    <DialogFrame open title="Settings" className={styles.surface} onClose={onClose}>
      <DialogContent className={mergeClasses(dialog.scroller, dialog.toTheEnd, styles.content)}>
        {state !== null && (
          <>
            {state.storeProblem !== null && (
              <div className={styles.problem}>
                <Problem>{state.storeProblem}</Problem>
              </div>
            )}
            <AppearanceGroup {...state} />
            <QuickNoteGroup {...state} />
            <StartGroup {...state} />
            <SpellingGroup {...state} />
            {/* The account and its choice arrive one after the other; nothing is offered until both are
                known. */}
            {state.trash !== null && state.trash.uid === uid && <TrashGroup key={uid} {...state.trash} />}
            <TransferGroup uid={uid} />
            <DeviceGroup uid={uid} {...state} />
          </>
        )}
      </DialogContent>
    </DialogFrame>
  );
}

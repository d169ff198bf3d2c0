/** Whether notes in the trash are deleted for ever by themselves. What cannot be taken back is asked once. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  mergeClasses,
} from '@fluentui/react-components';
import { type JSX, useState } from 'react';
import type { SettingsState, TrashDays } from '#shared/settings.ts';
import { Segmented } from '../components/segmented.tsx';
import { useDialogStyles } from '../notes/dialog-styles.ts';
import { Group, Row, wordsOf } from './row.tsx';
import { changeSettings } from './state.ts';

const CHOICES: readonly (readonly [TrashDays, string])[] = [
  [null, 'Never'],
  [7, '7 days'],
  [30, '30 days'],
];

export function TrashGroup({ settings }: SettingsState): JSX.Element {
  const { emptyTrashAfter: now } = settings;
  const [asked, setAsked] = useState<TrashDays>(null);
  const choose = (days: TrashDays): void => {
    // To keep notes for longer is harmless.
    if (days === null || (now !== null && days > now)) changeSettings({ emptyTrashAfter: days });
    else if (days !== now) setAsked(days);
  };
  const answer = (confirmed: boolean): void => {
    if (confirmed) changeSettings({ emptyTrashAfter: asked });
    setAsked(null);
  };
  return (
    <Group name="Trash">
      <Row
        wide
        id="trash"
        name="Empty the trash after"
        about={
          now === null
            ? 'Notes stay in the trash until you delete them.'
            : `A note that nobody touched in the trash for ${now} days is deleted forever, on all of your devices.`
        }
        control={<Segmented {...wordsOf('trash')} options={CHOICES} value={now} onChoose={choose} />}
      />
      <Question days={asked} onAnswer={answer} />
    </Group>
  );
}

interface QuestionProps {
  /** Null: nothing is asked. */
  readonly days: TrashDays;
  readonly onAnswer: (confirmed: boolean) => void;
}

function Question({ days, onAnswer }: QuestionProps): JSX.Element {
  const styles = useDialogStyles();
  return (
    <Dialog
      modalType="alert"
      open={days !== null}
      onOpenChange={(_event, data) => !data.open && onAnswer(false)}
    >
      <DialogSurface
        className={mergeClasses(styles.surface, styles.small)}
        backdrop={{ appearance: 'dimmed' }}
      >
        <DialogBody>
          <DialogTitle className={styles.title}>Empty the trash by itself?</DialogTitle>
          <DialogContent className={styles.message}>
            Notes that nobody touched in the trash for {days} days are deleted forever, on all of your
            devices: those that are there for so long already at once, the others when their time has come.
            They cannot be brought back.
          </DialogContent>
          <DialogActions>
            <Button className={styles.button} onClick={() => onAnswer(false)}>
              Cancel
            </Button>
            <Button appearance="primary" className={styles.button} onClick={() => onAnswer(true)}>
              Delete after {days} days
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

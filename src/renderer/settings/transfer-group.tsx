/** All notes out as files, and notes of files in. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { call } from '../bridge/client.ts';
import { aboutOf, Group, Row } from './row.tsx';
import { failed, transferAtom } from './state.ts';
import { TransferReport } from './transfer-report.tsx';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  button: { height: '36px', minWidth: '0', whiteSpace: 'nowrap' },
});

export function TransferGroup(): JSX.Element {
  const styles = useStyles();
  const state = useAtomValue(transferAtom);
  const busy = state?.status === 'choosing' || state?.status === 'running';
  return (
    <Group name="Export and import">
      <Row
        id="export"
        name="Export all notes"
        about="One file for Inkling and a Markdown file of each note, in a folder of your choice."
        control={
          <Button
            className={styles.button}
            {...aboutOf('export')}
            disabledFocusable={busy}
            onClick={() => void call('transfer:export').catch(failed)}
          >
            Export…
          </Button>
        }
      />
      <Row
        wide
        id="import"
        name="Import notes"
        about="Google Keep’s from Google Takeout, or an export of Inkling. Nothing is added twice."
        control={
          <div className={styles.buttons}>
            <Button
              className={styles.button}
              {...aboutOf('import')}
              disabledFocusable={busy}
              onClick={() => void call('transfer:import', 'files').catch(failed)}
            >
              Choose files…
            </Button>
            <Button
              className={styles.button}
              {...aboutOf('import')}
              disabledFocusable={busy}
              onClick={() => void call('transfer:import', 'folder').catch(failed)}
            >
              Choose a folder…
            </Button>
          </div>
        }
      />
      {state !== null && <TransferReport state={state} />}
    </Group>
  );
}

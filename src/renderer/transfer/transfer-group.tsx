/** Exports all notes as files, and imports notes from files. */
import { makeStyles } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import type { Uid } from '#shared/note/note.ts';
import { Group, Row, RowButton } from '../components/setting-row.tsx';
import { transferAtom } from './state.ts';
import { TransferReport } from './transfer-report.tsx';
import { callOrShowFailure } from '../toast/notices.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

export function TransferGroup({ uid }: { readonly uid: Uid }): JSX.Element {
  const styles = useStyles();
  const state = useAtomValue(transferAtom);
  const busy = state?.status === 'choosing' || state?.status === 'running';
  return (
    <Group name="Export and import">
      <Row
        id="export"
        about="A .zip archive with a Markdown file of each note, in a folder of your choice."
        control={
          <RowButton row="export" disabled={busy} onClick={() => callOrShowFailure('transfer:export', uid)}>
            Export…
          </RowButton>
        }
      />
      <Row
        wide
        id="import"
        about="From Google Keep, Simplenote, Notesnook, Obsidian, Joplin or Bear, any Markdown and text files, or an export of Inkling. Nothing is added twice."
        control={
          <div className={styles.buttons}>
            <RowButton
              row="import"
              disabled={busy}
              onClick={() => callOrShowFailure('transfer:import', uid, 'files')}
            >
              Choose files…
            </RowButton>
            <RowButton
              row="import"
              disabled={busy}
              onClick={() => callOrShowFailure('transfer:import', uid, 'folder')}
            >
              Choose a folder…
            </RowButton>
          </div>
        }
      />
      {state !== null && <TransferReport state={state} />}
    </Group>
  );
}

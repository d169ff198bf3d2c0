/** What the app keeps on this device, and where to look when something goes wrong. */
import { makeStyles } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useEffect, useState } from 'react';
import type { StorageUse } from '#shared/settings.ts';
import { call } from '../bridge/client.ts';
import { appInfoAtom } from '../state/app-info.ts';
import { tellFailure } from '../toast/notices.ts';
import { ink } from '../theme/theme.ts';
import { openAppDialog } from './app-dialog.ts';
import { formatBytes } from './bytes.ts';
import { Group, Row, RowButton } from './row.tsx';

const useStyles = makeStyles({
  size: { color: ink.strong, fontWeight: 520, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});

export function DeviceGroup({ signedIn }: { readonly signedIn: boolean }): JSX.Element {
  const info = useAtomValue(appInfoAtom);
  return (
    <Group name="This device">
      {signedIn && <StorageRow />}
      <Row
        id="diagnostics"
        name="Diagnostics"
        about="A log of what went wrong, for whoever looks for the cause."
        control={
          <RowButton row="diagnostics" onClick={() => void call('settings:show-logs').catch(tellFailure)}>
            Open the folder
          </RowButton>
        }
      />
      <Row
        id="about"
        name="About Inkling"
        about={info === null ? '' : `Version ${info.version}`}
        control={
          <RowButton row="about" onClick={() => openAppDialog('about')}>
            About…
          </RowButton>
        }
      />
    </Group>
  );
}

function StorageRow(): JSX.Element {
  const styles = useStyles();
  const [use, setUse] = useState<StorageUse | null>(null);
  useEffect(() => {
    let over = false;
    call('settings:storage').then((answer) => {
      if (!over) setUse(answer);
    }, tellFailure);
    return () => {
      over = true;
    };
  }, []);
  return (
    <Row
      id="storage"
      name="Storage"
      about={use === null ? 'Notes and their backups.' : partsOf(use)}
      control={
        <span className={styles.size}>
          {use !== null && formatBytes(use.notes + use.backups + use.damaged)}
        </span>
      }
    />
  );
}

function partsOf({ notes, backups, damaged }: StorageUse): string {
  const parts = [`Notes ${formatBytes(notes)}`, `daily backups ${formatBytes(backups)}`];
  if (damaged > 0) parts.push(`damaged files that were set aside ${formatBytes(damaged)}`);
  return `${parts.join(', ')}.`;
}

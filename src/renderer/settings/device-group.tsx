/** What the app keeps on this device, and where to look when something goes wrong. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useEffect, useState } from 'react';
import type { StorageUse } from '#shared/settings.ts';
import { call } from '../bridge/client.ts';
import { appInfoAtom } from '../state/app-info.ts';
import { ink } from '../theme/theme.ts';
import { openAppDialog } from './app-dialog.ts';
import { formatBytes } from './bytes.ts';
import { aboutOf, Group, Row } from './row.tsx';
import { failed } from './state.ts';

const useStyles = makeStyles({
  size: { color: ink.strong, fontWeight: 520, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  button: { height: '36px', minWidth: '0', whiteSpace: 'nowrap' },
});

export function DeviceGroup({ signedIn }: { readonly signedIn: boolean }): JSX.Element {
  const styles = useStyles();
  const info = useAtomValue(appInfoAtom);
  return (
    <Group name="This device">
      {signedIn && <StorageRow />}
      <Row
        id="diagnostics"
        name="Diagnostics"
        about="A log of what went wrong, for whoever looks for the cause."
        control={
          <Button
            className={styles.button}
            {...aboutOf('diagnostics')}
            onClick={() => void call('settings:show-logs').catch(failed)}
          >
            Open the folder
          </Button>
        }
      />
      <Row
        id="about"
        name="About Inkling"
        about={info === null ? '' : `Version ${info.version}`}
        control={
          <Button className={styles.button} {...aboutOf('about')} onClick={() => openAppDialog('about')}>
            About…
          </Button>
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
    }, failed);
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

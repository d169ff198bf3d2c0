/** What the app stores on this device, and where to find its log. */
import { makeStyles } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useState } from 'react';
import { countOf } from '#shared/base/count.ts';
import type { HistoryUse } from '#shared/note/history.ts';
import type { Uid } from '#shared/note/note.ts';
import type { SettingsState, StorageUse } from '#shared/ipc/settings.ts';
import { call } from '../bridge/client.ts';
import { useAnswer } from '../bridge/use-answer.ts';
import { QuestionDialog } from '../components/question-dialog.tsx';
import { appInfoAtom } from '../state/app-info.ts';
import { shownSyncAtom } from '../sync/shown-sync.ts';
import { callOrShowFailure } from '../toast/notices.ts';
import { tokens } from '../theme/theme.ts';
import { openAppDialog } from './app-dialog.ts';
import { formatBytes } from './bytes.ts';
import { isSettingShown } from '../components/setting-names.ts';
import { Group, Row, RowButton, SwitchRow } from '../components/setting-row.tsx';
import { SignInRow } from './sign-in-row.tsx';
import { changeSettings } from './state.ts';

const useStyles = makeStyles({
  size: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightMedium,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
});

interface DeviceGroupProps extends SettingsState {
  readonly uid: Uid;
}

export function DeviceGroup({ uid, ...state }: DeviceGroupProps): JSX.Element {
  const info = useAtomValue(appInfoAtom);
  return (
    <Group name="This device">
      {isSettingShown('sign-in', state) && <SignInRow {...state} />}
      {isSettingShown('screen-sharing', state) && (
        <SwitchRow
          id="screen-sharing"
          about="Leaves Inkling’s windows out of screenshots, recordings and shared screens. Some newer programs on macOS show them anyway."
          checked={state.settings.hideFromScreenSharing}
          onChange={(checked) => changeSettings({ hideFromScreenSharing: checked })}
        />
      )}
      <StorageRow />
      <HistoryRow uid={uid} />
      <Row
        id="diagnostics"
        about="The log of what went wrong. Inkling never sends it anywhere."
        control={
          <RowButton row="diagnostics" onClick={() => callOrShowFailure('settings:show-logs')}>
            Open folder
          </RowButton>
        }
      />
      <Row
        id="about"
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
  const { value: use } = useAnswer(askStorage);
  return (
    <Row
      id="storage"
      about={use === null ? 'Notes and their backups.' : partsOf(use)}
      control={
        <span className={styles.size}>
          {use !== null && formatBytes(Object.values(use).reduce((sum, size) => sum + size))}
        </span>
      }
    />
  );
}

function askStorage(): Promise<StorageUse> {
  return call('settings:storage');
}

function HistoryRow({ uid }: { readonly uid: Uid }): JSX.Element {
  const { value: use } = useAnswer(askUse);
  const missing = useAtomValue(shownSyncAtom)?.missing ?? 0;
  const [asking, setAsking] = useState(false);
  const answer = (confirmed: boolean): void => {
    if (confirmed && asking) callOrShowFailure('history:clear', uid);
    setAsking(false);
  };
  return (
    <>
      <Row
        id="history"
        about={use === null ? RETENTION : sizeOf(use, missing)}
        control={
          <RowButton
            row="history"
            disabled={use === null || use.versions <= missing}
            onClick={() => setAsking(true)}
          >
            Clear history
          </RowButton>
        }
      />
      <QuestionDialog open={asking} question="Clear the history?" confirm="Clear history" onAnswer={answer}>
        Earlier versions, and notes deleted forever on another device, leave this device. They cannot be
        brought back. Your notes stay as they are.
        {missing > 0 && ` ${MISSING}`}
      </QuestionDialog>
    </>
  );
}

const RETENTION =
  'Earlier versions stay on this device for 30 days. Of your own edits, every one stays for an hour, then one an hour for a day, then one a day, up to 20 MB or a fifth of your notes’ size.';
const MISSING =
  'Words of notes that are no longer in the cloud stay until you say whether you want them back.';
const ERASING = 'Deleted words are still being erased from this device, which takes up to a day.';

function askUse(): Promise<HistoryUse> {
  return call('history:use');
}

function sizeOf({ versions, bytes, isErasing }: HistoryUse, missing: number): string {
  const size = versions > 0 ? [`${countOf(versions, 'earlier version')}, ${formatBytes(bytes)}.`] : [];
  return [...size, RETENTION, ...(missing > 0 ? [MISSING] : []), ...(isErasing ? [ERASING] : [])].join(' ');
}

function partsOf({ notes, log, searchIndex, backups, damaged }: StorageUse): string {
  const others: [name: string, bytes: number][] = [
    ['latest changes', log],
    ['search index', searchIndex],
    ['backups', backups],
    ['damaged files set aside', damaged],
  ];
  const parts = others
    .filter(([, bytes]) => bytes > 0)
    .map(([name, bytes]) => `, ${name} ${formatBytes(bytes)}`);
  return `Notes and their history ${formatBytes(notes)}${parts.join('')}.`;
}

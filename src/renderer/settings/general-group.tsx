/** The look of the app, and how it starts. */
import type { JSX } from 'react';
import type { SettingsState, ThemeChoice } from '#shared/ipc/settings.ts';
import { Segmented } from '../components/segmented.tsx';
import { Group, Row, SwitchRow, rowLabelProps } from '../components/setting-row.tsx';
import { changeSettings } from './state.ts';

const THEMES: readonly (readonly [ThemeChoice, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function AppearanceGroup({ settings }: SettingsState): JSX.Element {
  return (
    <Group name="Appearance">
      <Row
        wide
        id="theme"
        about="System follows the computer as it changes."
        control={
          <Segmented
            {...rowLabelProps('theme')}
            options={THEMES}
            value={settings.theme}
            onChoose={(theme) => changeSettings({ theme })}
          />
        }
      />
    </Group>
  );
}

export function StartGroup({ settings, canLaunchAtLogin }: SettingsState): JSX.Element {
  const { launchAtLogin, startHidden } = settings;
  return (
    <Group name="Start">
      <SwitchRow
        id="login"
        about={
          canLaunchAtLogin
            ? 'The shortcut for a quick note works from the start.'
            : 'Only an installed Inkling can be opened at login; this one is not installed.'
        }
        disabled={!canLaunchAtLogin}
        checked={canLaunchAtLogin && launchAtLogin}
        onChange={(checked) => changeSettings({ launchAtLogin: checked })}
      />
      <SwitchRow
        id="hidden"
        about={
          launchAtLogin
            ? 'At login Inkling waits in the background until it is called.'
            : 'For when Inkling is opened at login.'
        }
        disabled={!canLaunchAtLogin || !launchAtLogin}
        checked={startHidden}
        onChange={(checked) => changeSettings({ startHidden: checked })}
      />
    </Group>
  );
}

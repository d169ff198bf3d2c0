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

const ABOUT_THEME: Readonly<Record<ThemeChoice, string>> = {
  system: 'Matches your computer.',
  light: 'Always light.',
  dark: 'Always dark.',
};

export function AppearanceGroup({ settings }: SettingsState): JSX.Element {
  return (
    <Group name="Appearance">
      <Row
        wide
        id="theme"
        about={ABOUT_THEME[settings.theme]}
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
            ? 'The quick note shortcut then works at once.'
            : 'Install Inkling to open it when you log in.'
        }
        disabled={!canLaunchAtLogin}
        checked={canLaunchAtLogin && launchAtLogin}
        onChange={(checked) => changeSettings({ launchAtLogin: checked })}
      />
      <SwitchRow
        id="hidden"
        about="No window opens when you log in."
        disabled={!canLaunchAtLogin || !launchAtLogin}
        checked={startHidden}
        onChange={(checked) => changeSettings({ startHidden: checked })}
      />
    </Group>
  );
}

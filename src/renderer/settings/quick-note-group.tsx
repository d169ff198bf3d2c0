/** The keys that open a quick note from anywhere, and the equivalent command. */
import { makeStyles } from '@fluentui/react-components';
import { ArrowResetRegular } from '@fluentui/react-icons/svg/arrow-reset';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { type JSX, useState } from 'react';
import { DEFAULT_SHORTCUT, type SettingsState } from '#shared/ipc/settings.ts';
import { IconButton } from '../components/icon-button.tsx';
import { Problem } from '../components/problem.tsx';
import { rowDescriptionProps, Group, Row, SwitchRow } from '../components/setting-row.tsx';
import { CommandRow } from './command-row.tsx';
import { ShortcutField } from './shortcut-field.tsx';
import { changeSettings } from './state.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  control: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  way: { marginRight: '-4px' },
});

export function QuickNoteGroup(state: SettingsState): JSX.Element {
  const { desktopKeys, quickNoteCommand } = state;
  return (
    <Group name="Quick note">
      {desktopKeys === null ? (
        <>
          <OwnShortcutRow {...state} />
          <CommandRow
            command={quickNoteCommand}
            about="Another way to open a quick note. Bind it to keys in your system’s settings."
          />
        </>
      ) : (
        // The command comes first, because it lets desktops on Wayland focus the quick note at once.
        <>
          <CommandRow
            command={quickNoteCommand}
            about={`Opens a quick note, ready to type. Bind it to keys in ${desktopKeys.commandBoundIn}.`}
          />
          <DesktopShortcutRow {...state} shortcutSetIn={desktopKeys.shortcutSetIn} />
        </>
      )}
    </Group>
  );
}

function OwnShortcutRow({ settings, shortcutProblem }: SettingsState): JSX.Element {
  const styles = useStyles();
  const [unusable, setUnusable] = useState<string | null>(null);
  const { quickNoteShortcut: now } = settings;
  const problem = unusable ?? shortcutProblem;
  const use = (quickNoteShortcut: string | null): void => {
    setUnusable(null);
    changeSettings({ quickNoteShortcut });
  };
  // One button for both: it turns the default keys off, or resets any other keys, or none, to the default.
  const resetButton =
    now === DEFAULT_SHORTCUT ? (
      <IconButton
        small
        className={styles.way}
        name="Turn the shortcut off"
        icon={<DismissRegular />}
        onClick={() => use(null)}
      />
    ) : (
      <IconButton
        small
        className={styles.way}
        name="Reset the shortcut"
        icon={<ArrowResetRegular />}
        onClick={() => use(DEFAULT_SHORTCUT)}
      />
    );
  return (
    <Row
      wide
      id="shortcut"
      about="Opens a quick note from any program."
      control={
        <div className={styles.control}>
          <ShortcutField
            accelerator={now}
            {...rowDescriptionProps('shortcut')}
            onRecord={use}
            onProblem={setUnusable}
          />
          {resetButton}
        </div>
      }
    >
      {problem !== null && <Problem>{problem}</Problem>}
    </Row>
  );
}

function DesktopShortcutRow({
  settings,
  shortcutProblem,
  shortcutSetIn,
}: SettingsState & { readonly shortcutSetIn: string }): JSX.Element {
  return (
    <SwitchRow
      id="shortcut"
      about={`Your desktop can also give Inkling keys, which you change in ${shortcutSetIn}. You may have to click into a quick note that they open.`}
      checked={settings.quickNoteShortcut !== null}
      onChange={(checked) => changeSettings({ quickNoteShortcut: checked ? DEFAULT_SHORTCUT : null })}
    >
      {shortcutProblem !== null && <Problem>{shortcutProblem}</Problem>}
    </SwitchRow>
  );
}

/** How sign-in works on a device without a key store that protects it. */
import type { JSX } from 'react';
import type { SettingsState } from '#shared/ipc/settings.ts';
import { Row, SwitchRow } from '../components/setting-row.tsx';
import { changeSettings } from './state.ts';

type SignInRowProps = Pick<SettingsState, 'settings' | 'sessionProtection'>;

export function SignInRow({ settings, sessionProtection }: SignInRowProps): JSX.Element {
  if (sessionProtection === 'none') {
    return (
      <Row
        id="sign-in"
        about="This computer has no key to protect your sign-in, so it is not stored. You sign in at each start."
      />
    );
  }
  return (
    <SwitchRow
      id="sign-in"
      name="Stay signed in"
      about="No keyring is open on this computer to protect your sign-in. If it is stored anyway, other programs you run could use it. If not, you sign in at each start."
      checked={settings.storeWithoutKeyStore === true}
      onChange={(checked) => changeSettings({ storeWithoutKeyStore: checked })}
    />
  );
}

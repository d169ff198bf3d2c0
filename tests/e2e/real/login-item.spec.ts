/**
 * The system's entry for starting at login. Only a packaged app may set it, so this app claims to be one.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '../desktop/support.ts';
import { asPackaged } from '../support/as-packaged.ts';
import { type RunningApp, test } from '../support/fixtures.ts';
import { answerQuestions } from '../support/questions.ts';

const change = ({ page }: RunningApp, on: boolean) =>
  page.evaluate(
    (launchAtLogin) => window.inkling.request('settings:change', { launchAtLogin, startHidden: true }),
    on,
  );

test('the system starts the app at login, hidden, until the setting is turned off', async ({
  userData,
  start,
}) => {
  mkdirSync(userData, { recursive: true });
  const app = await start(userData, { before: asPackaged(userData), env: { XDG_CONFIG_HOME: userData } });
  const entry = path.join(userData, 'autostart/app.inkling.Inkling.desktop');
  const isOn = () =>
    process.platform === 'linux'
      ? Promise.resolve(existsSync(entry))
      : app.electron.evaluate(
          ({ app: main }) => main.getLoginItemSettings({ args: ['--hidden'] }).openAtLogin,
        );
  try {
    await answerQuestions(app.electron, 'Open at Login');
    expect(await change(app, true)).toMatchObject({ ok: true });
    await expect.poll(isOn).toBe(true);
    if (process.platform === 'linux') expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=".+" --hidden$/m);
  } finally {
    await change(app, false);
  }
  await expect.poll(isOn).toBe(false);
});

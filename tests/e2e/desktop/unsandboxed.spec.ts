/** An AppImage whose launcher adds `--no-sandbox`, because the system denies it the sandbox. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { host } from '#tools/electron-binary/host.ts';
import { run } from '../../support/run.ts';
import { expect, test } from '../support/fixtures.ts';

test.skip(process.platform !== 'linux', 'AppImages are for Linux');

/** Pretends that the program is in a mounted AppImage, and answers the question. */
function appImage(userData: string, answer: string, isAppImage = true): string {
  const file = path.join(userData, 'before.cjs');
  writeFileSync(
    file,
    `const { dialog } = require('electron');
     if (${isAppImage}) {
       process.env.APPIMAGE = '/home/ada/Inkling.AppImage';
       process.env.APPDIR = require('node:path').dirname(process.execPath);
     }
     dialog.showMessageBox = async (options) => {
       globalThis.question = options;
       process.stderr.write(options.message);
       return { response: options.buttons.indexOf('${answer}') };
     };`,
  );
  return file;
}

test('[C81] an AppImage without a sandbox opens once the user has agreed, and names alternatives', async ({
  userData,
  start,
}) => {
  const app = await start(userData, {
    before: appImage(userData, 'Open without Sandbox'),
    sandbox: false,
  });
  await expect(app.page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  const question = await app.electron.evaluate(
    () => Reflect.get(globalThis, 'question') as Record<string, unknown>,
  );
  expect(question).toMatchObject({ defaultId: 0, cancelId: 0, buttons: ['Quit', 'Open without Sandbox'] });
  expect(question['detail']).toContain('deb or rpm package');
});

test('[C81] an AppImage without a sandbox ends if the user does not agree', async ({ cloud, userData }) => {
  const args = ['-r', appImage(userData, 'Quit'), '.', '--no-sandbox', `--user-data-dir=${userData}`];
  const app = run(host.executable, [...host.args, ...args], {
    ...host.env,
    INKLING_CONFIG: cloud.configPath,
  });
  try {
    await app.prints(/This system denies Inkling a sandbox/);
    await expect.poll(() => app.child.exitCode, app.output()).toBe(0);
  } finally {
    app.child.kill();
  }
});

test('a program that is not an AppImage starts without a question, because the user passed the switch', async ({
  userData,
  start,
}) => {
  const app = await start(userData, { before: appImage(userData, 'Quit', false), sandbox: false });
  await expect(app.page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  expect(await app.electron.evaluate(() => Reflect.get(globalThis, 'question'))).toBeUndefined();
});

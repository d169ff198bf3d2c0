/**
 * The desktop entry that electron-builder makes from electron-builder.yml and package.json for Linux.
 */
import { readFileSync } from 'node:fs';
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { APP_ID } from '#main/system/app-id.ts';
import { at } from '#tools/commands/lib/paths.mjs';

interface Config {
  readonly productName: string;
  readonly linux: { readonly executableName: string };
}

async function entry(): Promise<{ readonly name: string; readonly text: string }> {
  const config = parse(readFileSync(at('electron-builder.yml'), 'utf8')) as Config;
  const { linux, productName } = config;
  const metadata = JSON.parse(readFileSync(at('package.json'), 'utf8')) as object;
  const packager = {
    config,
    platformSpecificBuildOptions: linux,
    executableName: linux.executableName,
    fileAssociations: [],
    info: { metadata },
    appInfo: { productName, sanitizedProductName: productName },
  };
  const helper = new LinuxTargetHelper(packager as never);
  return { name: helper.getDesktopFileName(), text: await helper.computeDesktopEntry(linux as never) };
}

test('the desktop entry has the app’s id as its name and window class, and handles the app’s links', async () => {
  const { name, text } = await entry();
  expect(name).toBe(APP_ID);
  const lines = text.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Exec=/opt/Inkling/inkling %U',
      `StartupWMClass=${APP_ID}`,
      'MimeType=x-scheme-handler/inkling;',
      'Actions=quick-note',
      '[Desktop Action quick-note]',
      'Exec=inkling --quick-note',
    ]),
  );
});

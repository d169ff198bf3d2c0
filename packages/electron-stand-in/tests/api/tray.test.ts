// Electron's `nativeImage.createFromPath` and `Tray`, with files that are not images.
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { test, useFixture } from '../support/fixture-app.ts';

const fixture = useFixture();
const RESOURCES = path.join(import.meta.dirname, '../../../../resources');
const ICON = path.join(RESOURCES, 'tray/tray-dark.png');

const isEmpty = (file: string) =>
  fixture.app.evaluate(({ nativeImage }, given) => nativeImage.createFromPath(given).isEmpty(), file);

/** Makes a tray with one image and gives it another one. @returns the error, or the number of trays */
const makeTray = (first: unknown, second: unknown = first) =>
  fixture.app.evaluate(
    ({ Tray, nativeImage, ...all }, given) => {
      const image = (one: unknown) =>
        typeof one === 'object'
          ? nativeImage.createFromPath((one as { file: string }).file)
          : (one as string);
      let tray: Electron.Tray | null = null;
      try {
        tray = new Tray(image(given[0]));
        tray.setImage(image(given[1]));
        return (Reflect.get(all, 'standIn') as { trays: Set<object> }).trays.size;
      } catch (error) {
        return String(error);
      } finally {
        tray?.destroy();
      }
    },
    [first, second] as const,
  );

describe('an image', () => {
  test('a missing file, a folder and a file that is not an image give an empty image', async () => {
    const noImage = path.join(temporaryFolder(), 'text.png');
    writeFileSync(noImage, 'PNG');
    expect(await isEmpty('')).toBe(true);
    expect(await isEmpty(path.join(RESOURCES, 'missing.png'))).toBe(true);
    expect(await isEmpty(RESOURCES)).toBe(true);
    expect(await isEmpty(noImage)).toBe(true);
    expect(await isEmpty(ICON)).toBe(false);
  });

  test('an image for another scale is enough, unless the name asks for a scale', async () => {
    const folder = temporaryFolder();
    copyFileSync(ICON, path.join(folder, 'icon@2x.png'));
    expect(await isEmpty(path.join(folder, 'icon.png'))).toBe(false);
    expect(await isEmpty(path.join(folder, 'icon@3x.png'))).toBe(true);
  });

  test('an image is not affected by later changes of its file', async () => {
    const file = path.join(temporaryFolder(), 'icon.png');
    const later = await fixture.app.evaluateHandle(
      ({ nativeImage }, given) => nativeImage.createFromPath(given),
      file,
    );
    copyFileSync(ICON, file);
    expect(await later.evaluate((image) => image.isEmpty())).toBe(true);
  });
});

describe('a tray', () => {
  const missing = path.join(RESOURCES, 'missing.png');
  const failure = `Error: Failed to load image from path '${missing}'`;

  test('a tray refuses the path of a missing image, at first and later', async () => {
    expect(await makeTray(missing)).toBe(failure);
    expect(await makeTray(ICON, missing)).toBe(failure);
    expect(await makeTray(ICON)).toBe(1);
  });

  test('a tray accepts an empty image, whose icon is invisible', async () => {
    expect(await makeTray({ file: missing })).toBe(1);
  });

  test('a tray refuses a value that is not an image', async () => {
    expect(await makeTray(7)).toBe('Error: Argument must be a file path or a NativeImage');
  });
});

/**
 * Takes screenshots of scenes under `out/screens/`, for people to look at, and checks them with axe and for
 * content that overflows the window. The scenes of one file are one run of one app.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Page, test } from '@playwright/test';
import { expect, root } from '../support/fixtures.ts';
import { violations } from './axe.ts';
import { type Scene, startScene } from './scene.ts';
import { raiseStage, type Stage } from './stage.ts';
import { applyVariant, type Variant } from './variants.ts';

/**
 * @param name name of the folder for the screenshots
 * @param prepare runs before the first scene
 */
export function photograph(
  name: string,
  scenes: readonly Scene[],
  prepare: (stage: Stage) => Promise<void> = () => Promise.resolve(),
): void {
  const folder = path.join(root, 'out/screens', name);
  test.describe.configure({ mode: 'serial' });

  let stage: Stage;
  test.beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    stage = await raiseStage();
    await prepare(stage);
  });
  test.afterAll(async () => {
    await stage.close();
    expect(stage.app.errors).toEqual([]);
  });

  for (const [index, scene] of scenes.entries()) {
    test(`the screen fits its window and axe finds nothing wrong with it: ${scene.name}`, async () => {
      const { page } = stage;
      await startScene(stage, scene);
      const found: string[] = [];
      for (const variant of scene.variants) {
        await applyVariant(page, variant);
        const picture = `${String(index + 1).padStart(2, '0')}-${scene.name.replaceAll(/\W+/g, '-')}-${variant.name}.png`;
        await page.screenshot({ path: path.join(folder, picture), caret: 'initial' });
        found.push(...(await sticksOut(page, variant)), ...(await violations(page, variant)));
      }
      expect(found).toEqual([]);
    });
  }
}

async function sticksOut(page: Page, { name, width }: Variant): Promise<string[]> {
  const needed = await page.evaluate(() => document.documentElement.scrollWidth);
  return needed > width ? [`${name}: the page is ${needed} wide in a window of ${width}`] : [];
}

/** Photographs every screen and state under `out/screens/`, to be looked at by people, and lets axe look at it. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, root } from '../support/fixtures.ts';
import { test } from '@playwright/test';
import { violations } from './axe.ts';
import { SCENES, startScene } from './scenes.ts';
import { raiseStage, type Stage } from './stage.ts';
import { applyVariant } from './variants.ts';

const FOLDER = path.join(root, 'out/screens');

test.describe.configure({ mode: 'serial' });

let stage: Stage;
test.beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  stage = await raiseStage();
});
test.afterAll(async () => {
  await stage.close();
  expect(stage.app.errors).toEqual([]);
});

for (const [index, scene] of SCENES.entries()) {
  test(`nothing is wrong with: ${scene.name}`, async () => {
    const { page } = stage;
    await startScene(stage, scene);
    const found: string[] = [];
    for (const variant of scene.variants) {
      await applyVariant(page, variant);
      const name = `${String(index + 1).padStart(2, '0')}-${scene.name.replaceAll(/\W+/g, '-')}-${variant.name}.png`;
      await page.screenshot({ path: path.join(FOLDER, name), caret: 'initial' });
      found.push(...(await violations(page, variant)));
    }
    expect(found).toEqual([]);
  });
}

/** A screen or a state of the app, and how to get there. */
import { dropDrafts } from '../support/fixtures.ts';
import type { Stage } from './stage.ts';
import { applyVariant, START, type Variant } from './variants.ts';

export interface Scene {
  readonly name: string;
  readonly variants: readonly Variant[];
  readonly show: (stage: Stage) => Promise<void>;
}

/** Shows the scene on a page that was reloaded in the app's first window size, with a cloud without faults. */
export async function startScene(stage: Stage, scene: Scene): Promise<void> {
  const { cloud, page } = stage;
  await cloud.controls.clearFaults();
  await page.mouse.move(0, 0);
  await applyVariant(page, START);
  // An open note is part of the browser's history, so a reload would open it again.
  await page.evaluate(async () => {
    history.replaceState(null, '', '#/');
    await window.inkling.request('settings:change', { drawerPinned: true });
  });
  await dropDrafts(page);
  await page.reload();
  await page.getByRole('main').waitFor();
  await scene.show(stage);
}

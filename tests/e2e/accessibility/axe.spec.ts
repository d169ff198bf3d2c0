/** WCAG 2.2 AA as far as axe can tell, on every screen and state, in both themes and in a narrow window. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { SCENES, startScene } from '../screens/scenes.ts';
import { raiseStage, type Stage } from '../screens/stage.ts';
import { applyVariant, NARROW, THEMES, type Variant } from '../screens/variants.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const LOOKED_AT = new Set([...THEMES, ...NARROW].map(({ name }) => name));

test.describe.configure({ mode: 'serial' });

let stage: Stage;
test.beforeAll(async () => {
  stage = await raiseStage();
});
test.afterAll(() => stage.close());

for (const scene of SCENES) {
  test(`nothing is wrong with: ${scene.name}`, async () => {
    await startScene(stage, scene);
    const found: string[] = [];
    for (const variant of scene.variants.filter(({ name }) => LOOKED_AT.has(name))) {
      await applyVariant(stage.page, variant);
      found.push(...(await violations(stage.page, variant)));
    }
    expect(found).toEqual([]);
  });
}

async function violations(page: Page, variant: Variant): Promise<string[]> {
  // The usual mode opens a page of its own, which a desktop app has none of; there are no frames to need it.
  const results = await new AxeBuilder({ page })
    .withTags(TAGS)
    // Fluent's focus guards: they hold no content and hand the focus on as soon as they get it.
    .exclude('[data-tabster-dummy]')
    // Good practice for what stands in the page; toasts and tooltips float over it.
    .disableRules('region')
    .setLegacyMode()
    .analyze();
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${variant.name}: ${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}

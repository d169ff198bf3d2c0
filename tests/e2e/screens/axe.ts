/** WCAG 2.2 AA as far as axe can tell, in both themes and in a narrow window. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { NARROW, THEMES, type Variant } from './variants.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const LOOKED_AT = new Set([...THEMES, ...NARROW].map(({ name }) => name));

/** What axe finds on the page as it is; nothing for variants that another one stands for. */
export async function violations(page: Page, variant: Variant): Promise<string[]> {
  if (!LOOKED_AT.has(variant.name)) return [];
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

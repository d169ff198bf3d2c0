/** WCAG 2.2 AA as far as axe can tell. `variants.ts` says which rules each variant is checked with. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Variant } from './variants.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** `region` is good practice for content of the page, but toasts and tooltips float over it. */
const NOT_MEANT = ['region'];

/**
 * Violations on the page. If a modal dialog is open, only the dialog is checked: the rest is unreachable.
 */
export async function violations(page: Page, { name, axe }: Variant): Promise<string[]> {
  if (axe === 'nothing') return [];
  // The usual mode opens another page, which a desktop app cannot do; it is needed only for frames.
  const builder = new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (axe === 'colours') builder.withRules(OF_COLOURS);
  else builder.withTags(TAGS).disableRules(axe === 'all' ? NOT_MEANT : [...NOT_MEANT, ...OF_COLOURS]);
  // Fluent's focus guards have no content and pass the focus on as soon as they get it.
  builder.exclude('[data-tabster-dummy]');
  if ((await page.locator(MODAL).filter({ visible: true }).count()) > 0) builder.include(MODAL);
  const results = await builder.analyze();
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${name}: ${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}

const MODAL = '[aria-modal=true]';

/**
 * Whether axe is in the page already. Loading its half a megabyte of code takes about as long as running it.
 */
function hasAxe(page: Page): Promise<boolean> {
  return page.evaluate(() => 'axe' in window);
}

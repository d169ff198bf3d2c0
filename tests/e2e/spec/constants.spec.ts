/** Numbers (specification, section 9). Delays are in `delays.spec.ts`. */
import type { Locator } from '@playwright/test';
import { expect, test } from './support/app.ts';

test.beforeEach(({ app }) => app.page.emulateMedia({ reducedMotion: 'no-preference' }));

test('§9 breakpoint: at 601 px the drawer is a rail and the search inline, at 600 px neither', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 601, height: 800 });
  await expect(app.drawer()).toHaveCSS('width', '300px');
  await expect(app.search()).toBeVisible();
  await app.page.setViewportSize({ width: 600, height: 800 });
  await expect(app.drawer()).toHaveCSS('width', '0px');
  await expect(app.search()).toHaveCount(0);
});

test('§9 drawer widths: 300 px open and 75 px collapsed in a wide window, 0 px closed in a narrow one', async ({
  app,
}) => {
  await expect(app.drawer()).toHaveCSS('width', '300px');
  await app.button('Main menu').click();
  await app.page.mouse.move(900, 600);
  await expect(app.drawer()).toHaveCSS('width', '75px');
  await app.page.setViewportSize({ width: 400, height: 800 });
  await expect(app.drawer()).toHaveCSS('width', '0px');
});

test('§9 transitions: the narrow drawer changes its width within 0.8 s', async ({ app }) => {
  await app.page.setViewportSize({ width: 500, height: 800 });
  await expect(app.drawer()).toHaveCSS('width', '0px');
  await app.drawer().evaluate((drawer) => {
    const ended = new Promise<number>((resolve) => {
      drawer.addEventListener('transitionend', (event) => {
        if (event instanceof TransitionEvent && event.propertyName === 'width') resolve(event.elapsedTime);
      });
    });
    Object.assign(window, { ended });
  });
  await app.button('Main menu').click();
  // The browser's own figure for the duration does not depend on how busy the machine is.
  expect(await app.page.evaluate(() => Reflect.get(window, 'ended') as Promise<number>)).toBeCloseTo(0.8);
  expect(await transitionOf(app.drawer(), 'width')).toMatchObject({ seconds: 0.8 });
  await expect(app.drawer()).toHaveCSS('width', '300px');
});

test('§9 transitions: the wide drawer is a spring of 0.5 s', async ({ app }) => {
  await app.button('Main menu').click();
  const { seconds, easing } = await transitionOf(app.drawer(), 'width');
  expect(seconds).toBe(0.5);
  const positions = [...easing.matchAll(/-?[\d.]+(?=\s|,|\))/g)].map(([position]) => Number(position));
  expect(easing).toMatch(/^linear\(/);
  // A spring overshoots its end and comes back to it.
  expect(Math.max(...positions.filter((position) => position < 2))).toBeGreaterThan(1);
  await app.page.mouse.move(900, 600);
  await expect(app.drawer()).toHaveCSS('width', '75px');
});

test('§9 transitions: labels fade within 0.5 s', async ({ app }) => {
  for (const name of ['Notes', 'Archive', 'Trash']) {
    const label = app.entry(name).getByText(name, { exact: true });
    expect(await transitionOf(label, 'opacity')).toMatchObject({ seconds: 0.5 });
  }
  const label = app.entry('Archive').getByText('Archive', { exact: true });
  await expect(label).toBeVisible();
  await app.button('Main menu').click();
  await app.page.mouse.move(900, 600);
  await expect(label).toBeHidden();
});

test('§9 creation box: it is 25 px high collapsed and 100 px expanded', async ({ app }) => {
  const height = async (): Promise<number | undefined> => (await app.take().boundingBox())?.height;
  await expect(app.take()).toHaveCSS('min-height', '25px');
  expect(await height()).toBe(25);
  await app.take().click();
  await expect(app.take()).toHaveCSS('min-height', '100px');
  await expect.poll(height).toBe(100);
});

interface Transition {
  readonly seconds: number;
  readonly easing: string;
}

/** The computed transition of one property, of the element or of its nearest ancestor that has one. */
async function transitionOf(element: Locator, property: string): Promise<Transition> {
  const [properties, durations, easings] = await element.evaluate((start, wanted) => {
    for (let node: Element | null = start; node !== null; node = node.parentElement) {
      const style = getComputedStyle(node);
      if (!style.transitionProperty.split(', ').includes(wanted)) continue;
      return [style.transitionProperty, style.transitionDuration, style.transitionTimingFunction] as const;
    }
    throw new Error(`${wanted} has no transition`);
  }, property);
  const index = properties.split(', ').indexOf(property);
  const seconds = durations.split(', ').map(Number.parseFloat);
  // Commas inside brackets belong to one function.
  const functions = easings.split(/, (?![^(]*\))/);
  return {
    seconds: seconds[index % seconds.length] ?? Number.NaN,
    easing: functions[index % functions.length] ?? '',
  };
}

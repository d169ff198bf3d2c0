/** The side drawer in wide and narrow windows (specification, section 2). */
import { expect, type SpecApp, test } from './support/app.ts';

const AT_601 = { width: 601, height: 800 };
const AT_600 = { width: 600, height: 800 };

test('§2 drawer: three entries lead to Notes, Archive and Trash, in this order', async ({ app }) => {
  const links = app.drawer().getByRole('link');
  await expect(links).toHaveCount(3);
  const entries = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  );
  expect(entries).toEqual([
    ['Notes', '#/'],
    ['Archive', '#/archive'],
    ['Trash', '#/trash'],
  ]);
  for (const [name, path] of [
    ['Archive', '/archive'],
    ['Trash', '/trash'],
    ['Notes', '/'],
  ] as const) {
    await app.entry(name).click();
    await app.expectPath(path);
  }
});

test('§2 drawer: from 601 px on it is open by default', async ({ app }) => {
  await app.page.setViewportSize(AT_601);
  await app.page.reload();
  await app.take().waitFor();
  expect(await widthOf(app)).toBe(300);
});

test('§2 drawer: it collapses to 75 px and expands to 300 px while hovered', async ({ app }) => {
  await app.button('Main menu').click();
  await leave(app);
  await expect.poll(() => widthOf(app)).toBe(75);
  await app.drawer().hover();
  await expect.poll(() => widthOf(app)).toBe(300);
  await leave(app);
  await expect.poll(() => widthOf(app)).toBe(75);
});

test('§2 drawer: pinned open through the toggle it stays open without the pointer', async ({ app }) => {
  await app.button('Main menu').click();
  await leave(app);
  await expect.poll(() => widthOf(app)).toBe(75);
  await app.button('Main menu').click();
  await expect(app.button('Main menu')).toHaveAttribute('aria-expanded', 'true');
  await app.drawer().hover();
  await leave(app);
  await expect.poll(() => widthOf(app)).toBe(300);
  await app.entry('Trash').click();
  await leave(app);
  await app.expectPath('/trash');
  expect(await widthOf(app)).toBe(300);
});

test('§2 drawer: labels show only when it is expanded', async ({ app }) => {
  const labels = ['Notes', 'Archive', 'Trash'].map((name) =>
    app.entry(name).getByText(name, { exact: true }),
  );
  for (const label of labels) await expect(label).toBeVisible();
  await app.button('Main menu').click();
  await leave(app);
  for (const label of labels) await expect(label).toBeHidden();
  await app.drawer().hover();
  for (const label of labels) await expect(label).toBeVisible();
});

test('§2 drawer: below 601 px it slides in over the notes, 300 px wide', async ({ app }) => {
  const before = await narrow(app);
  await app.button('Main menu').click();
  await expect.poll(() => app.drawer().boundingBox()).toMatchObject({ x: 0, width: 300 });
  expect(await app.page.getByRole('main').boundingBox()).toEqual(before);
  await expect(app.entry('Archive')).toBeVisible();
});

test('§2 drawer: below 601 px it starts closed, 0 px wide', async ({ app }) => {
  await app.page.setViewportSize(AT_600);
  await app.page.reload();
  await app.take().waitFor();
  expect(await app.drawer().evaluate((drawer) => drawer.getBoundingClientRect().width)).toBe(0);
  await expect(app.button('Main menu')).toHaveAttribute('aria-expanded', 'false');
});

test('§2 drawer: below 601 px it is toggled from the top bar', async ({ app }) => {
  await narrow(app);
  for (const width of ['300px', '0px', '300px']) {
    await app.button('Main menu').click();
    await expect(app.drawer()).toHaveCSS('width', width);
  }
});

/** @returns where the notes are once the page has drawn itself for its new width */
async function narrow({ page }: SpecApp) {
  await page.setViewportSize(AT_600);
  const whole = { x: 0, width: AT_600.width };
  await expect.poll(() => page.getByRole('main').boundingBox()).toMatchObject(whole);
  return page.getByRole('main').boundingBox();
}

async function widthOf(app: SpecApp): Promise<number | undefined> {
  return (await app.drawer().boundingBox())?.width;
}

async function leave(app: SpecApp): Promise<void> {
  await app.page.mouse.move(900, 600);
}

import type { Page } from '@playwright/test';

/** @returns milliseconds of the page's main thread for scripts, styles and layout while `act` ran */
export async function cpuTimeOfPage(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'ThreadTime');
    if (found === undefined) throw new Error('Chromium reports no ThreadTime metric.');
    return found.value * 1000;
  };
  await session.send('Performance.enable');
  const start = await read();
  await act();
  const time = (await read()) - start;
  await session.detach();
  return time;
}

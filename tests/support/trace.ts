/** Traces of the browser, taken through one of its pages. */
import type { Page } from '@playwright/test';
import * as v from 'valibot';

/**
 * Starts a trace of all pages.
 * @param event the wanted events, and the wanted part of them
 * @returns a function that ends the trace and returns the wanted events
 */
export async function startTrace<Schema extends v.GenericSchema>(
  page: Page,
  categories: string[],
  event: Schema,
): Promise<() => Promise<v.InferOutput<Schema>[]>> {
  const session = await page.context().newCDPSession(page);
  const events: v.InferOutput<Schema>[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const message of value) {
      const traced = v.safeParse(event, message);
      if (traced.success) events.push(traced.output);
    }
  });
  const traceConfig = { includedCategories: categories };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async () => {
    const complete = new Promise<unknown>((resolve) => {
      session.once('Tracing.tracingComplete', resolve);
    });
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return events;
  };
}

/** A page under foreign control: it may run any code, and send any request of the contract at any rate. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import { expect, type RunningApp } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

/** Sends requests one after the other, without the checks of the types, and returns the last answer. */
function send(
  { page }: RunningApp,
  channel: RequestChannel,
  ...all: readonly (readonly unknown[])[]
): Promise<unknown> {
  return page.evaluate(
    async ([name, sent]) => {
      const bridge = Reflect.get(window, 'inkling') as { request: (...given: unknown[]) => Promise<unknown> };
      let answer: unknown;
      for (const args of sent) answer = await bridge.request(name, ...args);
      return answer;
    },
    [channel, all] as const,
  );
}

test('a flood of reports of errors does not push other entries out of the log', async ({ app, userData }) => {
  const reports = Array.from({ length: 300 }, (_, number) => [`/flood ${number}\n`.padEnd(4000, 'x')]);
  expect(await send(app, 'app:report-error', ...reports)).toMatchObject({ ok: true });
  const log = readFileSync(path.join(userData, 'logs/inkling.log'), 'utf8');
  expect(log.match(/\/flood /g)?.length).toBeLessThanOrEqual(20);
});

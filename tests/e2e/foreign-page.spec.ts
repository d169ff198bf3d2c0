/** A page that an attacker controls may run any code, and send any request of the contract at any rate. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import { expect, type RunningApp } from './support/fixtures.ts';
import { answerQuestions, askedQuestions } from './support/questions.ts';
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

test('[C21] a flood of errors, reported or made, does not push other entries out of the log', async ({
  app,
  userData,
}) => {
  const { page, errors } = app;
  const entries = (): readonly string[] =>
    readFileSync(path.join(userData, 'logs/inkling.log'), 'utf8').match(/^\d.*$/gmu) ?? [];
  const before = entries().length;
  await page.evaluate(async () => {
    for (let number = 0; number < 100; number += 1) {
      await fetch(`/no-file-${number}.js`).catch(() => undefined);
      window.open(`javascript:${number}`);
    }
  });
  const reports = Array.from({ length: 300 }, (_, number) => [
    { id: 'errors-left-out', count: number },
    null,
  ]);
  expect(await send(app, 'app:report-error', ...reports)).toMatchObject({ ok: true });
  await expect.poll(entries).toContainEqual(expect.stringContaining('A file of the app could not be read'));
  expect(entries().length - before).toBeLessThanOrEqual(20);
  expect(errors).toEqual([]);
});

test('the name of an unknown request is never printed', async ({ app, userData }) => {
  const { page, output } = app;
  const answer = await page.evaluate(() => {
    const bridge = Reflect.get(window, 'inkling') as { request: (...given: unknown[]) => Promise<unknown> };
    return bridge.request('words of a note').catch(String);
  });
  expect(answer).toContain('No handler registered');
  await expect.poll(output).toMatch(/Lines printed by libraries that were not logged: \d+\./);
  expect(output()).not.toContain('words of a note');
  expect(readFileSync(path.join(userData, 'logs/inkling.log'), 'utf8')).not.toContain('words of a note');
});

/** Counts the addresses that leave the app from now on, and opens none. */
function countOpened({ electron }: RunningApp): Promise<void> {
  return electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { openedAddresses: opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
}
const opened = ({ electron }: RunningApp): Promise<string[]> =>
  electron.evaluate(() => Reflect.get(globalThis, 'openedAddresses') as string[]);

test('[C69] an address is opened by the user’s click or answer, and by no event that a page makes', async ({
  app,
}) => {
  const { page, electron } = app;
  await countOpened(app);
  await answerQuestions(electron, 'Cancel');
  // Earlier input no longer counts.
  await send(app, 'app:open-external', ['https://example.org/first']);
  await countOpened(app);
  await answerQuestions(electron, 'Cancel');
  await page.evaluate(() => {
    const { body } = document;
    for (const type of ['mousedown', 'mouseup', 'click'])
      body.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    body.click();
    window.open('https://example.org/in-a-window');
  });
  await expect.poll(() => askedQuestions(electron)).toEqual(['Open this link?']);
  await send(app, 'app:open-external', ['https://example.org/?words-of-a-note']);
  expect(await askedQuestions(electron)).toHaveLength(2);
  expect(await opened(app)).toEqual([]);

  // Sent at the click, which counts only for a few seconds.
  await page.evaluate(() => {
    const clicked = new Promise((resolve) => {
      document.addEventListener('click', resolve, { once: true });
    });
    const flood = async (): Promise<unknown> => {
      await clicked;
      let answer: unknown;
      for (let number = 0; number < 40; number += 1)
        answer = await window.inkling.request('app:open-external', `https://example.org/${number}`);
      return answer;
    };
    Object.assign(window, { flooded: flood() });
  });
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  const lastAnswer = await page.evaluate(() => Reflect.get(window, 'flooded') as Promise<unknown>);
  expect(lastAnswer).toMatchObject({ error: { code: 'too-often' } });
  expect(await opened(app)).toEqual(['https://example.org/0']);
  expect((await askedQuestions(electron)).length).toBeLessThan(20);
});

test('[C72] a page opens only a few sign-ins and folders, and does not fill the clipboard without end', async ({
  app,
}) => {
  await app.electron.evaluate(({ shell, clipboard }) => {
    const done: string[] = [];
    Object.assign(globalThis, { doneOutside: done });
    shell.openExternal = async () => void done.push('sign-in');
    shell.openPath = async () => {
      done.push('folder');
      return '';
    };
    clipboard.writeText = async () => void done.push('copy');
  });
  for (const [channel, count] of [
    ['settings:show-logs', 30],
    ['app:copy-text', 30],
  ] as const) {
    const flood = Array.from({ length: count }, () => (channel === 'app:copy-text' ? ['words'] : []));
    expect(await send(app, channel, ...flood)).toMatchObject({ error: { code: 'too-often' } });
  }
  // An attempt waits for a browser, so the test awaits only the refusals.
  const refusals = await app.page.evaluate(async () => {
    const attempts = Array.from({ length: 30 }, () => window.inkling.request('session:sign-in'));
    const enough = Promise.withResolvers<number>();
    let refused = 0;
    for (const attempt of attempts)
      void attempt.then((answer) => {
        if (!answer.ok && answer.error.code === 'too-often') refused += 1;
        if (refused === 10) enough.resolve(refused);
      });
    return enough.promise;
  });
  expect(refusals).toBe(10);
  const done = await app.electron.evaluate(() => Reflect.get(globalThis, 'doneOutside') as string[]);
  const count = (what: string): number => done.filter((each) => each === what).length;
  expect(count('folder')).toBe(5);
  expect(count('copy')).toBe(20);
  expect(count('sign-in')).toBeLessThanOrEqual(20);
});

test('[C71] a page turns on nothing that weakens the app or starts it at login', async ({ app }) => {
  const { electron } = app;
  await answerQuestions(electron, 'Cancel');
  const change = { launchAtLogin: true, storeWithoutKeyStore: true, theme: 'dark' };
  const refused = {
    value: { settings: { launchAtLogin: false, storeWithoutKeyStore: null, theme: 'dark' } },
  };
  expect(await send(app, 'settings:change', [change])).toMatchObject(refused);
  expect(await askedQuestions(electron)).toHaveLength(2);
  await answerQuestions(electron, 'Open at Login');
  const agreed = { value: { settings: { launchAtLogin: true, storeWithoutKeyStore: null } } };
  expect(await send(app, 'settings:change', [change])).toMatchObject(agreed);
});

test('[C67] values that are not plain data change no setting', async ({ app }) => {
  const before = await send(app, 'settings:get', []);
  const answers = await app.page.evaluate(() => {
    const bridge = Reflect.get(window, 'inkling') as { request: (...given: unknown[]) => Promise<unknown> };
    const wrong = [[], new Date(0), new Map([['theme', 'dark']]), new Set(), new ArrayBuffer(8), /a/];
    return Promise.all(wrong.map((value) => bridge.request('settings:change', value)));
  });
  for (const answer of answers) expect(answer).toMatchObject({ error: { code: 'invalid-argument' } });
  expect(await send(app, 'settings:get', [])).toEqual(before);
});

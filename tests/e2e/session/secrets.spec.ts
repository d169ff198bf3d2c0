/**
 * No secret leaves the main process: after a full run the test searches all that the app printed, stored,
 * showed and sent to its page for every code, token and secret that the cloud gave out or received.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { EVENTS } from '#shared/ipc/events.ts';
import { browse } from '@inkling/local-cloud/browser.ts';
import { addNote, ADA, expect, openedAddress, type RunningApp, signIn, test } from '../support/fixtures.ts';
import { waitUntilSynced, uidOf } from './people.ts';

/** Requests that only read, with their arguments. */
const QUESTIONS = [
  ['app:info'],
  ['session:get'],
  ['notes:counts'],
  ['drafts:list', 'main'],
  ['drafts:list', 'quick'],
  ['sync:get'],
  ['sync:refused'],
] as const;
const NOTE = 'A note that every look must find';

/** The recorded data, by where it was seen. */
type Places = Record<'console' | 'page' | 'bridge' | 'addresses' | 'browser' | 'files', Buffer[]>;

test('[C11] no code, token or secret is in logs, files, pages or messages after a full run', async ({
  cloud,
  userData,
  start,
}) => {
  const seen: Places = { console: [], page: [], bridge: [], addresses: [], browser: [], files: [] };
  const apps: RunningApp[] = [];
  // Every call needs a refresh, because the app refreshes five minutes early. No slow machine outlives the tokens:
  // two that expire on their way to the cloud would end the session.
  cloud.controls.setTokenTtl(240);

  const open = async (): Promise<RunningApp> => {
    const app = await start();
    apps.push(app);
    await listen(app.page, seen);
    return app;
  };
  const look = async ({ page }: RunningApp): Promise<void> => {
    await recordAnswers(page, seen, QUESTIONS);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    seen.page.push(Buffer.from(await page.content()), Buffer.from(stored));
    // Includes the addresses that were loaded before the test listened.
    const loaded = await page.evaluate(() =>
      JSON.stringify(
        performance
          .getEntries()
          .map(({ name }) => name)
          .concat(location.href),
      ),
    );
    seen.addresses.push(Buffer.from(loaded));
    seen.bridge.push(Buffer.from(await page.evaluate(() => JSON.stringify(Reflect.get(window, 'events')))));
    seen.files.push(...filesOf(userData));
  };
  /** Signs in through the bridge, so that the answer can be searched, too. */
  const trySignIn = async ({ electron, page }: RunningApp): Promise<void> => {
    cloud.controls.signInAs(ADA);
    let answered: Promise<void> = Promise.resolve();
    const address = await openedAddress(electron, async () => {
      answered = recordAnswers(page, seen, [['session:sign-in']]);
      await Promise.resolve();
    });
    seen.browser.push(Buffer.from((await browse(address)).text));
    await answered;
  };

  const app = await open();
  cloud.controls.changeIdTokens({ nonce: 'other' }, 1);
  await trySignIn(app);
  await cloud.controls.addFault({ rpc: 'SignInWithIdp', kind: 'status', code: 'USER_DISABLED', times: 1 });
  await trySignIn(app);
  await cloud.controls.addFault({ rpc: 'OAuthToken', kind: 'status', code: 'invalid_grant', times: 1 });
  await trySignIn(app);
  await look(app);
  await trySignIn(app);
  await addNote(app.page, NOTE, '');
  await expect.poll(() => cloud.controls.docs().length).toBe(1);
  await look(app);
  cloud.controls.revoke(uidOf(cloud, ADA));
  await addNote(app.page, 'Another', '');
  const again = app.page.getByRole('button', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await look(app);
  cloud.controls.setTokenTtl(3600);
  await signIn(app, cloud, ADA, again);
  await waitUntilSynced(app.page);
  await look(app);
  await app.close();
  seen.files.push(...filesOf(userData));

  const second = await open();
  await waitUntilSynced(second.page);
  await look(second);
  await recordAnswers(second.page, seen, [['session:sign-out']]);
  await look(second);
  await second.close();
  seen.files.push(...filesOf(userData));

  const secrets = cloud.controls.issuedSecrets();
  const kinds = new Set(secrets.map(({ name }) => name));
  const expected = [
    'access_token',
    'client_secret',
    'code',
    'code_verifier',
    'idToken',
    'id_token',
    'refreshToken',
  ];
  expect([...kinds]).toEqual(expect.arrayContaining(expected));
  expect(secrets.length).toBeGreaterThan(20);
  const output = [Buffer.from(apps.map((each) => each.output()).join('\n'))];
  for (const [place, texts] of Object.entries({ ...seen, output })) {
    const found = secrets.filter(({ value }) => texts.some((text) => holds(text, value)));
    expect(found, place).toEqual([]);
    expect(Buffer.concat(texts).length, place).toBeGreaterThan(20);
  }
  // The same search finds text that is known to be present.
  for (const place of ['page', 'files'] as const) {
    expect(
      seen[place].some((text) => holds(text, NOTE)),
      place,
    ).toBe(true);
  }
  expect(seen.bridge.some((text) => holds(text, ADA.email))).toBe(true);
  expect(output.some((text) => holds(text, 'The session has ended: Google says TOKEN_EXPIRED'))).toBe(true);
});

/** Records the page's output and loaded addresses, and every event sent to it. */
async function listen(page: Page, seen: Places): Promise<void> {
  page.on('console', (message) => seen.console.push(Buffer.from(message.text())));
  page.on('request', (request) => seen.addresses.push(Buffer.from(request.url())));
  await page.evaluate((channels) => {
    const events: unknown[] = [];
    Object.assign(window, { events });
    const bridge = Reflect.get(window, 'inkling') as {
      subscribe: (channel: string, listener: (payload: unknown) => void) => void;
    };
    for (const channel of channels) bridge.subscribe(channel, (payload) => events.push([channel, payload]));
  }, Object.keys(EVENTS));
}

/** Sends these requests and records the answers. */
async function recordAnswers(
  page: Page,
  seen: Places,
  questions: readonly (readonly string[])[],
): Promise<void> {
  const answers = await page.evaluate(async (all) => {
    const bridge = Reflect.get(window, 'inkling') as { request: (...args: string[]) => Promise<unknown> };
    return JSON.stringify(await Promise.all(all.map((question) => bridge.request(...question))));
  }, questions);
  seen.bridge.push(Buffer.from(answers));
}

/** Everything under the app's own folder: databases, session, settings, the browser engine's profile. */
function filesOf(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = path.join(folder, name);
    try {
      return statSync(file).isFile() ? [readFileSync(file)] : [];
    } catch {
      // The file was removed meanwhile, or is a lock that cannot be read.
      return [];
    }
  });
}

/** Whether a text has the secret or a long part of it, in UTF-8 or UTF-16. */
function holds(text: Buffer, secret: string): boolean {
  const parts = secret.split('.').filter((part) => part.length >= 16);
  // All tokens have the same header.
  const secretParts = parts.length > 1 ? parts.slice(1) : [secret];
  return secretParts
    .flatMap((part) => (part.length > 60 ? [part.slice(0, 40), part.slice(-40)] : [part]))
    .some((piece) => text.includes(piece) || text.includes(Buffer.from(piece, 'utf16le')));
}

/**
 * Whatever a page sends, from any frame, the router answers with an outcome of the contract. Only values that
 * the parsers accept reaches a handler, and through it SQL or the file system.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { IpcMainInvokeEvent } from 'electron';
import * as fc from '#tests/support/fast-check.ts';
import * as v from 'valibot';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ERROR_CODES } from '#shared/base/error.ts';
import {
  argumentsOf,
  isRequestChannel,
  parseArguments,
  type RequestChannel,
  REQUESTS,
} from '#shared/ipc/requests.ts';
import { hasContent } from '#shared/note/note.ts';
import { isReason } from '#shared/base/reasons.ts';
import type { AccountHost } from '#main/account/host.ts';
import { type Handlers, serveRequests } from '#main/ipc/router.ts';
import { isOwnPage } from '#main/ipc/sender.ts';
import { whileTakingTurns } from '#tests/support/settle.ts';
import { anything, nearlyValid, validFor, withWrongKind } from './support/arbitrary-of.ts';
import { ADA, type ServedApp, serveApp } from './support/served-app.ts';

type Listener = (event: IpcMainInvokeEvent, ...args: unknown[]) => Promise<unknown>;

/** The fake Electron: the listeners that the router registered, and the opened addresses. */
const electron = vi.hoisted(() => ({
  listeners: new Map<string, unknown>(),
  opened: [] as string[],
}));
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, listener: unknown) => electron.listeners.set(channel, listener),
    removeHandler: (channel: string) => electron.listeners.delete(channel),
  },
  shell: { openExternal: async (url: string) => void electron.opened.push(url) },
}));

const outcomeSchema = v.variant('ok', [
  v.strictObject({ ok: v.literal(true), value: v.unknown() }),
  v.strictObject({
    ok: v.literal(false),
    error: v.strictObject({ code: v.picklist(ERROR_CODES), reason: v.custom(isReason) }),
  }),
]);

const CHANNELS = Object.keys(REQUESTS).filter(isRequestChannel);

interface Frame {
  readonly url: string;
  readonly parent: object | null;
}

interface Message {
  readonly channel: RequestChannel;
  readonly frame: Frame | null;
  readonly args: readonly unknown[];
}

const OWN_FRAME: Frame = { url: 'app://inkling/index.html#/archive', parent: null };
const frames = fc.oneof(
  { weight: 6, arbitrary: fc.constant(OWN_FRAME) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Frame | null>(
      // The frame no longer existed when its message arrived.
      null,
      { ...OWN_FRAME, parent: {} },
      { url: 'https://example.org/app://inkling/', parent: null },
      { url: 'app://inkling.example.org/', parent: null },
      { url: 'about:blank', parent: null },
      { url: '', parent: null },
    ),
  },
);

const messages: fc.Arbitrary<Message> = fc
  .tuple(fc.constantFrom(...CHANNELS), frames)
  .chain(([channel, frame]) =>
    fc
      .oneof(
        validFor(argumentsOf(channel)).map((args) => args as unknown[]),
        nearlyValid(argumentsOf(channel)),
        fc.array(anything, { maxLength: 4 }),
      )
      .map((args) => ({ channel, frame, args })),
  );

let app: ServedApp;
let calls: { channel: RequestChannel; args: readonly unknown[] }[];
let unexpected: unknown[];
beforeEach(async () => {
  app = serveApp();
  await app.accounts.request('notes:counts', []);
  calls = [];
  unexpected = [];
  electron.opened.length = 0;
  const accounts: Pick<AccountHost, 'request'> = {
    request(channel, args) {
      calls.push({ channel, args });
      return app.accounts.request(channel, args);
    },
  };
  onTestFinished(serveRequests(watched(app.handlers), accounts, (error) => void unexpected.push(error)));
});

/** The same handlers, which record each call. */
function watched(handlers: Handlers): Handlers {
  return new Proxy(handlers, {
    get: (target, channel: RequestChannel) => {
      const handler: unknown = Reflect.get(target, channel);
      if (typeof handler !== 'function') return handler;
      return (...args: unknown[]): unknown => {
        calls.push({ channel, args });
        return Reflect.apply(handler, target, args);
      };
    },
  });
}

function send({ channel, frame, args }: Message): Promise<unknown> {
  const listener = electron.listeners.get(channel) as Listener;
  const answer = listener({ senderFrame: frame } as unknown as IpcMainInvokeEvent, ...args);
  return whileTakingTurns(answer, app.runDeferredWork);
}

function isAccepted(channel: RequestChannel, args: readonly unknown[]): boolean {
  try {
    parseArguments(channel, args);
    return true;
  } catch {
    return false;
  }
}

/** The tables, indexes and triggers of the database, and whether it is intact. */
function shapeOfDatabase(): unknown {
  const db = new Database(app.database, { readonly: true });
  try {
    return {
      schema: db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all(),
      sound: db.pragma('quick_check', { simple: true }),
    };
  } finally {
    db.close();
  }
}

test('[C66] [C68] [C94] every message is answered with an outcome, and only parsed ones from our own page reach a handler', async () => {
  const shape = shapeOfDatabase();
  expect(shape).toMatchObject({ sound: 'ok' });
  await fc.assert(
    fc.asyncProperty(fc.array(messages, { maxLength: 20 }), async (sent) => {
      app.signIn();
      for (const message of sent) {
        const { channel, frame, args } = message;
        calls.length = 0;
        const answer = await send(message);
        // The answer must survive a structured clone, because it crosses the bridge.
        structuredClone(answer);
        const code = v.parse(outcomeSchema, answer).ok
          ? null
          : (answer as { error: { code: string } }).error.code;
        const isOwn = frame !== null && frame.parent === null && isOwnPage(frame.url);
        if (!isOwn || !isAccepted(channel, args)) {
          expect(code).toBe(isOwn ? 'invalid-argument' : 'forbidden-sender');
          expect(calls).toEqual([]);
          continue;
        }
        expect(calls).toEqual([{ channel, args: parseArguments(channel, args) }]);
      }
      expect(unexpected).toEqual([]);
    }),
    { numRuns: 200 },
  );
  app.signIn();
  // Answered only once the notes are open again.
  await app.accounts.request('notes:counts', []);
  expect(shapeOfDatabase()).toEqual(shape);
  expect(electron.opened.filter((address) => !/^https?:\/\//.test(address))).toEqual([]);
  expect(strangeFiles()).toEqual([]);
});

test('files that are dropped while the notes are being opened are refused with a code of the contract', async () => {
  const frame = OWN_FRAME;
  await send({ channel: 'session:sign-out', frame, args: [] });
  app.signIn();
  const args = [ADA.uid, [path.join(app.folder, 'Takeout.zip')]];
  expect(await send({ channel: 'transfer:import-dropped', frame, args })).toMatchObject({
    error: { code: 'store-failed' },
  });
  expect(unexpected).toEqual([]);
  // Wait until the account is open before leaving it.
  await app.accounts.request('notes:counts', []);
});

test.each(CHANNELS)(
  'valid messages on %s reach their handler once, and no message causes an unexpected error',
  async (channel) => {
    const right = validFor(argumentsOf(channel)).filter((args) => v.is(argumentsOf(channel), args));
    await fc.assert(
      fc.asyncProperty(right, async (args) => {
        app.signIn();
        calls.length = 0;
        v.parse(outcomeSchema, await send({ channel, frame: OWN_FRAME, args: args as unknown[] }));
        expect(calls).toEqual([{ channel, args }]);
        expect(unexpected).toEqual([]);
      }),
      { numRuns: 20 },
    );
  },
);

test.each(CHANNELS)(
  '[C67] a value of the wrong kind anywhere in a message on %s does nothing',
  async (channel) => {
    await fc.assert(
      fc.asyncProperty(withWrongKind(argumentsOf(channel)), async (args) => {
        calls.length = 0;
        expect(await send({ channel, frame: OWN_FRAME, args })).toMatchObject({
          error: { code: 'invalid-argument' },
        });
        expect(calls).toEqual([]);
        expect(unexpected).toEqual([]);
      }),
      { numRuns: 100 },
    );
  },
);

test('the text of a note is returned as it was sent, whatever it would mean elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(validFor(argumentsOf('notes:add')), async (args) => {
      const [, { title, text }] = args as [unknown, { title: string; text: string }];
      const content = { title, text };
      fc.pre(hasContent(content));
      const added = await send({ channel: 'notes:add', frame: OWN_FRAME, args: [ADA.uid, content, null] });
      const { value: id } = added as { value: string };
      const read = await send({ channel: 'notes:get', frame: OWN_FRAME, args: [id] });
      // SQLite stores UTF-8, which cannot represent a lone surrogate.
      expect(read).toMatchObject({
        ok: true,
        value: { title: title.toWellFormed(), text: text.toWellFormed() },
      });
    }),
    { numRuns: 100 },
  );
});

/** Names under the user-data folder that the app does not use. */
function strangeFiles(): string[] {
  const appFiles =
    /^(accounts(\/[0-9a-f]{32}(\/(notes|search)\.sqlite(\.schema|-wal|-shm|-journal)?|\/backups(\/.*)?)?)?|settings\.json|waiting-words(\/\d{15}\.\w{20}\.(new|quick|edit|note)\.\w+\.json)?)$/;
  return readdirSync(app.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !appFiles.test(name));
}

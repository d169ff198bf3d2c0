import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFirestore, refresh, signIn } from '../client.ts';
import { startCloud } from '../cloud.ts';
import type { Cloud } from '../cloud.ts';
import { DataFolderError } from '../storage/data-folder.ts';
import { LiveQuery, newNote, notesOf } from './testing.ts';

let folder: string;
let clouds: Cloud[];
const person = { sub: 'persistent', email: 'ada@example.com', name: 'Ada' };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cloud-test-'));
  clouds = [];
});
afterEach(async () => {
  for (const cloud of clouds) await cloud.close();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<Cloud> {
  const cloud = await startCloud({ dataFolder: folder });
  clouds.push(cloud);
  return cloud;
}

test('a restart of the local cloud retains documents, times, accounts, tokens, keys and ports', async () => {
  const first = await start();
  const session = await signIn(first, person);
  const rest = {
    fields: {
      uid: { stringValue: session.uid },
      bytes: { bytesValue: 'AP8=' },
      odd: {
        arrayValue: { values: [{ doubleValue: 'NaN' }, { doubleValue: '-Infinity' }, { nullValue: null }] },
      },
    },
  };
  first.controls.putDoc('kept', rest);
  first.controls.putDoc('gone', { uid: session.uid });
  first.controls.deleteDoc('gone');
  const before = { docs: first.controls.docs(), accounts: first.controls.accounts(), config: first.config };
  expect(before.docs).toMatchObject([{ id: 'kept', bytes: 'AP8=', odd: [Number.NaN, -Infinity, null] }]);
  await first.close();

  const second = await start();
  expect({
    docs: second.controls.docs(),
    accounts: second.controls.accounts(),
    config: second.config,
  }).toEqual(before);
  const form = { grant_type: 'refresh_token', refresh_token: session.refreshToken };
  expect(await (await refresh(second, form)).json()).toMatchObject({ user_id: session.uid });
  expect(second.controls.putDoc('kept', { uid: 'x' }).updateTime > (before.docs[0]?.updateTime ?? '')).toBe(
    true,
  );
});

test('a restart uses other ports if the previous ones are taken', async () => {
  const first = await start();
  const { httpUrl, firestoreHost } = first;
  await first.close();
  const ports = [new URL(httpUrl).port, firestoreHost.split(':')[1]];
  const others = ports.map((port) => net.createServer().listen(Number(port), '127.0.0.1'));
  await Promise.all(others.map(async (other) => once(other, 'listening')));
  const second = await start();
  for (const otherServer of others) otherServer.close();
  expect([second.httpUrl, second.firestoreHost]).not.toContain(httpUrl);
  expect(second.firestoreHost).not.toBe(firestoreHost);
  expect((await fetch(`${second.controlUrl}/docs`)).status).toBe(200);
});

test('a listener continues after a restart of the local cloud', async () => {
  const first = await start();
  const { uid, idToken } = await signIn(first, person);
  const firestore = openFirestore(first, () => idToken);
  await firestore.doc('notes/stays').create(newNote(uid));
  await firestore.doc('notes/goes').create(newNote(uid));
  const live = new LiveQuery(notesOf(firestore, uid));
  expect((await live.next()).size).toBe(2);
  await first.close();
  const second = await start();
  second.controls.deleteDoc('goes');
  expect((await live.next()).docs.map(({ id }) => id)).toEqual(['stays']);
  live.stop();
  await firestore.terminate();
});

test('a half-written last line of the journal is set aside and reported', async () => {
  const first = await start();
  first.controls.putDoc('whole', { uid: 'a' });
  await first.close();
  appendFileSync(path.join(folder, 'journal.jsonl'), '{"type":"commit","time":17');
  const second = await start();
  expect(second.torn).toBe(path.join(folder, 'journal.jsonl.torn'));
  expect(readFileSync(second.torn ?? '', 'utf8')).toBe('{"type":"commit","time":17\n');
  expect(second.controls.docs().map(({ id }) => id)).toEqual(['whole']);
  second.controls.putDoc('more', { uid: 'a' });
  await second.close();
  const third = await start();
  expect(third.torn).toBeNull();
  expect(third.controls.docs()).toHaveLength(2);
});

test('a damaged line of the journal is an error that names the line', async () => {
  const first = await start();
  first.controls.putDoc('whole', { uid: 'a' });
  await first.close();
  const journal = path.join(folder, 'journal.jsonl');
  writeFileSync(journal, readFileSync(journal, 'utf8').replace('{', '['));
  await expect(start()).rejects.toThrow(new DataFolderError(`Line 1 of ${journal} is damaged.`));
});

test('a data folder in use is refused with the name of its lock file', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(
    new DataFolderError(
      `The data folder ${folder} is used by another local cloud, which holds ${path.join(folder, 'lock.db')}: end that one, or name another folder.`,
    ),
  );
  expect((await fetch(`${first.controlUrl}/docs`)).status).toBe(200);
  await first.close();
  await start();
});

test('a long journal is rewritten without its obsolete lines', async () => {
  const first = await start();
  for (let index = 0; index < 1100; index += 1) first.controls.putDoc('busy', { uid: 'a', count: index });
  const before = first.controls.docs();
  await first.close();
  const second = await start();
  expect(second.controls.docs()).toEqual(before);
  expect(readFileSync(path.join(folder, 'journal.jsonl'), 'utf8').split('\n').length).toBeLessThan(20);
});

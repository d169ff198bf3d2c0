/**
 * The built app, signed in and with as many notes as it is told: how long each keystroke of typed queries takes from the
 * page's request to its answer; how long the same takes without page and bridge; how long by looking through folded texts
 * that are held in memory; and how long a key in the search box takes to be seen, and one in a field that has nothing to do.
 * Answers with one line of JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Uid } from '#shared/note.ts';
import { fold } from '#shared/search.ts';
import { TEXTS } from '#shared/spec.ts';
import { createAccountSearch } from '#main/account-search.ts';
import { systemClock } from '#main/clock.ts';
import { accountDatabase } from '#main/store/account-files.ts';
import { openAccountStore } from '#main/store/account-store.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { SPARE } from '#renderer/notes/view-window.ts';
import { STORE_WORKER } from '#tests/support/store-worker.ts';
import { startCloud } from '../../cloud/cloud.ts';
import { ADA, expect, launch, type RunningApp, signIn } from '../../e2e/support/fixtures.ts';
import { fillDatabase, indexDatabase } from '../support/filled-database.ts';
import { typedQueries } from '../support/typed-queries.ts';

/** The machine may have a lot to do. */
const patient = expect.configure({ timeout: 60_000 });
const count = Number(process.argv[2]);
const notes = manyRealisticNotes(count);
const queries = typedQueries(notes);
/** Between two keystrokes. */
const PAUSE_MS = 30;

await using started = new AsyncDisposableStack();
const userData = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
started.defer(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }));
const cloud = await startCloud();
started.defer(() => cloud.close());

const uid = await signedInUid();
const database = accountDatabase(userData, uid);
fillDatabase(database, notes);
indexDatabase(database);
// The notes are not in the cloud, whose first word would remove them here.
await cloud.controls.addFault({ rpc: 'Listen', kind: 'status', code: 'UNAVAILABLE' });
const app = await launch(cloud.configPath, userData);
started.defer(() => app.close());
await patient(app.page.getByRole('article').first()).toBeVisible();
// What the page asks for with a keystroke.
const onScreen = (await app.page.getByRole('article').count()) + SPARE;
await type(app, queries.slice(0, 3));
const overBridge = await type(app, queries);
const { box, bare } = await typeInBox(app, queries);
await app.close();

const figures = {
  app: overBridge,
  taken: box.taken,
  shown: box.shown,
  shownBare: bare.shown,
  own: await withoutBridge(),
  memory: inMemory(),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);

/** Signs in on this device once; the account is empty. */
async function signedInUid(): Promise<Uid> {
  const first = await launch(cloud.configPath, userData);
  await signIn(first, cloud, ADA);
  await patient(first.page.getByText('Notes you add appear here')).toBeVisible();
  const session = await first.page.evaluate(() => window.inkling.request('session:get'));
  await first.close();
  if (!session.ok || session.value.status !== 'signed-in') throw new Error('Nobody is signed in.');
  return session.value.user.uid;
}

async function type({ page }: RunningApp, texts: readonly string[][]): Promise<number[]> {
  const times: number[] = [];
  for (const keystrokes of texts)
    times.push(...(await page.evaluate(typeOne, { keystrokes, limit: onScreen, pause: PAUSE_MS })));
  return times;
}

/** Runs in the page. */
async function typeOne({
  keystrokes,
  limit,
  pause,
}: {
  keystrokes: readonly string[];
  limit: number;
  pause: number;
}): Promise<number[]> {
  const times: number[] = [];
  for (const query of keystrokes) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const from = performance.now();
    const outcome = await window.inkling.request('notes:view', { list: 'active', query, offset: 0, limit });
    times.push(performance.now() - from);
    if (!outcome.ok) throw new Error(outcome.error.message);
  }
  return times;
}

interface Keys {
  /** Milliseconds from each key until the page has it. */
  readonly taken: number[];
  /** Milliseconds from each key to the beginning of the frame that shows it. */
  readonly shown: number[];
}

/**
 * Types in the search box, while what was typed is searched for and drawn, and in turns with it in a field that has
 * nothing to do: the queries that a keyboard has keys for.
 */
async function typeInBox(
  { page }: RunningApp,
  texts: readonly string[][],
): Promise<{ box: Keys; bare: Keys }> {
  const searchBox = page.getByPlaceholder(TEXTS.search);
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { ariaLabel: 'Bare field' }));
  });
  const idle = page.getByLabel('Bare field');
  const keys = { box: await searchBox.evaluateHandle(timeKeys), bare: await idle.evaluateHandle(timeKeys) };
  for (const text of texts.map((keystrokes) => keystrokes.at(-1) ?? '')) {
    if (!/^[a-z ]+$/.test(text)) continue;
    for (const field of [searchBox, idle]) {
      await field.fill('');
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await page.keyboard.type(text, { delay: PAUSE_MS });
    }
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return { box: await keys.box.jsonValue(), bare: await keys.bare.jsonValue() };
}

/** Runs in the page. */
function timeKeys(field: Element): Keys {
  const keys: Keys = { taken: [], shown: [] };
  field.addEventListener('keydown', ({ timeStamp }) => {
    keys.taken.push(performance.now() - timeStamp);
    requestAnimationFrame(() => keys.shown.push(performance.now() - timeStamp));
  });
  return keys;
}

/** What the main process does for each keystroke, in this process. */
async function withoutBridge(): Promise<number[]> {
  const store = openAccountStore({ file: database, now: Date.now, onMended: refuse });
  const search = createAccountSearch({
    entry: STORE_WORKER,
    database,
    store: () => store,
    clock: systemClock,
    revision: () => 0,
    onBetter: () => undefined,
    onTrouble: refuse,
  });
  const times: number[] = [];
  for (const query of [...queries.slice(0, 3), ...queries].flat()) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const from = performance.now();
    await search.view({ list: 'active', query, offset: 0, limit: onScreen });
    times.push(performance.now() - from);
  }
  await search.close();
  store.close();
  return times.slice(queries.slice(0, 3).flat().length);
}

function refuse(trouble: unknown): void {
  throw new Error(`The notes could not be searched: ${String(trouble)}`);
}

function inMemory(): number[] {
  const active = notes.filter(({ isArchived, isDeleted }) => !isArchived && !isDeleted);
  const texts = active.map(({ title, text }) => [fold(title), fold(text)] as const);
  return queries.flat().map((query) => {
    const from = performance.now();
    const wanted = fold(query);
    const found = texts.filter(([title, text]) => title.includes(wanted) || text.includes(wanted));
    if (found.length > texts.length) throw new Error('Nothing is found twice.');
    return performance.now() - from;
  });
}

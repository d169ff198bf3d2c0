/**
 * The built app, signed in and with the given number of notes. Measures how long each keystroke of typed
 * queries takes from the page's request to its answer, in each list, in turns with an answer without rows;
 * how long the same search takes without page and bridge; how long a scan of the folded texts of all notes in
 * memory takes; and how long a key takes to be seen in the search box and in a field that does nothing.
 * Answers with one line of JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ListName, LISTS, type Uid } from '#shared/note/note.ts';
import { MOST_AT_ONCE, type NearPage } from '#shared/ipc/bulk.ts';
import { fold } from '#shared/text/search.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import { accountFiles } from '#main/account/files.ts';
import { createConnection } from '#account/database/connection.ts';
import { openDatabase } from '#account/database/open.ts';
import { createSearchIndex } from '#account/views/search-index.ts';
import { createViews, type Views } from '#account/views/views.ts';
import { SPARE } from '#renderer/notes/state/view-window.ts';
import { startCloud } from '@inkling/local-cloud/cloud.ts';
import { ADA, expect, launch, type RunningApp, signIn } from '../../e2e/support/fixtures.ts';
import { fillDatabase, indexDatabase } from '../support/filled-database.ts';
import { manyMarkedNotes } from '../support/marked-notes.ts';
import { typedQueries } from '../support/typed-queries.ts';

/** The machine may have a lot to do. */
const patient = expect.configure({ timeout: 60_000 });
const count = Number(process.argv[2]);
const notes = manyMarkedNotes(count);
const queries = typedQueries(notes);
/** Near matches are looked for after a pause, so not with each keystroke. */
const NEAR_QUERIES = 32;
/** Pause between two keystrokes. */
const PAUSE_MS = 30;

await using started = new AsyncDisposableStack();
const userData = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
started.defer(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }));
const cloud = await startCloud();
started.defer(() => cloud.close());

const uid = await signedInUid();
const database = accountFiles(userData, uid).database;
fillDatabase(database, notes);
indexDatabase(database);
// The cloud does not have these notes, so its first snapshot would remove them here.
await cloud.controls.addFault({ rpc: 'Listen', kind: 'status', code: 'UNAVAILABLE' });
const app = await launch(cloud.configPath, userData);
started.defer(() => app.close());
await patient(app.page.getByRole('article').first()).toBeVisible();
// The number of rows that the page asks for with a keystroke.
const onScreen = (await app.page.getByRole('article').count()) + SPARE;
await type(app, 'active', queries.slice(0, 3));
const lists: Record<string, number[]> = {};
const empty: number[] = [];
for (const list of LISTS) {
  const times = await type(app, list, queries);
  lists[list] = times.answers;
  empty.push(...times.empty);
}
const { box, bare } = await typeInBox(app, queries);
await app.close();

const figures = {
  ...lists,
  empty,
  taken: box.taken,
  shown: box.shown,
  shownBare: bare.shown,
  ...withoutBridge(),
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

interface Answers {
  readonly answers: number[];
  /** For requests beyond the end of the same list, which have no rows in their answers. */
  readonly empty: number[];
}

async function type({ page }: RunningApp, list: ListName, texts: readonly string[][]): Promise<Answers> {
  const times: Answers = { answers: [], empty: [] };
  for (const keystrokes of texts) {
    const more = await page.evaluate(typeOne, { list, keystrokes, limit: onScreen, pause: PAUSE_MS });
    times.answers.push(...more.answers);
    times.empty.push(...more.empty);
  }
  return times;
}

/** Runs in the page. */
async function typeOne({
  list,
  keystrokes,
  limit,
  pause,
}: {
  list: ListName;
  keystrokes: readonly string[];
  limit: number;
  pause: number;
}): Promise<Answers> {
  const ask = async (query: string, offset: number): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const from = performance.now();
    const outcome = await window.inkling.request('notes:view', { list, query, labels: [], offset, limit });
    const taken = performance.now() - from;
    if (!outcome.ok) throw new Error(sentenceOf(outcome.error.reason));
    return taken;
  };
  const times: Answers = { answers: [], empty: [] };
  for (const query of keystrokes) {
    times.answers.push(await ask(query, 0));
    times.empty.push(await ask('', 1_000_000));
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
 * Types the queries of ASCII letters into the search box, which searches and draws the results meanwhile, and
 * in turns with it into a field that does nothing.
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

interface WithoutBridge {
  readonly own: number[];
  /** CPU for the near matches of each whole query, in all slices together. */
  readonly near: number[];
  /** CPU for each slice of these. */
  readonly nearSlices: number[];
}

/** What the account's thread does for each keystroke, in this process. */
function withoutBridge(): WithoutBridge {
  const db = createConnection(openDatabase(database), { onFatal: refuse });
  const index = createSearchIndex(db, path.join(path.dirname(database), 'search.sqlite'), refuse);
  const views = createViews(db, index);
  const warm = queries.slice(0, 3).flat();
  const times = [...warm, ...queries.flat()].map((query) => {
    const from = performance.now();
    views.page({ list: 'active', query, labels: [], offset: 0, limit: onScreen }, 0);
    return performance.now() - from;
  });
  const nearSlices = queries
    .slice(0, NEAR_QUERIES)
    .map((keystrokes) => timeNear(views, keystrokes.at(-1) ?? ''));
  index.close();
  db.close();
  const near = nearSlices.map((slices) => slices.reduce((sum, time) => sum + time, 0));
  return { own: times.slice(warm.length), near, nearSlices: nearSlices.flat() };
}

/** Milliseconds of CPU of each slice until the whole list is looked through. */
function timeNear(views: Views, query: string): number[] {
  const slices: number[] = [];
  let below: NearPage['below'] = null;
  do {
    const from = process.threadCpuUsage();
    ({ below } = views.near({ list: 'active', query, labels: [], below, limit: MOST_AT_ONCE }));
    const { user, system } = process.threadCpuUsage(from);
    slices.push((user + system) / 1000);
  } while (below !== null);
  return slices;
}

function refuse(trouble: unknown): void {
  throw new Error(`The notes could not be searched: ${String(trouble)}`);
}

function inMemory(): number[] {
  const texts = notes.map(({ title, text }) => [fold(title), fold(text)] as const);
  return queries.flat().map((query) => {
    const from = performance.now();
    const wanted = fold(query);
    const found = texts.filter(([title, text]) => title.includes(wanted) || text.includes(wanted));
    if (found.length > texts.length) throw new Error('Nothing is found twice.');
    return performance.now() - from;
  });
}

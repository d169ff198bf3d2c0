/**
 * The crash test: the built app, signed in at a local cloud, is killed at random moments while six writers
 * work, and sometimes during its start. After each kill the database file must be sound and have every
 * acknowledged step, and after each start the app must show them. At the end the cloud must have each note.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import { namesIn } from '#disk/there.ts';
import { accountFiles } from '#main/account/files.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { ADA, launch, root, type RunningApp, signIn, uidOf } from '#tests/e2e/support/fixtures.ts';
import { host } from '#tools/electron-binary/host.ts';
import { createRandom, type Random } from '#tests/fuzz/random.ts';
import { damageFiles, type Damaged, historyAndDraftWords, readableWords, rememberFiles } from './damage.ts';
import { STEP_LIMIT_MS } from '#tests/support/limits.ts';
import { kill, killAll, pidsOfApp } from './kill.ts';
import { Ledger } from './ledger.ts';
import { readApp, readFiles } from './observe.ts';
import { sleep } from './sleep.ts';
import { differences, draftsWithoutNote, noteKey, noteValue, type State } from './state.ts';
import { Writer } from './writer.ts';

export interface CrashOptions {
  readonly kills: number;
  readonly seed: number;
  /** Whether files are also damaged, after some of the kills and sometimes while the app runs. */
  readonly damage?: boolean;
  /** No further kill is made after this time. */
  readonly minutes?: number;
  readonly onKill?: (report: KillReport) => void;
}

export interface KillReport {
  readonly number: number;
  readonly when: 'writing' | 'starting' | 'damaged';
  /** Milliseconds after the start of the writing, or of the app. */
  readonly after: number;
  readonly acknowledged: number;
  /** The damage; null without any. */
  readonly damage: string | null;
  /** Problems as sentences; empty if nothing was lost. */
  readonly problems: readonly string[];
}

export interface CrashResult {
  readonly acknowledged: number;
  readonly problems: readonly string[];
}

const LONGEST_WRITING_MS = 700;
const LONGEST_STARTING_MS = 1_500;

export async function runCrashes({
  kills,
  seed,
  damage = false,
  minutes = Number.POSITIVE_INFINITY,
  onKill,
}: CrashOptions): Promise<CrashResult> {
  const until = performance.now() + minutes * 60_000;
  await using started = new AsyncDisposableStack();
  const userData = mkdtempSync(path.join(tmpdir(), 'inkling-crash-'));
  started.defer(async () => {
    await killAll(userData);
    for (const folder of [userData, `${userData}-earlier`])
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const cloud = await startCloud();
  started.defer(() => cloud.close());

  const random = createRandom(seed);
  const ledger = new Ledger();
  const writers = (['new', 'quick', null, null, null, null] as const).map(
    (place, index) => new Writer(`w${index}`, place, createRandom(seed + index + 1), ledger),
  );
  const problems: string[] = [];
  const acknowledged = (): number => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  const database = await signInOnce(cloud, userData);

  for (let number = 1; number <= kills && performance.now() < until; number += 1) {
    const when = damage && random.oneIn(3) ? 'damaged' : random.oneIn(5) ? 'starting' : 'writing';
    const after = random.integer(0, when === 'starting' ? LONGEST_STARTING_MS : LONGEST_WRITING_MS);
    const found: string[] = [];
    const round = { cloud, userData, ledger, writers, after };
    let damaged: string | null = null;
    if (when === 'damaged') {
      const outcome = await killAndDamage({ ...round, database, random });
      damaged = outcome.damage;
      found.push(...outcome.problems);
    } else {
      if (when === 'starting') await killWhileStarting(cloud, userData, after);
      else found.push(...(await killWhileWriting(round)));
      found.push(...checkFiles(database, ledger));
      if (damage && random.oneIn(3)) rememberFiles(database);
    }
    if (!damage) found.push(...setAside(database));
    onKill?.({ number, when, after, acknowledged: acknowledged(), damage: damaged, problems: found });
    problems.push(
      ...found.map((problem) => `Kill ${number} (${when}, ${after} ms, seed ${seed}): ${problem}`),
    );
  }
  problems.push(...(await checkEnd(cloud, userData, ledger)));
  if (!damage) problems.push(...setAside(database));
  return { acknowledged: acknowledged(), problems };
}

/** @returns the path of the account's database */
async function signInOnce(cloud: Cloud, userData: string): Promise<string> {
  const app = await launch(cloud.configPath, userData);
  await signIn(app, cloud, ADA);
  await app.close();
  const account = cloud.controls.accounts().find(({ sub }) => sub === ADA.sub);
  if (account === undefined) throw new Error('Nobody has signed in');
  return accountFiles(userData, account.uid as Uid).database;
}

async function killWhileStarting(cloud: Cloud, userData: string, after: number): Promise<void> {
  // Playwright is not used, because it cannot handle an app that ends before it has started.
  const child = spawn(host.executable, [...host.args, '.', `--user-data-dir=${userData}`], {
    cwd: root,
    env: { ...process.env, INKLING_CONFIG: cloud.configPath },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await sleep(after);
  await killAll(userData);
  await ended;
}

interface Writing {
  readonly cloud: Cloud;
  readonly userData: string;
  readonly ledger: Ledger;
  readonly writers: readonly Writer[];
  readonly after: number;
}

/** @returns the problems found when the app was started again */
async function killWhileWriting({ cloud, userData, ledger, writers, after }: Writing): Promise<string[]> {
  const { page } = await startSignedIn(cloud, userData);
  const lost = differences(ledger.state, await readApp(page), 'app');
  const uid = await uidOf(page);
  const processes = pidsOfApp(userData);
  let killed = false;
  const writing = Promise.all(writers.map((writer) => writer.write(page, uid, () => killed)));
  // A refused step is reported once the app is dead.
  const outcome = writing.then(
    () => [],
    (error: unknown) => [`writing failed: ${String(error)}`],
  );
  await sleep(after);
  killed = true;
  kill(processes);
  await killAll(userData);
  return [...lost, ...(await outcome)];
}

/**
 * Damages files while the app writes, or after its kill, and checks the app's state once it has synced again.
 */
async function killAndDamage(
  round: Writing & { readonly database: string; readonly random: Random },
): Promise<{ readonly damage: string | null; readonly problems: readonly string[] }> {
  const { cloud, userData, ledger, writers, after, database, random } = round;
  const isRunning = random.oneIn(2);
  const { page } = await startSignedIn(cloud, userData);
  const problems = differences(ledger.state, await readApp(page), 'app');
  const uid = await uidOf(page);
  const processes = pidsOfApp(userData);
  let killed = false;
  const writing = Promise.allSettled(
    writers.map((writer) => writer.write(page, uid, () => killed, isRunning ? 'foreseen' : 'none')),
  );
  await sleep(after);
  let damaged = isRunning ? damageFiles(database, random, 'running') : null;
  if (isRunning) await sleep(random.integer(0, LONGEST_WRITING_MS * 4));
  killed = true;
  kill(processes);
  await killAll(userData);
  await writing;
  const atKill = readableWords(database, damaged?.before ?? null);
  if (!isRunning) damaged = damageFiles(database, random, 'closed');
  if (damaged === null) return { damage: null, problems: [...problems, ...checkFiles(database, ledger)] };
  const owed = [...ledger.words()].filter((word) => isReadable(word, damaged, atKill, isRunning));
  const deleted = new Set(ledger.deleted);
  const documents = new Set(cloud.controls.docs().map(({ id }) => id));

  // The first complete snapshot confirms the account, and the next one removes salvaged notes that the cloud
  // does not have (S13). A draft of such a note becomes a note when the next page starts.
  for (let start = 0; start < 2; start += 1) {
    const running = await startSynced(cloud, userData, problems);
    await running.close();
  }
  const app = await startSynced(cloud, userData, problems);
  const found = await readSettled(app.page, problems);
  const storedWords = historyAndDraftWords(database);
  await app.close();
  const shown = new Set([...found.values()].flatMap((value) => value.match(/w\d+-\d+/g) ?? []));
  const lost = owed.filter((word) => !shown.has(word) && !storedWords.has(word));
  if (lost.length > 0) problems.push(`lost although a copy could be read: ${lost.join(', ')}`);
  const now = new Set(cloud.controls.docs().map(({ id }) => id));
  const gone = [...documents].filter((id) => !now.has(id) && !deleted.has(id as NoteId));
  if (gone.length > 0) problems.push(`deleted in the cloud without a request: ${gone.join(', ')}`);
  ledger.restart(found);
  return { damage: damaged.what, problems };
}

/**
 * Whether a word must survive: it was readable after the damage or, if the app ran on, at the kill (with
 * mixed files only there).
 */
function isReadable(
  word: string,
  damaged: Damaged,
  atKill: ReadonlySet<string>,
  isRunning: boolean,
): boolean {
  if (isRunning) return atKill.has(word) || (!damaged.isMixed && damaged.readable.has(word));
  return damaged.readable.has(word);
}

async function startSignedIn(cloud: Cloud, userData: string): Promise<RunningApp> {
  const app = await launch(cloud.configPath, userData);
  // A draft opens its note's dialog, which hides the rest from queries by role.
  await app.page.getByRole('navigation', { includeHidden: true }).waitFor();
  return app;
}

/** Starts the app, and waits until everything is pushed and a complete snapshot is stored. */
async function startSynced(cloud: Cloud, userData: string, problems: string[]): Promise<RunningApp> {
  const app = await startSignedIn(cloud, userData);
  const unsynced = await waitForSync(app.page);
  if (unsynced !== null) problems.push(`not synced after damage: ${unsynced}`);
  return app;
}

function checkFiles(database: string, ledger: Ledger): string[] {
  const files = readFiles(database);
  if (files === null) return ['there is no database'];
  const lost = ledger.settle(files.state, 'files');
  return files.integrity === 'ok' ? lost : [`integrity_check: ${files.integrity}`, ...lost];
}

/** A kill damages nothing, so no file may be taken for damaged. The folder of one goes only after a sync. */
function setAside(database: string): string[] {
  return namesIn(path.join(path.dirname(database), 'damaged')).map((name) => `set aside: ${name}`);
}

/** Reads the app once every draft has its note: the page makes notes of other drafts when it starts. */
async function readSettled(page: Page, problems: string[]): Promise<State> {
  const late = Date.now() + STEP_LIMIT_MS;
  for (;;) {
    const found = await readApp(page);
    const hidden = draftsWithoutNote(found);
    if (hidden.length === 0) return found;
    if (Date.now() > late) {
      problems.push(`drafts that cannot be opened: ${hidden.join(', ')}`);
      return found;
    }
    await sleep(100);
  }
}

/**
 * Waits until everything is pushed. Then app and cloud must have all acknowledged words, and nothing twice.
 */
async function checkEnd(cloud: Cloud, userData: string, ledger: Ledger): Promise<string[]> {
  const running = await startSignedIn(cloud, userData);
  const unsynced = await waitForSync(running.page);
  if (unsynced !== null) return [`not synced in the end: ${unsynced}`];
  const notes = new Map([...ledger.state].filter(([key]) => key.startsWith(noteKey('' as never))));
  const problems = [
    ...differences(ledger.state, await readApp(running.page), 'app, in the end'),
    ...differences(notes, cloudState(cloud), 'cloud, in the end'),
  ];
  // The app is closed only now, because its end makes a note of the creation box.
  await running.close();
  return problems;
}

/** @returns null once everything is pushed, or the sync state after STEP_LIMIT_MS */
function waitForSync(page: Page): Promise<string | null> {
  return page.evaluate(async (patience) => {
    const late = Date.now() + patience;
    for (;;) {
      const sync = await window.inkling.request('sync:get');
      if (sync.ok && sync.value.phase === 'live' && sync.value.pending + sync.value.refused === 0)
        return null;
      if (Date.now() > late) return JSON.stringify(sync);
      await new Promise((resolve) => {
        const stop = window.inkling.subscribe('sync:changed', resolve);
        setTimeout(() => {
          stop();
          resolve(null);
        }, 1_000);
      });
    }
  }, STEP_LIMIT_MS);
}

function cloudState(cloud: Cloud): State {
  return new Map(
    cloud.controls
      .docs()
      .map(({ id, fields }) => [noteKey(id as never), noteValue({ ...NO_FIELDS, ...fields })] as const),
  );
}

/** What the main thread and the page notice of the account's heavy work. README.md says what is measured. */
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { NoteId } from '#shared/note/note.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import { launch, type RunningApp } from '#tests/e2e/support/fixtures.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { writeZip } from '../../account/transfer/support/zip-writer.ts';
import { type Figure, absoluteFigure, percentile } from '../figure.ts';
import { type Device, signedInDevices } from '../support/cached-notes.ts';
import {
  type Answers,
  paintedKeys,
  saveAndAsk,
  typeKey,
  watchKeys,
  watchMainThread,
} from '../support/main-thread.ts';

const NOTES = 100_000;
const IMPORTED = 20_000;
const MERGED_LENGTH = 200_000;
const HELD_MS = 200;
const LONGEST_WORK_MS = 16;
const KEY_MS = 50;
const SAVE_MS = 100;
const PAGE_MS = 50;
/** With fewer keys a percentile would mean nothing. */
const LEAST_KEYS = 100;
const WARM_KEYS = 20;
const PAUSE_MS = 25;
const HOLD = path.join(import.meta.dirname, '../support/hold-commits.cjs');

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  const device = devices.with(NOTES);
  return [
    ...(await during(
      device,
      'held-up commits',
      'keys alone',
      async (_app, page) => {
        for (let note = 0; note < 5; note += 1) await save(page, device, `held up ${note}`);
      },
      { NODE_OPTIONS: `--require=${HOLD}`, HOLD_COMMITS_MS: String(HELD_MS) },
    )),
    ...(await during(device, 'a backup', 'saves and pages', () => backupMade(device), {}, isBackupBegun)),
    ...(await during(device, 'a merge of 200 kB', 'saves and pages', (_app, page) =>
      mergeLong(page, device),
    )),
    ...(await during(device, `an import of ${IMPORTED}`, 'saves and pages', (app, page) =>
      importNotes(app, page, device),
    )),
    ...(await during(device, `salvage of ${NOTES}`, 'keys alone', (_app, page) =>
      damageAndWait(page, device),
    )),
  ];
}

/**
 * While the work goes on, types one key after another, and with `saves and pages` also saves notes and asks
 * for pages.
 */
async function during(
  device: Device,
  name: string,
  what: 'keys alone' | 'saves and pages',
  work: (app: RunningApp, page: Page) => Promise<void>,
  env: Record<string, string> = {},
  hasBegun: (device: Device) => boolean = () => true,
): Promise<readonly Figure[]> {
  console.error(`While ${name} …`);
  const app = await launch(device.config, device.userData, { env });
  try {
    const { page } = app;
    await page.getByRole('article').first().waitFor();
    await page.getByPlaceholder('Take a note...').click();
    const main = await watchMainThread(app.electron);
    await watchKeys(page);
    for (let warm = 0; warm < WARM_KEYS; warm += 1) await typeKey(page);
    await paintedKeys(page);
    await main.longestWork();
    let keys = 0;
    const answers: Answers = { saves: [], pages: [] };
    const underWay = new Set(['work']);
    const done = work(app, page).finally(() => underWay.clear());
    while (underWay.size > 0 || keys < LEAST_KEYS) {
      await typeKey(page);
      keys += 1;
      if (what === 'saves and pages' && hasBegun(device)) await saveAndAsk(page, device.uid, answers);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await done;
    const longest = await main.longestWork();
    const figures = [
      absoluteFigure(`main-thread: longest work during ${name}`, 'ms CPU', longest, LONGEST_WORK_MS),
      absoluteFigure(
        `main-thread: a key painted during ${name}, p95`,
        'ms',
        percentile(await paintedKeys(page), 95),
        KEY_MS,
      ),
    ];
    if (what === 'keys alone') return figures;
    return [
      ...figures,
      absoluteFigure(`main-thread: a save during ${name}, p99`, 'ms', percentile(answers.saves, 99), SAVE_MS),
      absoluteFigure(`main-thread: a page during ${name}, p95`, 'ms', percentile(answers.pages, 95), PAGE_MS),
    ];
  } finally {
    await app.close();
  }
}

async function save(page: Page, { uid }: Device, text: string): Promise<NoteId> {
  return page.evaluate(
    async ([owner, words]) => {
      const outcome = await window.inkling.request('notes:add', owner, { title: '', text: words }, null);
      if (!outcome.ok) throw new Error(sentenceOf(outcome.error.reason));
      return outcome.value;
    },
    [uid, text] as const,
  );
}

/** Waits for a backup: the app makes one some time after its start if there is none. */
async function backupMade({ database }: Device): Promise<void> {
  const folder = path.join(path.dirname(database), 'backups');
  const isMade = (): boolean =>
    existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.sqlite'));
  rmSync(folder, { recursive: true, force: true });
  while (!isMade()) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** The app begins a backup only when nobody has saved anything for a while. */
function isBackupBegun({ database }: Device): boolean {
  const folder = path.join(path.dirname(database), 'backups');
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/**
 * Saves two edits of one text. The second was begun before the first was saved, so the app has to merge them.
 */
async function mergeLong(page: Page, device: Device): Promise<void> {
  const words = manyRealisticNotes(2_000, 3)
    .map(({ text }) => text)
    .join('\n');
  const base = words.slice(0, MERGED_LENGTH);
  for (let round = 0; round < 10; round += 1) {
    const id = await save(page, device, base);
    const [one, other] = [edited(base, 3), edited(base, 7)];
    await page.evaluate(
      async ([uid, note, from, ours, theirs]) => {
        for (const text of [ours, theirs]) {
          const outcome = await window.inkling.request(
            'notes:edit',
            uid,
            note,
            { title: '', text },
            { title: '', text: from },
          );
          if (!outcome.ok) throw new Error(sentenceOf(outcome.error.reason));
        }
      },
      [device.uid, id, base, one, other] as const,
    );
  }
}

/** The text with a word put before every `every`-th line. */
function edited(text: string, every: number): string {
  return text
    .split('\n')
    .map((line, index) => (index % every === 0 ? `edited ${line}` : line))
    .join('\n');
}

async function importNotes(app: RunningApp, page: Page, { uid }: Device): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
  const notes = manyRealisticNotes(IMPORTED, 5).map(({ title, text, createdAt }, index) => ({
    name: `${index}.md`,
    content: `---\ntitle: ${JSON.stringify(title)}\ncreated: ${new Date(createdAt).toISOString()}\n---\n\n${text}\n`,
  }));
  const file = writeZip(folder, notes);
  try {
    await app.electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, file);
    await page.evaluate(async (owner) => {
      const outcome = await window.inkling.request('transfer:import', owner, 'files');
      const state = await window.inkling.request('transfer:get');
      if (!outcome.ok || !state.ok || state.value.status !== 'imported')
        throw new Error(JSON.stringify([outcome, state]));
    }, uid);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const PAGE_BYTES = 4096;
const EVERY = 50;

/**
 * Zeroes pages of the running app's database, asks for notes until it finds one, and waits until the notes
 * are open again.
 */
async function damageAndWait(page: Page, { database }: Device): Promise<void> {
  const descriptor = openSync(database, 'r+');
  for (let at = EVERY * PAGE_BYTES; at < statSync(database).size; at += EVERY * PAGE_BYTES)
    writeSync(descriptor, Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, at);
  closeSync(descriptor);
  const damaged = path.join(path.dirname(database), 'damaged');
  const look = (offset: number): Promise<string> =>
    page.evaluate(async (from) => {
      void window.inkling.request('notes:view', {
        list: 'active',
        query: '',
        labels: [],
        offset: from,
        limit: 23,
      });
      const sync = await window.inkling.request('sync:get');
      return sync.ok ? sync.value.phase : '';
    }, offset);
  for (let offset = 0; !existsSync(damaged); offset = (offset + 10_000) % 90_000) {
    await look(offset);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  while (['opening', 'closed'].includes(await look(0)))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

process.stdout.write(JSON.stringify(await measure()));

/** One export or import at a time, from the question to its end, and never beyond its account. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { IMPORT_INTERRUPTED, NO_TRANSFER, type TransferState } from '#shared/ipc/transfer.ts';
import { createImportMark } from '#account/transfer/import-mark.ts';
import { createTransfers, type Transfers, type TransfersPorts } from '#account/transfer/transfers.ts';
import { systemClock } from '#account/clock.ts';
import { createAccount, type TestAccount } from './support/account.ts';
import { keepFile } from './support/keep-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let account: TestAccount;
let folder: string;
/** Folder of the account's database, if it had a file. */
let marks: string;
let states: TransferState[];
let time: number;
beforeEach(() => {
  account = createAccount();
  folder = temporaryFolder();
  marks = temporaryFolder();
  states = [];
  time = Date.UTC(2026, 0, 2);
});

function create(more: Partial<TransfersPorts> = {}, loaded = true): Transfers {
  const state = { phase: 'live', pending: 0, refused: 0, loaded } as const;
  return createTransfers({
    ...account,
    engine: { state },
    mark: createImportMark(path.join(marks, 'notes.sqlite'), (event) =>
      expect.unreachable(JSON.stringify(event)),
    ),
    chooseFolder: async () => folder,
    chooseSource: async () => [folder],
    choosePictureFolder: async () => null,
    chooseReportFile: async () => null,
    // A second passes with every look at the clock, so that every step is reported.
    clock: { ...systemClock, now: () => (time += 1000) },
    onChange: (next) => states.push(next),
    onTrouble: () => undefined,
    ...more,
  });
}

const lastState = (): TransferState => states.at(-1) ?? NO_TRANSFER;

function toldAtOpening(): TransferState {
  states = [];
  create();
  return lastState();
}

function addNotes(count: number): void {
  for (let index = 0; index < count; index += 1) account.notes.add({ title: `Note ${index}`, text: 'words' });
}

function writeKeepFiles(count: number): void {
  for (let index = 0; index < count; index += 1)
    writeFileSync(path.join(folder, `${index}.json`), keepFile(index, `Keep ${index}`));
}

test('an export reports its steps and its archive, until it is dismissed', async () => {
  addNotes(40);
  const transfers = create();
  await transfers.request('transfer:export', [account.uid]);
  expect(states.map(({ status }) => status)).toEqual([
    'choosing',
    'running',
    'running',
    'running',
    'running',
    'exported',
  ]);
  const [made = ''] = readdirSync(folder);
  expect(lastState()).toMatchObject({ result: { notes: 40, file: path.join(folder, made) } });
  await transfers.request('transfer:dismiss', []);
  expect(lastState()).toEqual(NO_TRANSFER);
});

test('the progress of a transfer is reported a few times a second', async () => {
  addNotes(200);
  await create({ clock: { ...systemClock, now: () => time } }).request('transfer:export', [account.uid]);
  expect(states.filter(({ status }) => status === 'running')).toHaveLength(2);
});

test('the progress of a transfer is reported while the clock is set back', async () => {
  addNotes(40);
  await create({ clock: { ...systemClock, now: () => (time -= 1000) } }).request('transfer:export', [
    account.uid,
  ]);
  expect(states.filter(({ status }) => status === 'running')).toHaveLength(4);
});

test('an import ends with the numbers of added and known notes and the broken files', async () => {
  writeKeepFiles(3);
  writeFileSync(path.join(folder, 'broken.json'), '{"title":');
  const transfers = create();
  await transfers.request('transfer:import', [account.uid, 'folder']);
  await transfers.request('transfer:import', [account.uid, 'folder']);
  expect(lastState()).toMatchObject({
    status: 'imported',
    result: { added: 0, known: 3, broken: [{ file: expect.stringContaining('broken.json') }] },
  });
  expect(account.shown('active')).toHaveLength(3);
});

test('the report of an import can be saved until it is dismissed', async () => {
  writeKeepFiles(2);
  writeFileSync(path.join(folder, 'again.json'), keepFile(1, 'Keep 1'));
  writeFileSync(path.join(folder, 'blank.json'), keepFile(1, '', { textContent: ' ' }));
  writeFileSync(path.join(folder, 'broken.json'), '{"title":');
  writeFileSync(
    path.join(folder, 'label.json'),
    keepFile(3, 'Labelled', { labels: [{ name: 'a' }, { name: 7 as never }] }),
  );
  const file = path.join(marks, 'report.txt');
  const transfers = create({ chooseReportFile: async () => file });
  await expect(transfers.request('transfer:save-report', [])).rejects.toThrow('The report is gone');
  await transfers.request('transfer:import', [account.uid, 'folder']);
  await transfers.request('transfer:save-report', []);
  const name = path.basename(folder);
  const [head = '', ...report] = readFileSync(file, 'utf8').split('\n\n');
  expect(head.split('\n')).toEqual([
    expect.stringMatching(/^Import of notes into Inkling, 2026-01-02 \d\d:\d\d UTC$/),
    '6 files: 3 imported, 1 already here, 1 left out, 1 could not be read',
  ]);
  expect(report).toEqual([
    `Imported (3)\n- Keep 0 (${name}/0.json)\n- Keep 1 (${name}/1.json)\n- Labelled (${name}/label.json)`,
    `Already here (1)\n- ${name}/again.json: the files contain it twice`,
    `Could not be read (1)\n- ${name}/broken.json: Damaged or incomplete: not valid JSON.`,
    `Left out (1)\n- ${name}/blank.json: No words.`,
    `Not imported (1)\n- Labelled: 1 of its label entries could not be read.\n`,
  ]);
  const gone = create({ chooseReportFile: async () => path.join(marks, 'gone', 'report.txt') });
  await gone.request('transfer:import', [account.uid, 'folder']);
  await expect(gone.request('transfer:save-report', [])).rejects.toMatchObject({ code: 'store-failed' });
  await transfers.request('transfer:dismiss', []);
  await expect(transfers.request('transfer:save-report', [])).rejects.toThrow('The report is gone');
});

test('an import can be stopped while it asks for the folder of its pictures', async () => {
  const attachments = [{ filePath: 'a.jpg' }];
  writeFileSync(path.join(folder, 'a.json'), keepFile(1, 'a', { attachments }));
  writeFileSync(path.join(folder, 'a.jpg'), 'picture');
  const { promise: never } = Promise.withResolvers<null>();
  const { promise: dialogOpened, resolve } = Promise.withResolvers<void>();
  const choosePictureFolder = () => {
    resolve();
    return never;
  };
  const transfers = create({ choosePictureFolder });
  const ended = transfers.request('transfer:import', [account.uid, 'folder']);
  await dialogOpened;
  await transfers.request('transfer:cancel', []);
  await ended;
  expect(lastState()).toEqual({ status: 'stopped', kind: 'import' });
  expect(account.shown()).toEqual([]);
});

test('an export or import for which nothing was chosen has no result and no message', async () => {
  const transfers = create({ chooseFolder: async () => null, chooseSource: async () => null });
  await transfers.request('transfer:export', [account.uid]);
  await transfers.request('transfer:import', [account.uid, 'files']);
  expect(lastState()).toEqual(NO_TRANSFER);
});

test('a transfer is refused while another one is running', async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const transfers = create({ chooseFolder: () => promise });
  const first = transfers.request('transfer:export', [account.uid]);
  await expect(transfers.request('transfer:import', [account.uid, 'files'])).rejects.toMatchObject({
    code: 'transfer-running',
  });
  await transfers.request('transfer:dismiss', []);
  expect(lastState()).toEqual({ status: 'choosing', kind: 'export' });
  resolve(null);
  await first;
});

test('an import before the notes have arrived asks for no files and says why', async () => {
  let questions = 0;
  const chooseSource = async () => {
    questions += 1;
    return null;
  };
  const transfers = create({ chooseSource }, false);
  await transfers.request('transfer:import', [account.uid, 'files']);
  expect(questions).toBe(0);
  expect(lastState()).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('are not all on this device yet'),
  });
});

test('a failed transfer is reported with its reason, and the next one may begin', async () => {
  const gone = path.join(folder, 'gone');
  const transfers = create({ chooseFolder: async () => gone });
  await transfers.request('transfer:export', [account.uid]);
  expect(lastState()).toMatchObject({
    status: 'failed',
    kind: 'export',
    reason: expect.stringContaining('This folder no longer exists.'),
  });
  await transfers.request('transfer:import', [account.uid, 'folder']);
  expect(lastState().status).toBe('imported');
});

test('a stopped export leaves no file, and a stopped import leaves whole notes', async () => {
  addNotes(400);
  const transfers = create({
    onChange(state) {
      states.push(state);
      if (state.status === 'running' && state.done > 0) void transfers.request('transfer:cancel', []);
    },
  });
  await transfers.request('transfer:export', [account.uid]);
  expect(lastState()).toEqual({ status: 'stopped', kind: 'export' });
  expect(readdirSync(folder)).toEqual([]);
  writeKeepFiles(60);
  await transfers.request('transfer:import', [account.uid, 'folder']);
  expect(lastState()).toEqual({ status: 'stopped', kind: 'import' });
  expect(account.shown().length).toBeLessThan(460);
  await create().request('transfer:import', [account.uid, 'folder']);
  expect(account.shown()).toHaveLength(460);
});

test('an import that ended with its account is reported at the next opening, until another one has ended', async () => {
  writeKeepFiles(3);
  const { promise: never } = Promise.withResolvers<null>();
  const asking = create({ chooseSource: () => never });
  void asking.request('transfer:import', [account.uid, 'files']);
  await asking.reset();
  expect(toldAtOpening()).toEqual(NO_TRANSFER);

  const ending = create({
    onChange(state) {
      if (state.status === 'running') void ending.reset();
    },
  });
  await ending.request('transfer:import', [account.uid, 'folder']);
  const next = create();
  expect(lastState()).toEqual(IMPORT_INTERRUPTED);
  await create({ chooseSource: async () => null }).request('transfer:import', [account.uid, 'files']);
  await next.request('transfer:export', [account.uid]);
  expect(toldAtOpening()).toEqual(IMPORT_INTERRUPTED);
  await next.request('transfer:import', [account.uid, 'folder']);
  expect(toldAtOpening()).toEqual(NO_TRANSFER);
});

test('[S10] an import ends with its account and reports nothing more, also while a dialog is open', async () => {
  writeKeepFiles(300);
  const whole = create({
    onChange(state) {
      states.push(state);
      if (state.status === 'running' && state.done > 0) void whole.reset();
    },
  });
  await whole.request('transfer:import', [account.uid, 'folder']);
  expect(lastState().status).toBe('running');
  expect(account.shown().length).toBeLessThan(300);

  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const asking = create({ chooseSource: () => promise });
  const ended = asking.request('transfer:import', [account.uid, 'files']);
  await asking.reset();
  await ended;
  const before = account.shown().length;
  resolve([folder]);
  await promise;
  expect(lastState().status).toBe('choosing');
  expect(account.shown()).toHaveLength(before);
  expect(existsSync(folder)).toBe(true);
});

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AccountFiles, accountFiles, removeSignedOut } from '#main/account/files.ts';
import { waitingWordsFolder } from '#main/device/waiting-words.ts';
import type { Uid } from '#shared/note/note.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

vi.mock('node:fs/promises', { spy: true });

let userData = '';
let clock: ManualClock;
beforeEach(() => {
  userData = temporaryFolder();
  clock = createManualClock();
});

const filesOf = (uid: string) => accountFiles(userData, uid as Uid, clock);
const folders = (): string[] => readdirSync(path.join(userData, 'accounts'));

/**
 * Makes every removal of files fail, because a new folder first starts the removal of leftovers.
 */
async function endWhileRemoving(account: AccountFiles, taken: readonly string[] = []): Promise<void> {
  vi.mocked(rm).mockRejectedValue(new Error('the app ends'));
  await expect(account.remove(taken)).rejects.toThrow('the app ends');
  vi.mocked(rm).mockReset();
}

test('removing an account leaves no file of it, and removing a missing account is no error', async () => {
  const ada = filesOf('ada');
  await ada.remove([]);
  await ada.makeFolder();
  writeFileSync(ada.database, 'notes');
  await ada.remove([]);
  expect(folders()).toEqual([]);
});

test('if the app ends while an account is removed, its folder is gone, and a later account removes the rest', async () => {
  const ada = filesOf('ada');
  await ada.makeFolder();
  writeFileSync(ada.database, 'notes');
  await endWhileRemoving(ada);
  expect(existsSync(ada.folder)).toBe(false);
  expect(folders()).toHaveLength(1);
  const bob = filesOf('bob');
  await bob.makeFolder();
  await expect.poll(folders).toEqual([path.basename(bob.folder)]);
});

describe('an account whose folder another program holds', () => {
  /** Lets renaming fail as it does on Windows for a folder with an open file. */
  function hold(times: number): void {
    for (let i = 0; i < times; i += 1)
      vi.mocked(rename).mockRejectedValueOnce(Object.assign(new Error('EPERM: rename'), { code: 'EPERM' }));
  }

  async function runTimers(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      await expect.poll(() => clock.waiting).toBe(1);
      clock.runNext();
    }
  }

  async function signOutHeld(uid: string): Promise<void> {
    hold(4);
    const removal = expect(filesOf(uid).remove([])).rejects.toThrow('EPERM');
    await runTimers(3);
    await removal;
  }

  beforeEach(async () => {
    await filesOf('ada').makeFolder();
    writeFileSync(filesOf('ada').database, 'notes');
  });
  afterEach(() => vi.mocked(rename).mockReset());

  test('an account whose folder another program holds is removed if it is released after a moment', async () => {
    hold(3);
    const removal = filesOf('ada').remove([]);
    await runTimers(3);
    await removal;
    expect(clock.now() - createManualClock().now()).toBe(2600);
    expect(folders()).toEqual([]);
  });

  test('[S11.2] [C7] an account whose folder another program holds for longer is removed at the next start', async () => {
    await signOutHeld('ada');
    expect(existsSync(filesOf('ada').database)).toBe(true);
    await removeSignedOut(userData);
    expect(folders()).toEqual([]);
  });

  test('[S11.1] an account that could not be removed stays if its user signed in again', async () => {
    await signOutHeld('ada');
    await filesOf('ada').makeFolder();
    await removeSignedOut(userData);
    expect(existsSync(filesOf('ada').database)).toBe(true);
  });

  test('[S11.3] an account that could not be removed stays if a page stored words for it later', async () => {
    await signOutHeld('ada');
    leaveEntry('ada', 'a');
    await removeSignedOut(userData);
    expect(existsSync(filesOf('ada').database)).toBe(true);
  });

  test('a folder in the place of the mark of a sign-out is set aside, and no account is removed for it', async () => {
    const mark = path.join(filesOf('ada').folder, 'signed-out');
    mkdirSync(path.join(mark, 'inside'), { recursive: true });
    await removeSignedOut(userData);
    expect(existsSync(filesOf('ada').database)).toBe(true);
    mkdirSync(path.join(mark, 'inside'), { recursive: true });
    await filesOf('ada').makeFolder();
    expect(readdirSync(filesOf('ada').folder).toSorted()).toEqual([
      'notes.sqlite',
      'signed-out.aside',
      'signed-out.aside-2',
    ]);
    await signOutHeld('ada');
    await removeSignedOut(userData);
    expect(folders()).toEqual([]);
  });

  test('an account that is opened again while a start removes signed-out accounts stays', async () => {
    await signOutHeld('ada');
    await Promise.all([filesOf('ada').makeFolder(), removeSignedOut(userData)]);
    expect(existsSync(filesOf('ada').database)).toBe(true);
  });
});

/** Writes an entry of waiting words for this account. @returns its name */
function leaveEntry(uid: string, letter: string): string {
  const name = `000000000000001.${letter.repeat(20)}.new.${path.basename(filesOf(uid).folder)}.json`;
  mkdirSync(waitingWordsFolder(userData), { recursive: true });
  writeFileSync(path.join(waitingWordsFolder(userData), name), 'words');
  return name;
}

describe('entries of waiting words that the account has already stored', () => {
  const entries = (): string[] => readdirSync(waitingWordsFolder(userData));

  test('[S11.2] they are removed with the account, and no others', async () => {
    const ada = filesOf('ada');
    await ada.makeFolder();
    const taken = leaveEntry('ada', 'a');
    const other = leaveEntry('ben', 'b');
    await ada.remove([taken]);
    expect(entries()).toEqual([other]);
    expect(folders()).toEqual([]);
  });

  test('[S11.2] they are removed with the account at the next start if the app is killed meanwhile', async () => {
    const ada = filesOf('ada');
    await ada.makeFolder();
    const taken = leaveEntry('ada', 'a');
    await endWhileRemoving(ada, [taken]);
    expect(entries()).toEqual([taken]);
    await removeSignedOut(userData);
    expect(entries()).toEqual([]);
    expect(folders()).toEqual([]);
  });
});

test('a start removes the remains of an account, and succeeds if there is nothing to remove', async () => {
  await removeSignedOut(userData);
  const ada = filesOf('ada');
  await ada.makeFolder();
  await endWhileRemoving(ada);
  await removeSignedOut(userData);
  expect(folders()).toEqual([]);
});

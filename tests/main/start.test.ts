import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownArguments, parseLaunch } from '#main/links/launch.ts';
import { autostartEntry } from '#main/system/login-item.ts';
import { syncWords } from '#main/tray/sync-words.ts';
import { hasIcon, hasTray, searchTray } from '#main/tray/tray-host.ts';
import { placeIn } from '#main/device/window-place.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { SYNC_OFF, type SyncState } from '#shared/ipc/sync-state.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

vi.mock('electron', () => ({}));

/** A test about Linux that runs a script of the shell. */
const shellTest = test.skipIf(process.platform === 'win32');

test('[C47] the options and the link of a start are read, whatever arguments the system adds', () => {
  expect(parseLaunch(['inkling'])).toEqual({ quickNote: false, hidden: false, link: null });
  expect(parseLaunch(['electron', '--no-sandbox', '.', '--quick-note'])).toEqual({
    quickNote: true,
    hidden: false,
    link: null,
  });
  expect(parseLaunch(['inkling', '--hidden'])).toEqual({ quickNote: false, hidden: true, link: null });
  // Chromium moves the switches of a second start to the front.
  const link = 'inkling://note/abc';
  for (const given of [
    [link, '--no-sandbox'],
    ['--', link],
    ['--no-sandbox', '--original-process-start-time=1', link],
    // Arguments that the author of a link added, in their order in a first and in a second start.
    [link, '--quick-note', '--hidden'],
    ['--', link, '--quick-note', '--hidden'],
    ['--quick-note', '--hidden', link],
  ])
    expect(parseLaunch(['inkling', ...given])).toEqual({ quickNote: false, hidden: false, link });
});

test('[C47] only arguments before a link and before two hyphens are commands of the user', () => {
  const link = 'inkling://note/abc';
  expect(ownArguments(['inkling', '--hidden', link, '--self-check'])).toEqual(['inkling', '--hidden']);
  expect(ownArguments(['inkling', '--', '--self-check'])).toEqual(['inkling']);
  expect(ownArguments(['inkling', '--self-check'])).toEqual(['inkling', '--self-check']);
  expect(parseLaunch(['inkling', '--', '--quick-note'])).toEqual({
    quickNote: false,
    hidden: false,
    link: null,
  });
});

shellTest('an autostart entry starts the program, whatever its path', async () => {
  const entry = autostartEntry('/opt/My "Apps"/100%/$HOME/`x`/ink\\ling', ['--hidden']);
  const exec = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  // A desktop interprets the value in this order: the format's escapes, field codes, and a shell's quotes.
  const command = exec.replaceAll('\\\\', '\\').replaceAll('%%', '%');
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile('sh', ['-c', `printf '%s|' ${command}`], (_error, stdout) => resolve(stdout));
  expect(await promise).toBe('/opt/My "Apps"/100%/$HOME/`x`/ink\\ling|--hidden|');
});

shellTest.each([
  ['(true,)', 0, true],
  ['(false,)', 0, false],
  ['', 1, false],
])('a Linux desktop that answers %j with %i has a tray: %s', async (answer, code, expected) => {
  installBusTool(`echo '${answer}'\nexit ${code}`);
  expect(await hasTray('linux')).toBe(expected);
});

/** Replaces the program that asks the session bus. */
function installBusTool(script: string): void {
  const folder = temporaryFolder();
  const program = path.join(folder, 'gdbus');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

shellTest.each([
  ['the icon by its name', "['org.freedesktop.StatusNotifierItem-42-1']", true],
  ['the icon by its name and path', "['org.freedesktop.StatusNotifierItem-42-1/StatusNotifierItem']", true],
  ['the icon by its connection, as GNOME does', "[':1.9/x', ':1.77@/StatusNotifierItem']", true],
  ['only another connection', "[':1.7/StatusNotifierItem', ':1.777@/StatusNotifierItem']", false],
  ['only another process', "['org.freedesktop.StatusNotifierItem-421-1']", false],
  ['nothing', '@as []', false],
])('a tray that lists %s has taken the icon: %s', async (_how, items, expected) => {
  installBusTool(`
    case "$*" in
      *GetNameOwner*StatusNotifierItem-42-1) echo "(':1.77',)" ;;
      *RegisteredStatusNotifierItems*) cat <<'ANSWER'
(<${items}>,)
ANSWER
      ;;
    esac`);
  expect(await hasIcon('linux', 42)).toBe(expected);
});

test('an icon that is not on the bus counts as not taken, and on systems other than Linux every icon as taken', async () => {
  installBusTool('exit 1');
  expect(await hasIcon('linux', 42)).toBe(false);
  expect(await hasIcon('win32', 42)).toBe(true);
});

test('Windows and macOS have a tray, and a Linux without the tool to ask has none', async () => {
  vi.stubEnv('PATH', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await hasTray('win32')).toBe(true);
  expect(await hasTray('darwin')).toBe(true);
  expect(await hasTray('linux')).toBe(false);
});

describe('the search for a tray', () => {
  /** @returns the answers of the search after this many pauses */
  async function search(answers: readonly boolean[], pauses: number, taken = true): Promise<boolean[]> {
    const clock = createManualClock();
    const results: boolean[] = [];
    let questions = 0;
    const stop = searchTray({
      hasTray: () => Promise.resolve(answers[questions++] ?? false),
      hasIcon: () => Promise.resolve(taken),
      clock,
      onAnswer: (isShown) => void results.push(isShown),
    });
    expect(questions, 'a start does not wait for another program').toBe(0);
    clock.advance(0);
    await nextTurn();
    for (let pause = 0; pause < pauses; pause += 1) {
      clock.advance(16_000);
      await nextTurn();
    }
    stop();
    expect(clock.waiting).toBe(0);
    return results;
  }
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  test('the search for a tray finds an existing one, and one that appears after the app', async () => {
    expect(await search([true], 0)).toEqual([true]);
    expect(await search([false, false, true], 4)).toEqual([true]);
  });

  test('the search for a tray withdraws its answer if the tray does not take the icon', async () => {
    expect(await search([true], 9, false)).toEqual([true, false]);
  });

  test('the search for a tray says once that there is none, and nothing after it is stopped', async () => {
    expect(await search([], 9)).toEqual([false]);
    expect(await search([], 2)).toEqual([]);
  });
});

test('the quick note is placed in the middle of the display, a fifth from the top, and made to fit', () => {
  expect(placeIn({ x: 1440, y: 0, width: 1000, height: 1000 }, { width: 400, height: 300 })).toEqual({
    x: 1740,
    y: 200,
    width: 400,
    height: 300,
  });
  expect(placeIn({ x: 0, y: 0, width: 300, height: 200 }, { width: 400, height: 300 })).toEqual({
    x: 0,
    y: 0,
    width: 300,
    height: 200,
  });
});

test.each<[Partial<SyncState>, string | null]>([
  [SYNC_OFF, null],
  [{ phase: 'connecting', pending: 1 }, 'Connecting…'],
  [{ phase: 'live' }, 'Synced'],
  [{ phase: 'live', pending: 2 }, 'Saving…'],
  [{ phase: 'live', refused: 1 }, '1 note could not be synced'],
  [{ phase: 'offline' }, 'Offline'],
  [{ phase: 'offline', pending: 1 }, 'Offline – 1 change waiting'],
  [{ phase: 'offline', pending: 1200 }, 'Offline – 1,200 changes waiting'],
  [{ phase: 'session-expired', pending: 3 }, 'Sign in again to sync'],
])('the sync state %j is shown as %j in the tray', (state, words) => {
  expect(syncWords({ ...SYNC_OFF, loaded: true, ...state })).toBe(words);
});

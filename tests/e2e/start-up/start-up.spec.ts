/**
 * Starts on the machines that users have: each key store, with and without the sandbox, as a normal user and
 * as root, windows that never report their first paint, starts at login and for a quick note alone, and a
 * page that dies while it loads. Each has a first and a second day: a user who has signed in and written a
 * note finds both again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { host } from '#tools/electron-binary/host.ts';
import { desktopWithTray, expect, quickNotePage, visibleWindows } from '../desktop/support.ts';
import { signInButton } from '../session/people.ts';
import { addNote, ADA, root, type RunningApp, signIn, test } from '../support/fixtures.ts';
import { answerQuestions } from '../support/questions.ts';

test.skip(host.name !== 'stand-in', 'a CI machine is only one of these: see REAL-ELECTRON.md');

interface Machine {
  readonly env: Readonly<Record<string, string>>;
  /** Whether the second start asks for a new sign-in. */
  readonly forgets?: boolean;
}
const KEY_STORES: Readonly<Record<string, Machine>> = {
  GNOME: { env: {} },
  KDE: { env: { STANDIN_KEY_STORE: 'kwallet6' } },
  'sway with a keyring': { env: { STANDIN_KEY_STORE: 'basic_text', STANDIN_KEY_STORES: 'gnome_libsecret' } },
  'sway without a keyring': { env: { STANDIN_KEY_STORE: 'basic_text' } },
  'sway without a keyring, and a user who would rather sign in': {
    env: { STANDIN_KEY_STORE: 'basic_text' },
    forgets: true,
  },
};
const SANDBOXES = {
  'in the sandbox': { sandbox: true, env: {} },
  'without the sandbox': { sandbox: false, env: {} },
  'without the sandbox, as root': { sandbox: false, env: { STANDIN_USER: 'root' } },
};
const SECOND_STARTS: Readonly<Record<string, readonly string[]>> = {
  'by the user': [],
  'at login': ['--hidden'],
  'for a quick note': ['--quick-note'],
};

/**
 * Each key store once. The sandbox, the kind of the second start and the paint rotate, so that each occurs.
 */
const starts = Object.entries(KEY_STORES).map(([desktop, machine], row) => {
  const [place, sandbox] = turn(SANDBOXES, row);
  const [way, args] = turn(SECOND_STARTS, row + Math.floor(row / 3));
  const paint = row % 2 === 0 ? 'painted' : 'never';
  const env = { ...machine.env, ...sandbox.env, STANDIN_READY_TO_SHOW: paint };
  const suffix = paint === 'painted' ? '' : ', no first paint reported';
  return {
    name: `${desktop}, ${place}${suffix}, then ${way}`,
    start: { sandbox: sandbox.sandbox, env },
    args,
    stays: desktop.startsWith('sway without') ? machine.forgets !== true : null,
    forgets: machine.forgets === true,
  };
});

function turn<Value>(all: Readonly<Record<string, Value>>, index: number): readonly [string, Value] {
  const entries = Object.entries(all);
  const found = entries[index % entries.length];
  if (found === undefined) throw new Error('There is nothing to choose from');
  return found;
}

for (const { name, start: how, args, stays, forgets } of starts) {
  test(`a first and a second start show the right window: ${name}`, async ({ cloud, userData, start }) => {
    const env = { ...how.env, ...desktopWithTray(userData) };
    const first = await start(userData, { ...how, env });
    await expect.poll(() => visibleWindows(first)).toEqual(['Inkling']);
    await signIn(first, cloud, ADA);
    const choice = first.page.getByRole('button', {
      name: stays === true ? 'Stay signed in' : 'Sign in at each start',
    });
    if (stays === true) await answerQuestions(first.electron, 'Stay Signed In');
    if (stays === null) await expect(choice).toHaveCount(0);
    else await choice.click();
    await addNote(first.page, 'of the first day', '');
    await expect.poll(() => cloud.controls.docs()).toHaveLength(1);
    await first.close();

    const second = await start(userData, { ...how, env, args });
    const wanted = { '--hidden': [], '--quick-note': ['Quick note'] }[args[0] ?? ''] ?? ['Inkling'];
    if (!forgets) await expectTheNote(second, args);
    else if (args[0] !== '--quick-note') await expect(signInButton(second.page)).toBeAttached();
    await expect.poll(() => visibleWindows(second)).toEqual(wanted);
    await quickNotePage(second);
  });
}

/** The main window shows the note; after a start for the quick note alone, the quick note has the focus. */
async function expectTheNote({ page }: RunningApp, args: readonly string[]): Promise<void> {
  if (args[0] === '--quick-note') await expect(page.getByPlaceholder('Take a note...')).toBeFocused();
  else await expect(page.getByText('of the first day').first()).toBeAttached();
}

/**
 * Starts the app without a driver, which would lose a page that dies. @returns the app's end and its output
 */
async function run(
  config: string,
  userData: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ end: unknown; output: string }> {
  const child = spawn(host.executable, [...args, '.', `--user-data-dir=${userData}`], {
    cwd: root,
    env: { ...process.env, ...host.env, ...desktopWithTray(userData), INKLING_CONFIG: config, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { end: signal ?? code, output };
}

for (const [seen, paint, args] of [
  ['shown', 'painted', []],
  ['hidden', 'never', ['--hidden']],
] as const) {
  test(`a page that dies while it is loaded is created again: window ${seen}, first paint ${paint}`, async ({
    cloud,
    userData,
  }) => {
    const dying = ['-r', fileURLToPath(import.meta.resolve('./dying-page.cjs')), ...args];
    const { end, output } = await run(cloud.configPath, userData, dying, { STANDIN_READY_TO_SHOW: paint });
    expect(end, output).toBe(0);
    expect(output).toContain(`alive, ${seen}`);
    expect(output).toContain('exited: crashed');
  });
}

/**
 * The built app in several worlds: how long the quick note takes until its window has the focus and the frame
 * that shows the caret in its text has been made. Answers with one line of JSON: the milliseconds of each
 * round, for each figure.
 */
import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '#shared/ipc/settings.ts';
import {
  type Desktop,
  expect,
  onStandIn,
  openNow,
  pressBoundKey,
  quickNotePage,
  raiseDesktop,
} from '../../e2e/desktop/support.ts';
import { ADA, signIn } from '../../e2e/support/fixtures.ts';

const rounds = Number(process.argv[2]);

const KEYS = DEFAULT_SETTINGS.quickNoteShortcut ?? '';
/** On the real Electron, the session of this machine is the world. */
const inSession = (type: string): Record<string, string> => (onStandIn ? { XDG_SESSION_TYPE: type } : {});

/** From when the time counts, in milliseconds since the epoch, for each figure. */
type Starts = Readonly<Record<string, number>>;

interface World {
  readonly env: Readonly<Record<string, string>>;
  readonly prepare: (desktop: Desktop) => Promise<void>;
  /** Opens the quick note. */
  readonly open: (desktop: Desktop) => Promise<Starts>;
}

async function signInAsAda({ app, cloud }: Desktop): Promise<void> {
  await signIn(app, cloud, ADA);
  await expect(app.page.getByText('Notes you add appear here')).toBeVisible();
}

/** A world in which the quick note is opened by its keys. */
function byKeys(figure: string, prepare: (desktop: Desktop) => Promise<void>): World {
  return {
    env: inSession('x11'),
    prepare,
    open: async ({ app }) => ({ [figure]: await openNow(app, KEYS) }),
  };
}

const WORLDS: readonly World[] = [
  byKeys('keys', signInAsAda),
  byKeys('offline', async (desktop) => {
    await signInAsAda(desktop);
    await desktop.cloud.controls.addFault({ rpc: '*', kind: 'down' });
    await expect(desktop.app.page.getByText('Offline', { exact: false }).first()).toBeVisible();
  }),
  byKeys('signed out', () => Promise.resolve()),
  byKeys('main window closed', async (desktop) => {
    await signInAsAda(desktop);
    const main = await desktop.app.electron.browserWindow(desktop.app.page);
    await main.evaluate((window) => window.close());
  }),
  {
    env: inSession('wayland'),
    prepare: signInAsAda,
    async open(desktop) {
      const { electron } = desktop.app;
      await electron.evaluate(({ app }) => {
        app.prependOnceListener('second-instance', () => Object.assign(globalThis, { learnt: Date.now() }));
      });
      const start = Date.now();
      await pressBoundKey(desktop);
      const learnt = await electron.evaluate(() => Reflect.get(globalThis, 'learnt') as number);
      return { 'second start': learnt, 'second start, with its process': start };
    },
  },
];

/**
 * Resolves to when the page has made the frame with the caret, after the next time that its text gets the
 * focus.
 */
function nextCaret(page: Page) {
  return page.evaluateHandle(() => {
    const { promise: at, resolve } = Promise.withResolvers<number>();
    const text = document.querySelector('textarea');
    // The second callback runs when the frame with the caret has been made.
    const whenDrawn = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())));
    text?.addEventListener('focus', whenDrawn, { once: true });
    return { at };
  });
}

async function measure({ env, prepare, open }: World): Promise<Record<string, number[]>> {
  const desktop = await raiseDesktop({ env });
  try {
    await prepare(desktop);
    const page = await quickNotePage(desktop.app);
    const window = await desktop.app.electron.browserWindow(page);
    const times: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round += 1) {
      await page.getByPlaceholder('Title').focus();
      const caret = await nextCaret(page);
      // A page that a driver holds always believes to have the focus; its window does not.
      await window.evaluate((quick) => {
        const { promise, resolve } = Promise.withResolvers<number>();
        quick.once('focus', () => resolve(Date.now()));
        Object.assign(globalThis, { focused: promise });
      });
      const starts = await open(desktop);
      // All processes read the same clock.
      const ready = Math.max(
        await caret.evaluate(({ at }) => at),
        await window.evaluate(() => Reflect.get(globalThis, 'focused') as Promise<number>),
      );
      for (const [figure, start] of Object.entries(starts)) (times[figure] ??= []).push(ready - start);
      await page.keyboard.press('Escape');
      await expect.poll(() => window.evaluate((quick) => quick.isVisible())).toBe(false);
    }
    return times;
  } finally {
    await desktop.close();
  }
}

const all: Record<string, number[]> = {};
for (const world of WORLDS) Object.assign(all, await measure(world));
process.stdout.write(`${JSON.stringify(all)}\n`);

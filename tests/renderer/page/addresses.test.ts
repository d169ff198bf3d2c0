/** The shown screen follows from the session and the address (spec §2), whatever events led to them. */
import type { Page } from '@playwright/test';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import type { SessionState } from '#shared/ipc/session.ts';
import { TEXTS } from '#shared/base/spec.ts';
import * as fc from '#tests/support/fast-check.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };
const signedIn = (uid: string): SessionState => ({
  status: 'signed-in',
  expired: false,
  signingIn: false,
  user: { uid: uid as Uid, email: `${uid}@example.org`, name: uid, picture: null },
});

/** An event of a page. All but a reload happen within one task of the page, so that several can coincide. */
type Step =
  | { readonly do: 'go'; readonly path: string }
  | { readonly do: 'traverse'; readonly by: 1 | -1 }
  | { readonly do: 'session'; readonly session: SessionState }
  | { readonly do: 'wait'; readonly until: 'microtask' | 'task' | 'frame' };
type Burst = 'reload' | readonly Step[];

/** The address, the session, and the shown screen. */
interface Shown {
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly screen: string;
}

const LISTS: Readonly<Record<string, string>> = { '/': 'Notes', '/archive': 'Archive', '/trash': 'Trash' };

/** The specification's rules for an address once the page has come to rest. */
function isAsSpecified({ path, isSignedIn, screen }: Shown): boolean {
  if (path === '/signup') return screen === TEXTS.signIn;
  return isSignedIn && Object.hasOwn(LISTS, path) && screen === LISTS[path];
}

/** Records each moment at which the page shows no screen, or two. Restores the session after a reload. */
function watch(): void {
  // Earlier entries belong to earlier tests.
  if (sessionStorage.getItem('first-entry') === null)
    sessionStorage.setItem('first-entry', String(navigation.currentEntry?.index ?? 0));
  const stored = sessionStorage.getItem('session');
  if (stored !== null) window.fake.setSession(JSON.parse(stored) as SessionState);
  const wrong: string[] = [];
  let isDrawn = false;
  const look = (): void => {
    const screens = document.querySelectorAll('main').length;
    isDrawn ||= screens > 0;
    if (isDrawn && screens !== 1) wrong.push(`${screens} screens at ${location.hash}`);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  Object.assign(window, { wrongScreens: wrong });
}

async function open(): Promise<Page> {
  const { page } = await stage.open({ session: SIGNED_OUT });
  const installed = await page.addInitScript(watch);
  onTestFinished(async () => {
    await page.evaluate(() => sessionStorage.clear());
    await installed.dispose();
  });
  await page.reload();
  return page;
}

async function carryOut(page: Page, burst: Burst): Promise<void> {
  if (burst === 'reload') await page.reload();
  else
    await page.evaluate(async (steps) => {
      const { promise: nextTask, resolve } = Promise.withResolvers<void>();
      const waits = {
        microtask: () => Promise.resolve(),
        task: () => new Promise((done) => setTimeout(done)),
        frame: () => new Promise((done) => requestAnimationFrame(done)),
      };
      // Going back takes effect later, and must not leave the page's first entry.
      const firstEntry = Number(sessionStorage.getItem('first-entry'));
      const traversals: Promise<unknown>[] = [];
      let stepsBack = (navigation.currentEntry?.index ?? firstEntry) - firstEntry;
      for (const step of steps) {
        if (step.do === 'go') location.hash = step.path;
        else if (step.do === 'traverse') {
          if (step.by === -1 && stepsBack <= 0) continue;
          stepsBack += Math.min(step.by, 0);
          const { committed, finished } = step.by === 1 ? navigation.forward() : navigation.back();
          traversals.push(Promise.allSettled([committed, finished]));
        } else if (step.do === 'session') {
          sessionStorage.setItem('session', JSON.stringify(step.session));
          window.fake.setSession(step.session);
        } else await waits[step.until]();
      }
      await Promise.all(traversals);
      // The page renders afterwards.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      await nextTask;
    }, burst);
}

const shown = (page: Page): Promise<Shown> =>
  page.evaluate((button) => {
    const hasButton = [...document.querySelectorAll('main button')].some(
      ({ textContent }) => textContent === button,
    );
    const here = document.querySelector('nav [aria-current=page]')?.getAttribute('aria-label');
    return {
      path: location.hash.slice(1) || '/',
      isSignedIn: sessionStorage.getItem('session')?.includes('signed-in') === true,
      screen: hasButton ? button : (here ?? 'none'),
    };
  }, TEXTS.signIn);

async function expectSpecifiedScreen(page: Page): Promise<void> {
  await see
    .poll(async () => (isAsSpecified(await shown(page)) ? 'as specified' : shown(page)))
    .toBe('as specified');
  expect(await page.evaluate(() => Reflect.get(window, 'wrongScreens') as unknown)).toEqual([]);
}

const go = (path: string): Step => ({ do: 'go', path });
const session = (state: SessionState): Step => ({ do: 'session', session: state });
const wait = (until: 'microtask' | 'task' | 'frame'): Step => ({ do: 'wait', until });

test.each(['microtask', 'task', 'frame'] as const)(
  'an address set back within a %s of its redirect still shows the sign-up screen',
  async (until) => {
    const page = await open();
    for (const path of ['/', '/archive', '/nowhere']) {
      await carryOut(page, [go(path), wait('task'), go(path), wait(until), go(path)]);
      await expectSpecifiedScreen(page);
    }
  },
);

test.each(['/signup', '/archive', '/nowhere'])(
  'a session that begins at %s leads to the notes, and its end to the sign-up screen',
  async (path) => {
    const page = await open();
    await carryOut(page, [go(path), session(signedIn('u1'))]);
    await see.poll(() => shown(page)).toMatchObject({ path: '/', screen: 'Notes' });
    await carryOut(page, [session(SIGNED_OUT)]);
    await see.poll(() => shown(page)).toMatchObject({ path: '/signup', screen: TEXTS.signIn });
    await expectSpecifiedScreen(page);
  },
);

describe('after a random sequence of addresses, going back, reloads and sign-ins', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom('/signup', '/nowhere', '/trash/deeper', ...Object.keys(LISTS)).map(go),
    },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(1 as const, -1 as const, -1 as const)
        .map((by) => ({ do: 'traverse' as const, by })),
    },
    { weight: 3, arbitrary: fc.constantFrom(SIGNED_OUT, signedIn('u1'), signedIn('u2')).map(session) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('microtask' as const, 'task' as const, 'frame' as const).map(wait),
    },
  );
  const burst: fc.Arbitrary<Burst> = fc.oneof(
    { weight: 8, arbitrary: fc.array(step, { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constant('reload' as const) },
  );
  const sequences = fc.sample(fc.array(burst, { minLength: 12, maxLength: 12 }), 10);

  test.each(sequences.map((bursts, index) => ({ index, bursts })))(
    'the page shows the specified screen ($index)',
    async ({ bursts }) => {
      const page = await open();
      for (const each of bursts) {
        await carryOut(page, each);
        await expectSpecifiedScreen(page);
      }
    },
  );
});

/**
 * Walks through the states of sync with the local cloud's faults, and measures the seconds until each state
 * is shown, and until it is gone. packages/local-cloud/README.md has the printed table.
 * `INKLING_OUTAGE_SECONDS` makes the outages longer.
 */
import type { Locator, Page } from '@playwright/test';
import type { Cloud } from '@inkling/local-cloud/cloud.ts';
import type { FaultInput } from '@inkling/local-cloud/faults/fault.ts';
import { addNote, ADA, expect, signIn, type RunningApp } from '../support/fixtures.ts';
import { measureSlowdown } from '#tests/support/cpu-time.ts';
import { TEST_LIMIT_MS } from '#tests/support/limits.ts';
import { test } from '../support/signed-in.ts';
import { waitUntilSynced, titles, uidOf } from './people.ts';

const OUTAGE_MS = Number(process.env['INKLING_OUTAGE_SECONDS'] ?? 4) * 1_000;
/** The promise to the user: seconds until a state is shown, and until it is gone. */
const SHOWN_SECONDS = 6;
const GONE_SECONDS = 3;
/** Additional seconds for the work of the app, its page and the cloud on an idle machine. */
const SLACK = 2;

interface Walk {
  readonly app: RunningApp;
  readonly page: Page;
  readonly cloud: Cloud;
  readonly offline: Locator;
  readonly signInAgain: Locator;
  /** Adds a note of this title. */
  readonly change: (title: string) => Promise<void>;
  /** Adds a note as another client; it is shown here once the live query is up. */
  readonly changeElsewhere: (title: string) => Promise<void>;
}

interface State {
  readonly name: string;
  /** Seconds within which the state must be shown, and must be gone. */
  readonly untilShown?: number;
  readonly untilGone?: number;
  readonly run: (walk: Walk, measure: Measure) => Promise<void>;
}

interface Measure {
  /** Measures from now until `seen` resolves. */
  untilShown(seen: Promise<unknown>): Promise<void>;
  untilGone(seen: Promise<unknown>): Promise<void>;
}

const seen = (locator: Locator): Promise<void> => locator.waitFor();
const saved = (page: Page): Promise<void> => seen(page.getByText('All changes saved', { exact: true }));
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

interface Measured {
  /** Whether the state appeared at all. */
  readonly came: boolean;
  readonly seconds: number;
  /**
   * Additional seconds that this machine may take at its load before or after, whichever is higher.
   */
  readonly slack: number;
}

async function timeOf(coming: Promise<unknown>): Promise<Measured> {
  const from = performance.now();
  const slowdownBefore = measureSlowdown();
  const came = await coming.then(
    () => true,
    () => false,
  );
  const seconds = (performance.now() - from) / 1_000;
  return { came, seconds, slack: SLACK * Math.max(slowdownBefore, measureSlowdown()) };
}

async function inCloud(cloud: Cloud, title: string): Promise<void> {
  await expect.poll(() => titles(cloud), { intervals: [50] }).toContain(title);
}

function refuse(cloud: Cloud, ...rpcs: readonly FaultInput['rpc'][]): Promise<unknown> {
  return Promise.all(
    rpcs.map((rpc) =>
      cloud.controls.addFault({ rpc, kind: 'status', code: 'UNAUTHENTICATED', times: 10_000 }),
    ),
  );
}

/** Signs in as a user who is asked to, and measures from there. */
async function signInAgain({ app, cloud, page, signInAgain: button }: Walk, measure: Measure): Promise<void> {
  await cloud.controls.clearFaults();
  cloud.controls.enable(uidOf(cloud, ADA));
  await signIn(app, cloud, ADA, button);
  await measure.untilGone(saved(page));
}

const STATES: readonly State[] = [
  {
    name: 'down, nothing pending',
    untilShown: SHOWN_SECONDS,
    untilGone: GONE_SECONDS,
    async run({ page, cloud, offline }, measure) {
      await cloud.controls.addFault({ rpc: '*', kind: 'down' });
      await measure.untilShown(seen(offline));
      await pause(OUTAGE_MS);
      await cloud.controls.clearFaults();
      await measure.untilGone(saved(page));
    },
  },
  {
    name: 'down, then a change',
    untilShown: SHOWN_SECONDS,
    untilGone: GONE_SECONDS,
    async run({ page, cloud, change, offline }, measure) {
      await cloud.controls.addFault({ rpc: '*', kind: 'down' });
      await change('while it was down');
      await measure.untilShown(seen(offline));
      await pause(OUTAGE_MS);
      await cloud.controls.clearFaults();
      await measure.untilGone(saved(page));
      await inCloud(cloud, 'while it was down');
    },
  },
  {
    name: 'frozen, nothing pending',
    // Keepalive finds the fault. Until then the screen is true, unless another device changes something.
    untilGone: 16,
    async run({ page, cloud, changeElsewhere }, measure) {
      await cloud.controls.addFault({ rpc: '*', kind: 'freeze' });
      await changeElsewhere('behind a frozen line');
      await measure.untilGone(seen(page.getByRole('article').filter({ hasText: 'behind a frozen line' })));
    },
  },
  {
    name: 'frozen, then a change',
    untilShown: SHOWN_SECONDS,
    // 2.5 s after the state is shown, the app gives up the connection and opens another.
    untilGone: 5,
    async run({ page, cloud, change, offline }, measure) {
      await cloud.controls.addFault({ rpc: '*', kind: 'freeze' });
      // Looks from here on, because the state may be over before a busy machine has shown the new note.
      const isOffline = seen(offline);
      await change('into a frozen line');
      await measure.untilShown(isOffline);
      await measure.untilGone(saved(page));
      await inCloud(cloud, 'into a frozen line');
    },
  },
  {
    name: 'cut, nothing pending',
    untilGone: GONE_SECONDS,
    async run({ page, cloud, changeElsewhere }, measure) {
      await cloud.controls.addFault({ rpc: '*', kind: 'cut' });
      await changeElsewhere('after the cut');
      await measure.untilGone(seen(page.getByRole('article').filter({ hasText: 'after the cut' })));
    },
  },
  {
    name: 'cut, then a change',
    untilGone: GONE_SECONDS,
    async run({ page, cloud, change }, measure) {
      await cloud.controls.addFault({ rpc: '*', kind: 'cut' });
      await change('onto a cut line');
      await measure.untilGone(Promise.all([inCloud(cloud, 'onto a cut line'), saved(page)]));
    },
  },
  {
    name: 'slow: commits take 7 s',
    untilShown: 1,
    untilGone: 8,
    async run({ page, cloud, change }, measure) {
      await cloud.controls.addFault({ rpc: 'Commit', kind: 'delay', ms: 7_000 });
      const isSaving = seen(page.getByText('Saving…', { exact: true }));
      await change('to a slow cloud');
      await measure.untilShown(isSaving);
      await measure.untilGone(saved(page));
      await inCloud(cloud, 'to a slow cloud');
    },
  },
  {
    name: 'slow: everything takes 7 s',
    untilShown: SHOWN_SECONDS,
    untilGone: GONE_SECONDS,
    async run({ page, cloud, change, offline }, measure) {
      await cloud.controls.addFault({ rpc: '*', kind: 'delay', ms: 7_000 });
      const isOffline = seen(offline);
      await change('to a very slow cloud');
      await measure.untilShown(isOffline);
      await measure.untilGone(saved(page));
      await inCloud(cloud, 'to a very slow cloud');
    },
  },
  {
    name: 'refused, nothing pending',
    untilShown: SHOWN_SECONDS,
    untilGone: GONE_SECONDS,
    async run(walk, measure) {
      await refuse(walk.cloud, 'Listen', 'Commit', 'BatchGetDocuments');
      await measure.untilShown(seen(walk.signInAgain));
      await expect(walk.page.getByText('The cloud no longer accepts your sign-in.')).toBeVisible();
      await signInAgain(walk, measure);
    },
  },
  {
    name: 'refused, a change',
    untilShown: SHOWN_SECONDS,
    untilGone: GONE_SECONDS,
    async run(walk, measure) {
      await refuse(walk.cloud, 'Commit');
      await walk.change('refused at first');
      await measure.untilShown(seen(walk.signInAgain));
      await signInAgain(walk, measure);
      await inCloud(walk.cloud, 'refused at first');
    },
  },
  {
    name: 'revoked, nothing pending',
    untilShown: SHOWN_SECONDS,
    untilGone: GONE_SECONDS,
    async run(walk, measure) {
      walk.cloud.controls.revoke(uidOf(walk.cloud, ADA));
      await measure.untilShown(seen(walk.signInAgain));
      await expect(walk.page.getByText('Not syncing')).toBeVisible();
      await signInAgain(walk, measure);
    },
  },
  {
    name: 'disabled, nothing pending',
    untilShown: SHOWN_SECONDS,
    untilGone: GONE_SECONDS,
    async run(walk, measure) {
      walk.cloud.controls.revoke(uidOf(walk.cloud, ADA), 'disabled');
      await measure.untilShown(seen(walk.signInAgain));
      await expect(walk.page.getByText('Not syncing')).toBeVisible();
      await signInAgain(walk, measure);
    },
  },
];

test('each state of an outage is shown in time, and gone in time', async ({ app, cloud }) => {
  test.setTimeout(2 * TEST_LIMIT_MS + 4 * OUTAGE_MS);
  const { page } = app;
  let number = 0;
  const walk: Walk = {
    app,
    page,
    cloud,
    offline: page.getByText(/^Offline/),
    signInAgain: page.getByRole('button', { name: 'Sign in again' }),
    change: (title) => addNote(page, title, ''),
    async changeElsewhere(title) {
      number += 1;
      const createdAt = new Date().toISOString();
      cloud.controls.putDoc(`elsewhere-${number}`, { title, text: '', uid: uidOf(cloud, ADA), createdAt });
    },
  };
  const table: string[] = [];
  const late: string[] = [];
  for (const { name, run, ...bounds } of STATES) {
    await waitUntilSynced(page);
    const row = { untilShown: '–', untilGone: '–' };
    const timed = (what: 'untilShown' | 'untilGone') => async (seenThen: Promise<unknown>) => {
      const { came, seconds, slack } = await timeOf(seenThen);
      row[what] = came ? seconds.toFixed(1) : 'never';
      const bound = bounds[what] ?? 0;
      if (!came || seconds > bound + slack) late.push(`${name}: ${what} took ${row[what]} s, not ${bound} s`);
    };
    try {
      await run(walk, { untilShown: timed('untilShown'), untilGone: timed('untilGone') });
    } catch (error) {
      late.push(`${name}: ${String(error)}`);
    }
    table.push(`| ${name} | ${row.untilShown} | ${row.untilGone} |`);
    console.log(table.at(-1));
    await cloud.controls.clearFaults();
  }
  expect(late).toEqual([]);
});

test('a start without the network shows that in time, and syncs in time once the network is back', async ({
  app,
  cloud,
  start,
}) => {
  await waitUntilSynced(app.page);
  await app.close();
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });
  const { page } = await start();
  await seen(page.getByPlaceholder('Take a note...'));
  // The page is readable from here on. How long the host takes to start is measured by the bench `open`.
  const shown = await timeOf(seen(page.getByText(/^Offline/)));
  await pause(OUTAGE_MS);
  await cloud.controls.clearFaults();
  const gone = await timeOf(saved(page));
  console.log(`| down at the start | ${shown.seconds.toFixed(1)} | ${gone.seconds.toFixed(1)} |`);
  expect(shown).toMatchObject({ came: true });
  expect(gone).toMatchObject({ came: true });
  expect(shown.seconds).toBeLessThan(SHOWN_SECONDS + shown.slack);
  expect(gone.seconds).toBeLessThan(GONE_SECONDS + gone.slack);
});

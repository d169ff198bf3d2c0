/** From the launch to the first notes on the screen. README.md says what is measured. */
import path from 'node:path';
import { _electron } from '@playwright/test';
import { root } from '#tests/e2e/support/fixtures.ts';
import { chromiumSandbox, host } from '#tools/electron-binary/host.ts';
import { relativeFigure, type Figure, median } from '../figure.ts';
import { firstArticleFrame } from '../support/built-app.ts';
import { signedInDevices } from '../support/cached-notes.ts';

const SIZES = [10, 1000, 100_000] as const;
const WINDOWS = ['empty', ...SIZES] as const;
/** The medians of sixteen rounds of one version differ by up to 4 %. */
const ROUNDS = 48;
const MOST_OF_EMPTY = 1.5;
const MOST_OF_FEW = 1.15;
const EMPTY_APP = path.join(root, 'tests/bench/empty-app');

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  // All devices are made before the first round: to make one leaves writes for the disk and cleaning up for
  // this process.
  for (const notes of SIZES) devices.with(notes);
  const times = new Map<string, number[]>();
  const take = (name: string, time: number): void => void times.set(name, [...(times.get(name) ?? []), time]);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Forwards and backwards in turn: what a window leaves to be cleaned up takes time from the one after it.
    for (const window of round % 2 === 0 ? WINDOWS : WINDOWS.toReversed()) {
      if (window === 'empty') take(window, await painted([EMPTY_APP], {}));
      else {
        const { userData, config } = devices.with(window);
        take(String(window), await painted(['.', `--user-data-dir=${userData}`], { INKLING_CONFIG: config }));
      }
    }
  }
  const of = (name: string | number): number => median(times.get(String(name)) ?? []);
  return [
    ...SIZES.map((notes) =>
      relativeFigure(`open: ${notes} notes`, 'ms', of(notes), of('empty'), MOST_OF_EMPTY),
    ),
    relativeFigure('open: 100000 notes against 10', 'ms', of(100_000), of(10), MOST_OF_FEW),
  ];
}

/** Milliseconds from the launch until the page has a frame with an `article`. */
async function painted(args: readonly string[], env: Record<string, string>): Promise<number> {
  const start = Date.now();
  const app = await _electron.launch({
    chromiumSandbox,
    args: [...host.args, ...args],
    cwd: root,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    return (await firstArticleFrame(await app.firstWindow())) - start;
  } finally {
    await app.close();
  }
}

process.stdout.write(JSON.stringify(await measure()));

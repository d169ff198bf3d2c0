/** The app's memory after it was opened and scrolled. README.md says what is measured. */
import { relativeFigure, type Figure, median } from '../figure.ts';
import { type Memory, memoryOf, scroll, startApp } from '../support/built-app.ts';
import { type Device, signedInDevices } from '../support/cached-notes.ts';

const FEW = 100;
const MANY = 100_000;
const ROUNDS = 3;
const SCROLLED_MS = 5000;
const MOST_RENDERER = 1.3;
const MOST_MAIN = 1.5;

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  const few: Memory[] = [];
  const many: Memory[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    few.push(await used(devices.with(FEW)));
    many.push(await used(devices.with(MANY)));
  }
  const of = (rounds: readonly Memory[], part: keyof Memory): number =>
    median(rounds.map((one) => one[part]));
  const figure = (name: string, part: keyof Memory, bound: number): Figure =>
    relativeFigure(`memory: ${name}`, 'MB', of(many, part), of(few, part), bound);
  return [
    figure('heap of the page', 'rendererHeap', MOST_RENDERER),
    figure('resident main process', 'mainResident', MOST_MAIN),
  ];
}

async function used(device: Device): Promise<Memory> {
  const app = await startApp(device);
  try {
    await scroll(app.page, SCROLLED_MS);
    return await memoryOf(app);
  } finally {
    await app.close();
  }
}

process.stdout.write(JSON.stringify(await measure()));

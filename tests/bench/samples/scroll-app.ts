/** Five seconds of wheel scrolling over a hundred thousand notes. README.md says what is measured. */
import { type Figure, absoluteFigure, percentile } from '../figure.ts';
import { scroll as scrollPage, startApp } from '../support/built-app.ts';
import { signedInDevices } from '../support/cached-notes.ts';

const NOTES = 100_000;
const SCROLLED_MS = 5000;
const LONGEST_FRAME_MS = 50;
const USUAL_FRAME_MS = 20;

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  const app = await startApp(devices.with(NOTES));
  try {
    const { frames, work } = await scrollPage(app.page, SCROLLED_MS);
    return [
      absoluteFigure('scroll: longest frame', 'ms', Math.max(...frames), LONGEST_FRAME_MS),
      absoluteFigure('scroll: frame, p95', 'ms', percentile(frames, 95), USUAL_FRAME_MS),
      absoluteFigure('scroll: longest work of a frame', 'ms CPU', Math.max(...work), LONGEST_FRAME_MS),
      absoluteFigure('scroll: work of a frame, p95', 'ms CPU', percentile(work, 95), USUAL_FRAME_MS),
    ];
  } finally {
    await app.close();
  }
}

process.stdout.write(JSON.stringify(await measure()));

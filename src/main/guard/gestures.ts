/**
 * What a person last did in a page, as Electron tells of it before the page learns of it. No code in a page
 * can make such an event, whatever it tells the page's own browser engine.
 */
import { app, type InputEvent } from 'electron';

/**
 * As long as Chromium lets a page do what needs a person's action (`transient activation`), in milliseconds.
 */
const LIFETIME_MS = 5000;

export interface Gestures {
  /**
   * Whether a person has just clicked, tapped, or pressed Enter or Space in a page. Each of these is good for
   * one call.
   */
  use(): boolean;
}

/** To be called before the first page is created. */
export function watchGestures(now: () => number): Gestures {
  let last: number | null = null;
  app.on('web-contents-created', (_created, contents) => {
    contents.on('input-event', (_event, input) => {
      if (isGesture(input)) last = now();
    });
  });
  return {
    use() {
      const time = now();
      // A gesture in the future shows that the clock was set back since, so nobody knows how old it is.
      const isFresh = last !== null && time >= last && time - last < LIFETIME_MS;
      last = null;
      return isFresh;
    },
  };
}

/** Words that are typed are none: otherwise each letter would let a page do something. */
function isGesture(input: InputEvent): boolean {
  if (input.type === 'mouseUp' || input.type === 'gestureTap') return true;
  return (
    (input.type === 'rawKeyDown' || input.type === 'keyDown') &&
    'key' in input &&
    /^(?:Enter| )$/.test(String(input.key))
  );
}

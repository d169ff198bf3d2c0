/**
 * The user's last action in a page, which Electron reports before the page gets it. No code in a page can
 * fake such an event.
 */
import { app, type InputEvent } from 'electron';

/**
 * How long Chromium allows a page an action that needs the user (`transient activation`), in milliseconds.
 */
const LIFETIME_MS = 5000;

export interface Gestures {
  /**
   * Whether the user has just clicked, tapped, or pressed Enter or Space in a page. Each gesture counts for
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
      // A gesture in the future shows that the clock was set back since, so its age is unknown.
      const isFresh = last !== null && time >= last && time - last < LIFETIME_MS;
      last = null;
      return isFresh;
    },
  };
}

/** Typing is not a gesture, because each letter would allow the page an action. */
function isGesture(input: InputEvent): boolean {
  if (input.type === 'mouseUp' || input.type === 'gestureTap') return true;
  return (
    (input.type === 'rawKeyDown' || input.type === 'keyDown') &&
    'key' in input &&
    /^(?:Enter| )$/.test(String(input.key))
  );
}

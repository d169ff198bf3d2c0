/** A press of the pointer, from its beginning to the click that ends it. */

/**
 * Waits for the end of a press. A handler of `pointerdown` that changes the page waits for this first;
 * otherwise another element may come under the pointer and get the click.
 * @returns resolves after the press has ended and its click, if any, was handled
 */
export async function pressEnd(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ends = new AbortController();
  const onEnd = (): void => {
    ends.abort();
    setTimeout(resolve);
  };
  const options = { capture: true, signal: ends.signal };
  for (const name of ['pointerup', 'pointercancel'] as const) window.addEventListener(name, onEnd, options);
  // A system menu may take over a press without an event for its end. The next move without a button, or the
  // next key, then ends it.
  const onMove = ({ buttons }: PointerEvent): void => {
    if (buttons === 0) onEnd();
  };
  const onKey = ({ repeat }: KeyboardEvent): void => {
    if (!repeat) onEnd();
  };
  window.addEventListener('pointermove', onMove, options);
  window.addEventListener('keydown', onKey, options);
  await promise;
}

/**
 * Makes the rest of a press do nothing. Call it when the press begins: its click, text selection and focus
 * change are swallowed.
 */
export function swallowPress(): void {
  const ends = new AbortController();
  const options = { capture: true, signal: ends.signal };
  for (const name of ['mousedown', 'click', 'auxclick'] as const)
    window.addEventListener(name, swallow, options);
  void pressEnd().then(() => ends.abort());
}

/**
 * Makes the rest of a touch do nothing. Its click may come some time after its end, so this lasts until the
 * next press.
 */
function swallowTouch(): void {
  const touch = new AbortController();
  const options = { capture: true, signal: touch.signal };
  for (const name of ['mousedown', 'click', 'contextmenu'] as const)
    window.addEventListener(name, swallow, options);
  window.addEventListener('pointerdown', () => touch.abort(), options);
}

/**
 * Makes a press beside a pop-up do nothing but close it. @param event the event by which Fluent UI detected
 * the press
 */
export function swallowPressBeside(event: Pick<Event, 'type' | 'preventDefault' | 'stopPropagation'>): void {
  event.stopPropagation();
  // Otherwise, a press on a link would navigate.
  event.preventDefault();
  if (event.type === 'touchstart') swallowTouch();
}

/** A long press lasts this many milliseconds, and moves by no more than this many CSS pixels. */
const LONG_PRESS_MS = 500;
const LONG_PRESS_MOVE = 10;

/**
 * Calls `act` if the touch that begins with this event becomes a long press, whose click and context menu are
 * then swallowed.
 */
export function onLongPress({ clientX, clientY }: MouseEvent, act: () => void): void {
  const press = new AbortController();
  const options = { capture: true, signal: press.signal };
  const beLongPress = (): void => {
    end();
    swallowTouch();
    act();
  };
  const timer = setTimeout(beLongPress, LONG_PRESS_MS);
  const end = (): void => {
    clearTimeout(timer);
    press.abort();
  };
  for (const name of ['pointerup', 'pointercancel', 'pointerdown'] as const)
    window.addEventListener(name, end, options);
  window.addEventListener(
    'pointermove',
    (event) => {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > LONG_PRESS_MOVE) end();
    },
    options,
  );
  // Some systems report a long press sooner than the timer.
  window.addEventListener(
    'contextmenu',
    (event) => {
      swallow(event);
      beLongPress();
    },
    options,
  );
}

/** Elements that a press belongs to as a whole. */
const CONTROL = 'button, a, label, input, textarea, article';

/**
 * Swallows the second press of a double click if it hits another element than the first, because a note
 * opened or a card moved up in between. Called once per page.
 */
export function blockStrayDoubleClicks(): void {
  let first: Element | null = null;
  let isElsewhere = false;
  const onMouse = (event: MouseEvent): void => {
    const control = controlAt(event.target);
    if (event.type === 'mousedown') {
      if (event.detail <= 1) first = control;
      isElsewhere = event.detail > 1 && control !== first;
    }
    if (isElsewhere && event.detail > 1) swallow(event);
  };
  for (const name of ['mousedown', 'click', 'dblclick'] as const)
    window.addEventListener(name, onMouse, { capture: true });
}

function controlAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? (target.closest(CONTROL) ?? target) : null;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

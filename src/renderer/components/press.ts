/** A press of the pointer, from its beginning to the click that ends it. */

/**
 * Waits until a press has ended. Call it when the press begins, and change the page only after it, or
 * something else may come under the pointer and get the click.
 * @returns resolves when the press has ended and its click, if any, has been handled
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
  // A system menu takes over a press without telling its end; the next move without a button, or key, tells
  // it.
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
 * Lets a press do nothing more. Call it when the press begins: its click, and a text selection or focus, do
 * not happen.
 */
export function swallowPress(): void {
  const ends = new AbortController();
  const options = { capture: true, signal: ends.signal };
  for (const name of ['mousedown', 'click', 'auxclick'] as const)
    window.addEventListener(name, swallow, options);
  void pressEnd().then(() => ends.abort());
}

/**
 * Lets a touch do nothing more. Its click may come some time after its end, so this lasts until the next
 * press begins.
 */
function swallowTouch(): void {
  const touch = new AbortController();
  const options = { capture: true, signal: touch.signal };
  for (const name of ['mousedown', 'click', 'contextmenu'] as const)
    window.addEventListener(name, swallow, options);
  window.addEventListener('pointerdown', () => touch.abort(), options);
}

/** Lets a press beside a pop-up only close it. @param event the one by which Fluent UI learns of the press */
export function swallowPressBeside(event: Pick<Event, 'type' | 'preventDefault' | 'stopPropagation'>): void {
  event.stopPropagation();
  // A link there would lead the page itself away.
  event.preventDefault();
  if (event.type === 'touchstart') swallowTouch();
}

/**
 * How long a touch rests until it is a long press, in milliseconds, and how far it may move meanwhile, in CSS
 * pixels.
 */
const LONG_PRESS_MS = 500;
const LONG_PRESS_MOVE = 10;

/**
 * Acts if the touch that begins with this event becomes a long press. Such a touch does nothing else: its
 * click and its context menu do not happen.
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
  // The system may take the touch for a long press sooner.
  window.addEventListener(
    'contextmenu',
    (event) => {
      swallow(event);
      beLongPress();
    },
    options,
  );
}

/** The elements that a press is for as a whole. */
const CONTROL = 'button, a, label, input, textarea, article';

/**
 * The second press of a double click is for the same element as the first. If another one has come under the
 * pointer since, because a note opened or a card moved up, that one does not get it. Called once in a page.
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

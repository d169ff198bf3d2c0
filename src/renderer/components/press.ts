/** A press of the pointer, from its beginning to the click that ends it. */

/**
 * Waits until a press has ended. Call it when the press begins, and change the page only after it, or something else
 * may come under the pointer and get the click.
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
  // A system menu takes over a press without telling its end; the next move without a button, or key, tells it.
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

/** Lets a press do nothing more. Call it when the press begins: its click, and a text selection or focus, do not happen. */
export function swallowPress(): void {
  const ends = new AbortController();
  const options = { capture: true, signal: ends.signal };
  for (const name of ['mousedown', 'click', 'auxclick'] as const)
    window.addEventListener(name, swallow, options);
  void pressEnd().then(() => ends.abort());
}

/** The elements that a press is for as a whole. */
const CONTROL = 'button, a, label, input, textarea, article';

/**
 * The second press of a double click is for the same element as the first. If another one has come under the pointer
 * since, because a note opened or a card moved up, that one does not get it. Called once in a page.
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

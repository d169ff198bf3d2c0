/** A press of the pointer, from its beginning to the click that ends it. */

/**
 * To be called while a press begins: what changes the page then would move another thing under the pointer, which the click would mean.
 * @returns resolves once the press has ended, and its click, where it is one, has been heard
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
  // A menu of the system takes a press without telling of its end: the next move without a button, or the next key, tells.
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

/** To be called while a press begins: nobody else hears its click. */
export function swallowClick(): void {
  const ends = new AbortController();
  const options = { capture: true, signal: ends.signal };
  window.addEventListener('click', swallow, options);
  // Keys that click are not meant.
  for (const name of ['pointerdown', 'keydown'] as const)
    window.addEventListener(name, () => ends.abort(), options);
  void pressEnd().then(() => ends.abort());
}

/** What a press means as a whole. */
const CONTROL = 'button, a, label, input, textarea, article';

/**
 * The second press of a double click means what the first one meant: where something else has come under the pointer since, as a note
 * opened or another card moved up, nothing happens to that. Called once in a page.
 */
export function keepDoubleClicks(): void {
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

/**
 * Alt with an arrow, or Command with a bracket, goes back or forward, as in a browser. The browser itself
 * handles mouse buttons.
 */
import { IS_MAC } from './shortcuts.ts';

const STEPS: ReadonlyMap<string, number> = new Map(
  IS_MAC
    ? [
        ['[', -1],
        [']', 1],
      ]
    : [
        ['ArrowLeft', -1],
        ['ArrowRight', 1],
      ],
);

export function listenForGoingBack(): void {
  document.addEventListener('keydown', (event) => {
    const { altKey, metaKey, ctrlKey, shiftKey } = event;
    const modified = IS_MAC ? metaKey && !altKey : altKey && !metaKey;
    const step = STEPS.get(event.key);
    if (step === undefined || !modified || ctrlKey || shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    history.go(step);
  });
}

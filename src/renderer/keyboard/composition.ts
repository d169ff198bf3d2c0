/**
 * While an input method composes, the keys are its own: Esc takes back what it offers, Enter chooses it. No part of the page hears
 * of them, nor does Fluent, whose dialogs close by an Esc whatever it is for.
 */
export function keepKeysOfCompositions(): void {
  // Before anybody else's listener, wherever that stands.
  window.addEventListener('keydown', (event) => event.isComposing && event.stopImmediatePropagation(), {
    capture: true,
  });
}

/**
 * While an input method composes, the keys belong to it: Esc rejects what it offers, Enter accepts it. No
 * part of the page gets these keys; Fluent, for example, would close its dialogs on any Esc.
 */
export function isolateCompositionKeys(): void {
  // Capturing on the window, so that it runs before every other listener.
  window.addEventListener('keydown', (event) => event.isComposing && event.stopImmediatePropagation(), {
    capture: true,
  });
}

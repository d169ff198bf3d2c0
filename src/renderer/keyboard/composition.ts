/**
 * While an input method composes, keys belong to it: Esc rejects its suggestion, Enter accepts it. They are
 * kept from the page; Fluent, for example, would close its dialogs on any Esc.
 */
export function isolateCompositionKeys(): void {
  // Captures on the window, to run before every other listener.
  window.addEventListener('keydown', (event) => event.isComposing && event.stopImmediatePropagation(), {
    capture: true,
  });
}

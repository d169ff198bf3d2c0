/**
 * `Select all`, by its keys or from the menu, means the words of the field that has the focus, or the notes of a list (see
 * `use-card-keys.ts`). Elsewhere, as in a dialog or on an empty list, the browser would mark all words of the page, those of its buttons too.
 */

/** Called once in a page. */
export function keepSelectAllToFields(): void {
  document.addEventListener('selectstart', (event) => {
    // A pointer begins at the words under it, and a field is its own beginning: only all of the page begins at the body.
    if (event.target === document.body) event.preventDefault();
  });
}

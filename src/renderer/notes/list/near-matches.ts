/** The elements of the near matches, between which the keyboard moves, together with the cards above them. */

/** The label and the cards in a part of the page, or in all of it, in order. */
export function matchesIn(root: ParentNode): readonly HTMLElement[] {
  return [
    ...root.querySelectorAll<HTMLElement>(
      '[data-near] button:not([data-near-note] *), [data-near] [data-near-note]',
    ),
  ];
}

/** Moves the focus from the list's last cards down to the near matches. @returns whether there are any */
export function focusFirstMatch(): boolean {
  const [first] = matchesIn(document);
  first?.focus();
  return first !== undefined;
}

/** Moves the focus back up to the card that had it last. @returns whether the list has cards */
export function focusCardAbove(): boolean {
  const card = document.querySelector<HTMLElement>('[data-note-id][tabindex="0"]');
  card?.focus();
  return card !== null;
}

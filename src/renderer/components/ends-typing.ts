/** Whether a key means that a new note is typed to its end: Escape, or Ctrl or Command with Enter. */
export function endsTyping(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'isComposing'>,
): boolean {
  // These keys also end a composition, which is not the note's end.
  if (event.isComposing) return false;
  return event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
}

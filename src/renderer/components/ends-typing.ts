/** Whether a key ends the typing of a new note: Escape, or Ctrl or Command with Enter. */
export function endsTyping(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
}

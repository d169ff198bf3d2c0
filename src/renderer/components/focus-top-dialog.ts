/** Where what had the focus is gone, hands it to the dialog on top, whose first button is there to stay. */
export function focusTopDialog(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  [...document.querySelectorAll('[role=dialog]')].at(-1)?.querySelector('button')?.focus();
}

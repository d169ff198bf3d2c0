/** The keys that go back or forward, as in a browser. The browser itself handles mouse buttons. */
import { commandOf } from './shortcuts.ts';

export function listenForGoingBack(): void {
  document.addEventListener('keydown', (event) => {
    const command = commandOf(event, 'back', 'forward');
    if (command === null) return;
    event.preventDefault();
    history.go(command === 'back' ? -1 : 1);
  });
}

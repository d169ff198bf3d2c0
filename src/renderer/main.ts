/**
 * The page's entry. Subscribes the store to the main process, then renders the app. The rendering code is
 * much larger, so it is loaded only after the requests were sent: most often, the first render then has the
 * first notes.
 */
import './errors/report.ts';
import '@fontsource-variable/inter';
import './global.css';
import { waitForViews } from './notes/state/views.ts';
import { subscribeStore } from './shell/subscriptions.ts';
import { listenForLinks } from './shell/follow-link.ts';
import { listenForNewNotes } from './shell/new-note.ts';
import { listenForAppCommands } from './keyboard/app-commands.ts';
import { blockStrayDoubleClicks } from './components/press.ts';
import { isolateCompositionKeys } from './keyboard/composition.ts';
import { listenForGoingBack } from './keyboard/go-back.ts';
import { limitSelectAllToFields } from './keyboard/select-all.ts';
import { listenForAppDialogs } from './settings/app-dialog.ts';

/**
 * How long the first render waits for the first notes. They come some milliseconds before or after the
 * rendering code, and would otherwise wait for a whole render without them.
 */
const NOTES_WITHIN_MS = 50;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html must have the root element');

isolateCompositionKeys();
blockStrayDoubleClicks();
limitSelectAllToFields();
subscribeStore();
listenForAppDialogs();
listenForLinks();
listenForAppCommands();
listenForGoingBack();
listenForNewNotes();
const { draw } = await import('./draw.tsx');
await Promise.race([waitForViews(), new Promise((resolve) => setTimeout(resolve, NOTES_WITHIN_MS))]);
draw(root);

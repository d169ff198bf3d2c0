/**
 * The page's entry: subscribes the store to the main process, then draws the app. The drawing code is much larger, so it
 * is loaded only after the requests to the main process were sent: the first drawing already has the first notes.
 */
import './errors/report.ts';
import '@fontsource-variable/inter';
import 'virtual:theme.css';
import './global.css';
import { subscribeStore } from './shell/subscriptions.ts';
import { listenForLinks } from './shell/follow-link.ts';
import { listenForNewNotes } from './shell/new-note.ts';
import { listenForAppCommands } from './keyboard/app-commands.ts';
import { blockStrayDoubleClicks } from './components/press.ts';
import { isolateCompositionKeys } from './keyboard/composition.ts';
import { listenForGoingBack } from './keyboard/go-back.ts';
import { limitSelectAllToFields } from './keyboard/select-all.ts';
import { listenForAppDialogs } from './settings/app-dialog.ts';

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
draw(root);

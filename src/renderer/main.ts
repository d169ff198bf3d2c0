/**
 * The page's entry: subscribes the store to the main process, and draws the app. What draws is much larger, so that
 * the main process is asked before it is loaded: the first drawing has the first notes already.
 */
import './errors/report.ts';
import '@fontsource-variable/inter';
import './global.css';
import { subscribeStore } from './shell/subscriptions.ts';
import { listenForAppDialogs } from './settings/app-dialog.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html must have the root element');

subscribeStore();
listenForAppDialogs();
const { draw } = await import('./draw.tsx');
draw(root);

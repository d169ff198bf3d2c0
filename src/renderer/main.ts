/**
 * The page's entry: starts feeding the store, and draws the app. What draws is much larger than what feeds, so that the
 * main process is asked before it is loaded: the first drawing has the first notes already.
 */
import './errors/report.ts';
import '@fontsource-variable/inter';
import './global.css';
import { feedStore } from './bridge/feed.ts';
import { serveAppDialogs } from './settings/app-dialog.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html must have the root element');

feedStore();
serveAppDialogs();
const { draw } = await import('./draw.tsx');
draw(root);

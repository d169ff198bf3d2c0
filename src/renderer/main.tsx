/** The page's entry: starts feeding the store and draws the app. */
import '@fontsource-variable/inter';
import './global.css';
import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { feedStore } from './bridge/feed.ts';
import { serveAppDialogs } from './settings/app-dialog.ts';
import { App } from './shell/app.tsx';
import { store } from './state/store.ts';
import { Themed } from './theme/themed.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html must have the root element');

feedStore();
serveAppDialogs();
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <Themed>
        <App />
      </Themed>
    </Provider>
  </StrictMode>,
);

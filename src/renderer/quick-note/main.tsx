/** The entry of the quick note's page. */
import '../errors/report.ts';
import '@fontsource-variable/inter';
import '../global.css';
import './quick-note.css';
import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../errors/error-boundary.tsx';
import { blockStrayDoubleClicks } from '../components/press.ts';
import { isolateCompositionKeys } from '../keyboard/composition.ts';
import { limitSelectAllToFields } from '../keyboard/select-all.ts';
import { store } from '../state/store.ts';
import { Page } from '../page.tsx';
import { flushQuickNote, startQuickNote } from './quick-note.ts';
import { QuickNoteWindow } from './quick-note-window.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('quick-note.html must have the root element');

isolateCompositionKeys();
blockStrayDoubleClicks();
limitSelectAllToFields();
startQuickNote();
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary flush={flushQuickNote}>
      <Provider store={store}>
        <Page>
          <QuickNoteWindow />
        </Page>
      </Provider>
    </ErrorBoundary>
  </StrictMode>,
);

/** Fluent's styles under the page's content security policy, and the theme that follows the system. */
import {
  createDOMRenderer,
  FluentProvider,
  makeStyles,
  RendererProvider,
  Toaster,
} from '@fluentui/react-components';
import { type JSX, type ReactNode, useMemo } from 'react';
import { Tooltips } from './components/tooltips.tsx';
import { TOASTER } from './toast/notice-toasts.tsx';
import { MOST_TOLD } from './toast/notices.ts';
import { DARK, useMedia } from './theme/media.ts';
import { darkTheme, ink, lightTheme } from './theme/theme.ts';

const useStyles = makeStyles({
  // Not on the provider itself: Fluent gives its classes to every portal.
  page: {
    height: '100%',
    backgroundColor: ink.paper,
    color: ink.strong,
    fontSize: '14px',
    lineHeight: '20px',
  },
  provider: { backgroundColor: 'transparent' },
  toaster: { maxWidth: 'calc(100vw - 32px)' },
  // Above a dialog that was opened after a toast: a click on the toast's button would be one on the backdrop, which closes it.
  aboveDialogs: { zIndex: 1_000_001 },
});

export function Themed({ children }: { readonly children: ReactNode }): JSX.Element {
  const renderer = useMemo(() => createDOMRenderer(document, nonceAttributes()), []);
  return (
    <RendererProvider renderer={renderer}>
      <Surface>{children}</Surface>
    </RendererProvider>
  );
}

function Surface({ children }: { readonly children: ReactNode }): JSX.Element {
  const styles = useStyles();
  const dark = useMedia(DARK);
  return (
    // The height is no class, for a portal as high as the window would lie between the pointer and the page.
    <FluentProvider
      theme={dark ? darkTheme : lightTheme}
      className={styles.provider}
      style={{ height: '100%' }}
    >
      <div className={styles.page}>{children}</div>
      <Tooltips />
      <Toaster
        toasterId={TOASTER}
        position="bottom-start"
        offset={{ horizontal: 24, vertical: 24 }}
        limit={MOST_TOLD}
        mountNode={{ className: styles.aboveDialogs }}
        className={styles.toaster}
      />
    </FluentProvider>
  );
}

/** The main process writes the nonce of this load's policy into the page; Griffel's style elements carry it. */
function nonceAttributes(): { styleElementAttributes?: Record<string, string> } {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce === undefined ? {} : { styleElementAttributes: { nonce } };
}

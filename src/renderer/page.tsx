/** A page's background and tooltips, and the CSP nonce of its styles. The colours of `theme.css` follow the colour scheme. */
import { createDOMRenderer, makeStyles, RendererProvider } from '@fluentui/react-components';
import { type JSX, type ReactNode, useMemo } from 'react';
import { Tooltips } from './components/tooltips.tsx';
import { ink } from './theme/theme.ts';

const useStyles = makeStyles({
  page: {
    height: '100%',
    backgroundColor: ink.paper,
    color: ink.strong,
    fontFamily: ink.font,
    fontSize: '14px',
    lineHeight: '20px',
    textAlign: 'left',
  },
});

export function Page({ children }: { readonly children: ReactNode }): JSX.Element {
  const renderer = useMemo(() => createDOMRenderer(document, nonceAttributes()), []);
  return (
    <RendererProvider renderer={renderer}>
      <Ground>{children}</Ground>
    </RendererProvider>
  );
}

function Ground({ children }: { readonly children: ReactNode }): JSX.Element {
  const styles = useStyles();
  return (
    <div className={styles.page}>
      {children}
      <Tooltips />
    </div>
  );
}

/** The main process writes the nonce of this load into the page. Griffel sets it on its style elements. */
function nonceAttributes(): { styleElementAttributes?: Record<string, string> } {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce === undefined ? {} : { styleElementAttributes: { nonce } };
}

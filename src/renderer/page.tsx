/**
 * Fluent UI's provider around a page, with the theme of the colour scheme and the CSP nonce of the styles. The
 * scheme is that of Electron's `nativeTheme`, which every window follows at once.
 */
import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { type JSX, type ReactNode, useMemo } from 'react';
import { Tooltips } from './components/tooltips.tsx';
import { DARK, useMedia } from './theme/media.ts';
import { darkTheme, lightTheme } from './theme/theme.ts';

export function Page({ children }: { readonly children: ReactNode }): JSX.Element {
  const renderer = useMemo(() => createDOMRenderer(document, nonceAttributes()), []);
  const theme = useMedia(DARK) ? darkTheme : lightTheme;
  return (
    <RendererProvider renderer={renderer}>
      <FluentProvider theme={theme}>
        {children}
        <Tooltips />
      </FluentProvider>
    </RendererProvider>
  );
}

/** The main process writes the nonce of this load into the page. Griffel sets it on its style elements. */
function nonceAttributes(): { styleElementAttributes?: Record<string, string> } {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce === undefined ? {} : { styleElementAttributes: { nonce } };
}

/**
 * Fluent UI's provider around a page, with the CSP nonce of its styles. The values of its tokens are those of
 * `theme.css`.
 */
import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { type JSX, type ReactNode, useMemo } from 'react';
import { Tooltips } from './components/tooltips.tsx';

/** The style sheet has the values, so the provider has none to set. */
const NO_VALUES = {};

export function Page({ children }: { readonly children: ReactNode }): JSX.Element {
  const renderer = useMemo(() => createDOMRenderer(document, nonceAttributes()), []);
  return (
    <RendererProvider renderer={renderer}>
      {/* Portals get font and colour from the document (`global.css`). */}
      <FluentProvider theme={NO_VALUES} applyStylesToPortals={false}>
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

/**
 * Fluent UI's provider around a page, with the CSP nonce for its styles. `theme.css` has the values of its
 * tokens.
 */
import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { type JSX, type ReactNode, useMemo } from 'react';
import { Tooltips } from './components/tooltips.tsx';

/** The style sheet has the values, so the provider sets none. */
const NO_VALUES = {};

export function Page({ children }: { readonly children: ReactNode }): JSX.Element {
  const renderer = useMemo(() => createDOMRenderer(document, nonceAttributes()), []);
  return (
    <RendererProvider renderer={renderer}>
      {/* Portals inherit font and colour from the document (`global.css`). */}
      <FluentProvider theme={NO_VALUES} applyStylesToPortals={false}>
        {children}
        <Tooltips />
      </FluentProvider>
    </RendererProvider>
  );
}

/** The main process writes a nonce into the page at each load. Griffel sets it on its style elements. */
function nonceAttributes(): { styleElementAttributes?: Record<string, string> } {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce === undefined ? {} : { styleElementAttributes: { nonce } };
}

/** The content security policies: of the app's pages, and of everything else that the app answers. */
import { PICTURE_ORIGIN } from '#shared/session.ts';

/** No code of the app makes a trusted type, so no text ever becomes markup or code. */
const ALWAYS = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** For what is no page, but could be opened like one: a picture, a script, an answer that there is nothing. */
export const NO_PAGE_POLICY = [...ALWAYS, 'sandbox'].join('; ');

/** @param nonce of the styles that Fluent UI makes at run time, another one at each load */
export function pagePolicy(nonce: string): string {
  return [
    ...ALWAYS,
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    `img-src 'self' data: ${PICTURE_ORIGIN}`,
    "connect-src 'self'",
    "worker-src 'none'",
  ].join('; ');
}

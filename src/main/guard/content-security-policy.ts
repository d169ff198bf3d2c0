/** The content security policies: of the app's pages, and of everything else that the app answers. */
import { TEXT_POLICY } from '#shared/ipc/app-info.ts';
import { PICTURE_ORIGIN } from '#shared/ipc/session.ts';

/** Text becomes markup or code only by a Trusted Type. */
const ALWAYS = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/**
 * For what is no page, but could be opened like one: a picture, a script, an answer that there is nothing.
 */
export const NO_PAGE_POLICY = [...ALWAYS, "trusted-types 'none'", 'sandbox'].join('; ');

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
    // The one type is made by `editField`, which escapes all of its text, and cannot be made twice.
    `trusted-types ${TEXT_POLICY}`,
  ].join('; ');
}

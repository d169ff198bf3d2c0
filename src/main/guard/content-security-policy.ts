/** The policies of the app's pages and of all other answers. */
import { TEXT_POLICY } from '#shared/ipc/app-info.ts';

/** Text becomes markup or code only through a Trusted Type. */
const ALWAYS = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** For answers that are not pages but could be opened like one: a picture, a script, a missing file. */
export const NO_PAGE_POLICY = [...ALWAYS, "trusted-types 'none'", 'sandbox'].join('; ');

/** @param nonce for the styles that Fluent UI makes at run time; a new one at each load */
export function pagePolicy(nonce: string): string {
  return [
    ...ALWAYS,
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'none'",
    // `editField` creates this policy, which escapes all of its text and cannot be created twice.
    `trusted-types ${TEXT_POLICY}`,
  ].join('; ');
}

/**
 * The header `Connection-Allowlist` of pages. Unlike a content security policy, it also stops WebRTC, which
 * looks up the names of other computers past any proxy: it asks the local network for those that end with
 * `.local`.
 */
export const PAGE_CONNECTIONS = '(response-origin)';

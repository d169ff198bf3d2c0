/**
 * The pages that the browser shows at the end of a sign-in, with the outcome. They load nothing, run no code,
 * and repeat no part of the requested address.
 */
import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities/escape';
import { assertNever } from '#shared/base/assert-never.ts';
import { type Reason, sentenceOf } from '#shared/base/reasons.ts';

export type Page =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'failed'; readonly reason: Reason }
  /** The request was not the answer of this attempt, which continues. */
  | { readonly kind: 'not-the-answer' }
  /** The answer of this attempt, but from a different browser than it began in. The attempt continues. */
  | { readonly kind: 'another-browser' };

const STYLE = `:root{color-scheme:light dark;--page:#f5f5f5;--card:#fff;--ink:#242424;--soft:#616161}
@media(prefers-color-scheme:dark){:root{--page:#1f1f1f;--card:#292929;--ink:#fff;--soft:#adadad}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--ink);font:16px/1.5 "Segoe UI",system-ui,sans-serif}
main{box-sizing:border-box;max-width:30rem;margin:1rem;padding:2rem;border-radius:12px;background:var(--card);box-shadow:0 2px 12px #0002}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
p{margin:.5rem 0 0;overflow-wrap:anywhere}
p:last-child{color:var(--soft)}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  connection: 'close',
} as const;

export function renderPage(page: Page): string {
  const [title, ...lines] = wordsOf(page);
  const paragraphs = lines.map((line) => `<p>${escapeUTF8(line)}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeUTF8(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeUTF8(title)}</h1>
${paragraphs}
</main>
</body>
</html>
`;
}

function wordsOf(page: Page): [title: string, ...lines: string[]] {
  switch (page.kind) {
    case 'signed-in':
      return [
        'You are signed in',
        'Your notes are waiting in Inkling.',
        'You can close this page and go back to the app.',
      ];
    case 'failed':
      return [
        'Sign-in failed',
        sentenceOf(page.reason),
        'You can close this page. To try again, choose “Sign In With Google” in Inkling.',
      ];
    case 'not-the-answer':
      return [
        'Nothing to see here',
        'This page does not belong to the sign-in that Inkling is waiting for. Nothing was changed.',
        'You can close this page.',
      ];
    case 'another-browser':
      return [
        'This browser did not start the sign-in',
        'The cookie from the start of the sign-in is missing. Another browser profile, a container, or blocked cookies for 127.0.0.1 can be the cause.',
        'You can close this page. To try again, choose “Sign In With Google” in Inkling.',
      ];
    default:
      return assertNever(page);
  }
}

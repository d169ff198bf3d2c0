import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PAGE_HEADERS, type Page, renderPage } from '#main/auth/result-page.ts';

const PAGES: Page[] = [
  { kind: 'signed-in' },
  { kind: 'failed', reason: 'google-declined' },
  { kind: 'not-the-answer' },
  { kind: 'another-browser' },
];

describe.each(PAGES)('the page for $kind', (page) => {
  const html = renderPage(page);

  test(`the page “${page.kind}” says that it can be closed`, () => {
    expect(html).toContain('You can close this page');
  });

  test(`[C30] the page “${page.kind}” loads and runs nothing`, () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|form|meta http-equiv)|\b(src|href|on\w+)=|url\(/i);
  });

  test(`[C30] the page “${page.kind}” has a policy that allows only its style`, () => {
    const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(PAGE_HEADERS['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(PAGE_HEADERS['content-security-policy']).toContain("default-src 'none'");
  });
});

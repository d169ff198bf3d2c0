/** The account's picture, which the main process fetches for the pages. */
import { expect, test } from 'vitest';
import { createHttp } from '#main/auth/http.ts';
import { createAccountPicture } from '#main/guard/account-picture.ts';

const ADDRESS = 'https://lh3.googleusercontent.com/a/ada';

/** @param answer of Google's server */
function pictureFrom(answer: () => Response, address: string | null = ADDRESS) {
  const asked: string[] = [];
  const http = createHttp(
    async (url) => {
      asked.push(url);
      return answer();
    },
    () => () => undefined,
  );
  return {
    asked,
    picture: createAccountPicture(
      http,
      () => address,
      () => 0,
    ),
  };
}

const image = (type = 'image/png', body: BodyInit = 'bytes'): Response =>
  new Response(body, { headers: { 'content-type': type } });

test('[C63] the picture is fetched once, from the account’s address', async () => {
  const { asked, picture } = pictureFrom(() => image());
  expect(await picture()).toEqual({ bytes: Buffer.from('bytes'), type: 'image/png' });
  await picture();
  expect(asked).toEqual([ADDRESS]);
});

test.each([
  null,
  'http://lh3.googleusercontent.com/a/ada',
  'https://lh3.googleusercontent.com.example.org/a',
  'https://script.googleusercontent.com/words-of-a-note',
])('[C63] no picture is fetched from %s', async (address) => {
  const { asked, picture } = pictureFrom(() => image(), address);
  expect(await picture()).toBeNull();
  expect(asked).toEqual([]);
});

test.each([
  ['HTML', () => image('text/html')],
  ['an SVG, which may hold code', () => image('image/svg+xml')],
  ['more than a megabyte', () => image('image/png', new Uint8Array(1_100_000))],
  ['an error', () => new Response(null, { status: 404 })],
  [
    'nothing',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])(
  '[C63] there is no picture if the server answers with %s, and few attempts are made',
  async (_what, answer) => {
    const { asked, picture } = pictureFrom(answer);
    for (let count = 0; count < 20; count += 1) expect(await picture()).toBeNull();
    expect(asked).toHaveLength(5);
  },
);

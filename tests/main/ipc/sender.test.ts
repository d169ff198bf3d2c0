import { expect, test } from 'vitest';
import { isOwnPage } from '#main/ipc/sender.ts';

test.each(['app://inkling/', 'app://inkling/index.html#/archive'])(
  'the address %s is a page of the app',
  (address) => {
    expect(isOwnPage(address)).toBe(true);
  },
);

test.each([
  '',
  'about:blank',
  'app://elsewhere/index.html',
  'app://inkling.example.org/',
  'app://inkling@example.org/',
  'app://inkling:80/',
  'https://inkling/',
  'file:///app://inkling/',
  'data:text/html,app://inkling/',
])('[C94] the address %j is not a page of the app', (address) => {
  expect(isOwnPage(address)).toBe(false);
});

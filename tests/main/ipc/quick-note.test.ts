/**
 * The quick note's words while the user signs in or out: messages that are still under way overwrite nothing.
 */
import { expect, test, vi } from 'vitest';
import type { Draft } from '#shared/note/draft.ts';
import { ADA, serveApp } from './support/served-app.ts';

vi.mock('electron', () => ({ shell: {} }));

const words = (text: string) => ({ title: '', text });
const quick = (text: string): Draft => ({ place: 'quick', content: words(text) });

test('words without an account join the draft of a user who has just signed in', async () => {
  const { accounts, handlers, signIn } = serveApp();
  await handlers['quick-note:keep'](ADA.uid, words('from before'));
  await handlers['session:sign-out']();
  await handlers['quick-note:keep'](null, words('a thought'));
  expect(await accounts.request('drafts:list', ['quick'])).toEqual([quick('a thought')]);
  signIn();
  expect(await accounts.request('drafts:list', ['quick'])).toEqual([quick('from before\n\na thought')]);
  await handlers['quick-note:keep'](null, words('and one more'));
  await expect
    .poll(() => accounts.request('drafts:list', ['quick']))
    .toEqual([quick('from before\n\na thought\n\nand one more')]);
});

test('dropping the words typed without an account drops no draft of the account that has just signed in', async () => {
  const { accounts, handlers } = serveApp();
  await handlers['quick-note:keep'](ADA.uid, words('from before'));
  await handlers['quick-note:drop']();
  expect(await accounts.request('drafts:list', ['quick'])).toEqual([quick('from before')]);
});

test('[S10] words of the quick note from an account that was just signed out wait for that account alone', async () => {
  const { accounts, handlers, signIn } = serveApp();
  await accounts.request('drafts:list', ['quick']);
  await handlers['session:sign-out']();
  await handlers['quick-note:keep'](ADA.uid, words('of the account'));
  expect(await accounts.request('drafts:list', ['quick'])).toEqual([]);
  signIn();
  expect(await accounts.request('drafts:list', ['quick'])).toEqual([quick('of the account')]);
});

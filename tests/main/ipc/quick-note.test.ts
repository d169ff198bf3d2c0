/** The quick note's words while somebody signs in or out: messages that are on their way then overwrite nothing. */
import { expect, test, vi } from 'vitest';
import { serveApp } from './support/served-app.ts';

vi.mock('electron', () => ({ shell: {} }));

const words = (text: string) => ({ title: '', text });
const quick = (text: string) => ({ place: 'quick' as const, content: words(text) });

test('what is kept for nobody when somebody has just signed in joins what the account had', async () => {
  const { handlers, signIn } = serveApp();
  await handlers['drafts:keep'](quick('from before'));
  await handlers['session:sign-out']();
  await handlers['quick-note:keep'](words('a thou'));
  expect(await handlers['drafts:list']()).toEqual([quick('a thou')]);
  signIn();
  await handlers['quick-note:keep'](words('a thought'));
  expect(await handlers['drafts:list']()).toEqual([quick('from before\n\na thought')]);
});

test('what nobody wanted any more when somebody has just signed in drops nothing of the account', async () => {
  const { handlers } = serveApp();
  await handlers['drafts:keep'](quick('from before'));
  await handlers['quick-note:drop']();
  expect(await handlers['drafts:list']()).toEqual([quick('from before')]);
});

test('[S10] what comes from an account that was just left goes to nobody', async () => {
  const { handlers } = serveApp();
  await handlers['session:sign-out']();
  expect(() => handlers['drafts:keep'](quick('of the account'))).toThrow(
    expect.objectContaining({ code: 'not-signed-in' }),
  );
  expect(await handlers['drafts:list']()).toEqual([]);
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/note/draft.ts';
import type { Uid } from '#shared/note/note.ts';
import { createHostWithClouds, type TestHost, unconfirmed } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let app: TestHost;

beforeEach(() => {
  ({ app } = createHostWithClouds());
});

function words(title: string, text = '') {
  return { title, text };
}

const drafts = (): Promise<readonly Draft[]> => app.drafts();

describe('words carry their account', () => {
  test('[S14.1] [S14.2] [C44] words typed for one account while another one opens go to the first one alone', async () => {
    const { host } = app;
    app.signIn('ada');
    await app.titles();
    app.signIn('ben');
    // Ada's page has not heard of the new sign-in yet.
    await host.request('drafts:keep', [ada, { place: 'new', content: words('', 'secret of Ada') }]);
    await expect(host.request('notes:add', [ada, words('note of Ada'), 'quick'])).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    expect(await app.titles()).toEqual([]);
    expect(await drafts()).toEqual([]);
    app.signIn('ada');
    expect(await drafts()).toEqual([
      { place: 'new', content: words('', 'secret of Ada') },
      { place: 'quick', content: words('note of Ada') },
    ]);
  });

  test('[S14.2] a note that is added after its account was left becomes a draft with its marks', async () => {
    const { host } = app;
    app.signIn('ada');
    await app.titles();
    app.signIn('ben');
    const marks = { isPinned: true, addLabels: ['Work'] };
    await host.request('drafts:keep', [
      ada,
      { place: 'new', content: words('', 'a tho'), marks: { color: 'RED' } },
    ]);
    const add = host.request('notes:add', [ada, { ...words('', 'a thought'), marks }, 'new']);
    await expect(add).rejects.toMatchObject({ code: 'not-signed-in' });
    app.signIn('ada');
    expect(await drafts()).toMatchObject([{ place: 'new', marks: { ...marks, color: 'RED' } }]);
  });

  test('[S14.2] an edit that comes after its account was left becomes a draft of that note', async () => {
    const { host } = app;
    app.signIn('ada');
    const id = await app.add('ada', words('note', 'before'));
    app.signIn('ben');
    const edit = host.request('notes:edit', [ada, id, words('note', 'after'), words('note', 'before')]);
    await expect(edit).rejects.toMatchObject({ code: 'not-signed-in' });
    app.signIn('ada');
    expect(await drafts()).toMatchObject([{ place: 'edit', id, content: words('note', 'after') }]);
  });

  test('[S14.2] words that are discarded after their account was left become a draft, whatever is typed app since', async () => {
    const { host } = app;
    app.signIn('ada');
    const id = await app.add('ada', words('note', 'before'));
    app.signIn('ben');
    const base = words('note', 'before');
    await host.request('drafts:discard', [
      ada,
      { place: 'edit', id, content: words('note', 'after'), base },
      null,
    ]);
    await host.request('drafts:discard', [ada, { place: 'new', content: words('', 'milk') }, null]);
    await host.request('drafts:keep', [ada, { place: 'new', content: words('', 'bread') }]);
    app.signIn('ada');
    expect(await drafts()).toMatchObject([
      { place: 'edit', id, content: words('note', 'after') },
      { place: 'new', content: { text: expect.stringMatching(/milk\n\nbread|bread\n\nmilk/) } },
    ]);
  });

  test('[S14.1] [C44] words for an account that was never signed in to are refused', async () => {
    app.signIn('ada');
    const stored = app.host.request('drafts:keep', ['mallory' as Uid, { place: 'new', content: words('x') }]);
    await expect(stored).rejects.toMatchObject({ code: 'not-signed-in' });
  });
});

describe('words that were typed signed out', () => {
  const quick = (text: string): Draft => ({ place: 'quick', content: words('', text) });
  const signedOutFile = (): string => path.join(app.folder, 'quick-note.json');

  test('words typed while signed out become a draft of the person who signs in', async () => {
    await app.signedOutWords.store(quick('before anybody'));
    expect(await drafts()).toEqual([quick('before anybody')]);
    app.signIn('ada');
    expect(await drafts()).toEqual([quick('before anybody')]);
    expect(existsSync(signedOutFile())).toBe(false);
    app.signIn('ben');
    expect(await drafts()).toEqual([]);
  });

  test('[S14.4] [C45] words typed while signed out wait until the account is confirmed, and no sign-out or other account gets them', async () => {
    await app.signedOutWords.store(quick('before anybody'));
    app.host.applySession(unconfirmed('mallory'));
    await app.titles();
    // The quick note goes on with them.
    expect(await drafts()).toEqual([quick('before anybody')]);
    app.host.current?.takeSignedOutWords();
    await app.titles();
    expect(await app.signOut()).toBe(0);
    expect(await app.signedOutWords.all()).toEqual([quick('before anybody')]);
    app.host.applySession(unconfirmed('ada'));
    await app.titles();
    expect(existsSync(signedOutFile())).toBe(true);
    app.signIn('ada');
    await expect.poll(() => existsSync(signedOutFile())).toBe(false);
    await expect.poll(drafts).toEqual([quick('before anybody')]);
  });

  test('words typed while signed out that come just after the sign-in become a draft at once', async () => {
    app.signIn('ada');
    await app.titles();
    await app.signedOutWords.store(quick('a little late'));
    app.host.current?.takeSignedOutWords();
    await expect.poll(drafts).toEqual([quick('a little late')]);
  });

  test('[S14.3] signed-out words that no page has seen are not replaced by a page that writes on without them', async () => {
    app.signIn('ada');
    expect(await drafts()).toEqual([]);
    await app.signedOutWords.store({ place: 'quick', content: words('A little late') });
    app.host.current?.takeSignedOutWords();
    await expect.poll(() => app.typedWordsOf('ada').length + Number(existsSync(signedOutFile()))).toBe(0);
    const store = (): Promise<void> => app.host.request('drafts:keep', [ada, quick('written on')]);
    await expect(store()).rejects.toMatchObject({ code: 'drafts-unread' });
    expect(await drafts()).toEqual([{ place: 'quick', content: words('A little late') }]);
    await store();
    expect(await drafts()).toEqual([quick('written on')]);
  });

  test('a file of signed-out words that cannot be read stays under another name, and new words are stored', async () => {
    const file = path.join(app.folder, 'quick-note.json');
    writeFileSync(file, 'not what it was');
    await app.signedOutWords.store(quick('new'));
    const files = (await import('node:fs'))
      .readdirSync(app.folder)
      .filter((name) => name.includes('unreadable'));
    expect(files.map((name) => readFileSync(path.join(app.folder, name), 'utf8'))).toEqual([
      'not what it was',
    ]);
    expect(await app.signedOutWords.all()).toEqual([quick('new')]);
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/draft.ts';
import type { Uid } from '#shared/note.ts';
import { createHostWithClouds, type TestHost, unconfirmed } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let there: TestHost;

beforeEach(() => {
  ({ there } = createHostWithClouds());
});

function words(title: string, text = '') {
  return { title, text };
}

const drafts = (): Promise<readonly Draft[]> => there.drafts();

describe('words carry their account', () => {
  test('[S14.1] [S14.2] [C44] words typed for one account while another one opens go to the first one alone', async () => {
    const { host } = there;
    there.signIn('ada');
    await there.titles();
    there.signIn('ben');
    // Ada's page has not heard of the new sign-in yet.
    await host.request('drafts:keep', [ada, { place: 'new', content: words('', 'secret of Ada') }]);
    await expect(host.request('notes:add', [ada, words('note of Ada'), 'quick'])).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    expect(await there.titles()).toEqual([]);
    expect(await drafts()).toEqual([]);
    there.signIn('ada');
    expect(await drafts()).toEqual([
      { place: 'new', content: words('', 'secret of Ada') },
      { place: 'quick', content: words('note of Ada') },
    ]);
  });

  test('[S14.2] a note that is added after its account was left becomes a draft with its marks', async () => {
    const { host } = there;
    there.signIn('ada');
    await there.titles();
    there.signIn('ben');
    const marks = { isPinned: true, addLabels: ['Work'] };
    await host.request('drafts:keep', [
      ada,
      { place: 'new', content: words('', 'a tho'), marks: { color: 'RED' } },
    ]);
    const add = host.request('notes:add', [ada, { ...words('', 'a thought'), marks }, 'new']);
    await expect(add).rejects.toMatchObject({ code: 'not-signed-in' });
    there.signIn('ada');
    expect(await drafts()).toMatchObject([{ place: 'new', marks: { ...marks, color: 'RED' } }]);
  });

  test('[S14.2] an edit that comes after its account was left becomes a draft of that note', async () => {
    const { host } = there;
    there.signIn('ada');
    const id = await there.add('ada', words('note', 'before'));
    there.signIn('ben');
    const edit = host.request('notes:edit', [ada, id, words('note', 'after'), words('note', 'before')]);
    await expect(edit).rejects.toMatchObject({ code: 'not-signed-in' });
    there.signIn('ada');
    expect(await drafts()).toMatchObject([{ place: 'edit', id, content: words('note', 'after') }]);
  });

  test('[S14.1] [C44] words for an account that was never signed in to are refused', async () => {
    there.signIn('ada');
    const keep = there.host.request('drafts:keep', ['mallory' as Uid, { place: 'new', content: words('x') }]);
    await expect(keep).rejects.toMatchObject({ code: 'not-signed-in' });
  });
});

describe('words that were typed signed out', () => {
  const quick = (text: string): Draft => ({ place: 'quick', content: words('', text) });
  const signedOutFile = (): string => path.join(there.folder, 'quick-note.json');

  test('words typed while signed out become a draft of the person who signs in', async () => {
    await there.signedOutWords.keep(quick('before anybody'));
    expect(await drafts()).toEqual([quick('before anybody')]);
    there.signIn('ada');
    expect(await drafts()).toEqual([quick('before anybody')]);
    expect(existsSync(signedOutFile())).toBe(false);
    there.signIn('ben');
    expect(await drafts()).toEqual([]);
  });

  test('[S14.4] [C45] words typed while signed out wait until the account is confirmed, and no sign-out or other account gets them', async () => {
    await there.signedOutWords.keep(quick('before anybody'));
    there.host.applySession(unconfirmed('mallory'));
    await there.titles();
    // The quick note goes on with them.
    expect(await drafts()).toEqual([quick('before anybody')]);
    there.host.current?.takeSignedOutWords();
    await there.titles();
    expect(await there.signOut()).toBe(0);
    expect(await there.signedOutWords.all()).toEqual([quick('before anybody')]);
    there.host.applySession(unconfirmed('ada'));
    await there.titles();
    expect(existsSync(signedOutFile())).toBe(true);
    there.signIn('ada');
    await expect.poll(() => existsSync(signedOutFile())).toBe(false);
    await expect.poll(drafts).toEqual([quick('before anybody')]);
  });

  test('words typed while signed out that come just after the sign-in become a draft at once', async () => {
    there.signIn('ada');
    await there.titles();
    await there.signedOutWords.keep(quick('a little late'));
    there.host.current?.takeSignedOutWords();
    await expect.poll(drafts).toEqual([quick('a little late')]);
  });

  test('[S14.3] signed-out words that no page has seen are not replaced by a page that writes on without them', async () => {
    there.signIn('ada');
    expect(await drafts()).toEqual([]);
    await there.signedOutWords.keep({ place: 'quick', content: words('A little late') });
    there.host.current?.takeSignedOutWords();
    await expect.poll(() => there.typedWordsOf('ada').length + Number(existsSync(signedOutFile()))).toBe(0);
    const keep = (): Promise<void> => there.host.request('drafts:keep', [ada, quick('written on')]);
    await expect(keep()).rejects.toMatchObject({ code: 'drafts-unread' });
    expect(await drafts()).toEqual([{ place: 'quick', content: words('A little late') }]);
    await keep();
    expect(await drafts()).toEqual([quick('written on')]);
  });

  test('a file of signed-out words that cannot be read stays under another name, and new words are stored', async () => {
    const file = path.join(there.folder, 'quick-note.json');
    writeFileSync(file, 'not what it was');
    await there.signedOutWords.keep(quick('new'));
    const kept = (await import('node:fs'))
      .readdirSync(there.folder)
      .filter((name) => name.includes('unreadable'));
    expect(kept.map((name) => readFileSync(path.join(there.folder, name), 'utf8'))).toEqual([
      'not what it was',
    ]);
    expect(await there.signedOutWords.all()).toEqual([quick('new')]);
  });
});

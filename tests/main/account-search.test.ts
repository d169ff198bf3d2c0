/** Search in an account's notes, with the real thread and the real files. */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ViewPage, ViewRequest } from '#shared/view.ts';
import { type AccountSearch, createAccountSearch } from '#main/account-search.ts';
import { systemClock } from '#main/clock.ts';
import { type AccountStore, openAccountStore } from '#main/store/account-store.ts';
import { STORE_WORKER } from '#tests/support/store-worker.ts';
import { settledNote, temporaryFolder } from './store/support.ts';

interface Opened {
  readonly search: AccountSearch;
  readonly store: AccountStore;
  readonly troubles: string[];
}

function open(entry = STORE_WORKER): Opened {
  const database = path.join(temporaryFolder(), 'notes.sqlite');
  const troubles: string[] = [];
  const search = createAccountSearch({
    entry,
    database,
    store: () => store,
    clock: systemClock,
    revision: () => 7,
    onBetter: () => undefined,
    onTrouble: (message) => troubles.push(message),
  });
  const store = openAccountStore({
    file: database,
    now: () => 0,
    onMending: () => search.letGo(),
    onMended: () => undefined,
  });
  onTestFinished(async () => {
    const ended = search.close();
    store.close();
    await ended;
  });
  for (let index = 1; index <= 20; index += 1)
    store.notes.write(settledNote(`n${index}`, `Words ${index}`, index));
  return { search, store, troubles };
}

function request(query: string, offset = 0): ViewRequest {
  return { list: 'active', query, offset, limit: 4 };
}

/** What the plain definition gives. */
function plain({ store }: Opened, query: string, offset = 0): ViewPage {
  return store.views.page(request(query, offset), 7);
}

test('a view under a query is what the plain definition gives, with its rows', async () => {
  const opened = open();
  for (const query of ['words', 'WORDS 1', 'absent', 's 2']) {
    expect(await opened.search.view(request(query, 1))).toEqual(plain(opened, query, 1));
  }
  opened.store.notes.write(settledNote('n20', 'absent until now', 20));
  opened.search.changed();
  expect(await opened.search.view(request('absent'))).toMatchObject({ total: 1, revision: 7 });
  expect(opened.troubles).toEqual([]);
});

test('a blank query is answered at once', () => {
  const opened = open();
  expect(opened.search.view(request('  '))).toEqual(plain(opened, ''));
});

test('a thread that lets go of the files starts again with the next question', async () => {
  const opened = open();
  await opened.search.view(request('words'));
  const waiting = opened.search.view(request('words 2'));
  opened.store.mend('for a test');
  expect(await waiting).toEqual(plain(opened, 'words 2'));
  expect(await opened.search.view(request('words 1'))).toEqual(plain(opened, 'words 1'));
  expect(opened.troubles).toEqual([]);
});

test('where no thread runs, the plain definition answers', async () => {
  const opened = open(path.join(temporaryFolder(), 'nothing.js'));
  for (const query of ['words', 'words 1', 'absent', 's 2', '3']) {
    expect(await opened.search.view(request(query))).toEqual(plain(opened, query));
  }
  // It is not started for ever.
  expect(opened.troubles).toHaveLength(4);
});

test('after the account is closed nothing answers', async () => {
  const { search } = open();
  await search.view(request('words'));
  const waiting = search.view(request('words 1'));
  void search.close();
  await expect(waiting).rejects.toMatchObject({ code: 'not-signed-in' });
});

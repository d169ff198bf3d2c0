import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AccountWrite, Requests } from '#shared/ipc/requests.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { createTestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;
const words = { title: '', text: 'typed words' };
const unknownId = 'unknown' as NoteId;
const draft = { place: 'new', content: words } as const;

type Request = {
  readonly [C in AccountWrite]: readonly [channel: C, args: Parameters<Requests[C]>];
}[AccountWrite];

function answersIn(file: string): unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare('SELECT answer, stores_words FROM answers').all();
  } finally {
    db.close();
  }
}

test.each<[...Request, answer: unknown]>([
  ['notes:add', [ada, words, null], { answer: expect.stringMatching(/^"\w{20}"$/), stores_words: 1 }],
  ['drafts:keep', [ada, draft], { answer: 'null', stores_words: 1 }],
  ['drafts:discard', [ada, draft, null], { answer: 'null', stores_words: 1 }],
  ['drafts:drop', [ada, { place: 'new' }], { answer: 'null', stores_words: 0 }],
  ['notes:delete-forever', [ada, [unknownId]], { answer: '[]', stores_words: 0 }],
])(
  'the answer of %s says whether words were stored, until it has been received',
  async (channel, args, answer) => {
    const app = createTestHost();
    app.signIn('ada');
    await app.drafts();
    await app.host.request(channel, args);
    expect(answersIn(app.databaseOf('ada'))).toEqual([answer]);
    await app.host.request('sync:retry', [ada]);
    expect(answersIn(app.databaseOf('ada'))).toEqual([{ answer: 'null', stores_words: 0 }]);
  },
);

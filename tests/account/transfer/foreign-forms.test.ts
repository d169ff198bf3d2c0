/** Forms of names and files that other programs and systems write. */
import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createAccount } from './support/account.ts';
import { imported } from './support/imported.ts';
import { keepFile } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';
import { writeZip } from './support/zip-writer.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
});

describe('names in archives of systems with another alphabet', () => {
  const archiveOf = (...names: readonly string[]): string =>
    writeZip(
      temporaryFolder(),
      names.map((name, index) => ({
        name: '',
        unmarkedName: Buffer.concat([Buffer.from(name, 'hex'), Buffer.from('.md')]),
        content: `words ${index}`,
      })),
    );

  test.each([
    ['Shift_JIS', ['948382a295a8838a83588367'], ['買い物リスト']],
    ['Shift_JIS', ['6f74686572', '975c92e8955c'], ['other', '予定表']],
    ['GB18030', ['b9baceefc7e5b5a5'], ['购物清单']],
    ['Big5', ['a4e9b04f', 'c1caaaabb24db3e6'], ['日記', '購物清單']],
    ['EUC-KR', ['bceec7ce20b8f1b7cf', 'c0cfb1e2'], ['쇼핑 목록', '일기']],
    ['Windows-1251', ['d1efe8f1eeea20efeeeaf3efeeea'], ['Список покупок']],
    ['IBM866', ['91afa8e1aeaa20afaeaae3afaeaa'], ['Список покупок']],
  ])('names in %s are read, and the report says so', async (encoding, names, titles) => {
    const { notes, result } = await imported(archiveOf(...names));
    expect(new Set(notes.map(({ title }) => title))).toEqual(new Set(titles));
    expect(result.leftOut).toEqual([]);
    expect(result.remarks).toEqual([
      { file: 'takeout.zip', reason: `The names in it were read as ${encoding}.` },
    ]);
  });

  test.each([
    ['4d81736c69', 'Müsli'],
    ['46728168737481636b', 'Frühstück'],
    ['70837465', 'pâte'],
    ['45737061a461', 'España'],
    ['4e618b7665', 'Naïve'],
    ['996c', 'Öl'],
    ['536d9472678673', 'Smörgås'],
  ])('names in the code page of the first PCs are read as such: %s', async (name, title) => {
    const { notes, result } = await imported(archiveOf(name));
    expect(notes.map((note) => note.title)).toEqual([title]);
    expect(result.remarks).toBeUndefined();
  });
});

describe('heads of notes', () => {
  const sourdough = {
    title: 'Sourdough',
    text: 'Feed the starter.',
    labels: ['bread', 'home'],
    created: '2020-05-06T07:08',
  };
  test.each([
    [
      'TOML',
      '+++\ntitle = "Sourdough"\ndate = 2020-05-06T07:08:09Z\ntags = ["bread", "home"]\n+++\nFeed the starter.\n',
    ],
    [
      'JSON',
      '{\n  "title": "Sourdough",\n  "date": "2020-05-06T07:08:09Z",\n  "tags": ["bread", "home"]\n}\n\nFeed the starter.\n',
    ],
    [
      'MultiMarkdown',
      'Title: Sourdough\nDate: 2020-05-06 07:08:09\nTags: bread, home\n\nFeed the starter.\n',
    ],
    [
      'Logseq',
      'title:: Sourdough\ndate:: 2020-05-06 07:08:09\ntags:: [[bread]], #home\n\nFeed the starter.\n',
    ],
  ])('a head in %s gives the title, the date and the labels', async (_form, text) => {
    const { notes } = await imported(writeFiles({ 'a.md': text }));
    expect(notes).toMatchObject([sourdough]);
  });

  test('what is not understood in a head stands below the words', async () => {
    const { notes } = await imported(
      writeFiles({
        'a.md': '+++\ntitle = "A"\nmood = "calm"\n[author]\nname = "Ada"\n+++\nwords',
        'b.md': '{\n"title": "B",\n"mood": {"is": "calm"}\n}\nwords',
      }),
    );
    expect(notes).toMatchObject([
      { title: 'A', text: 'words\n\nmood = "calm"\n[author]\nname = "Ada"' },
      { title: 'B', text: 'words\n\nmood: {"is":"calm"}' },
    ]);
  });

  test.each([
    'Title: a film\nwatch it with Anna\n\nmore',
    'Note: remember the milk\nTodo: call\n\nBody',
    '{\n  "a": 1\n}',
    '+++\nwords\n+++\nmore',
    'std:: vector is a type\n\nmore',
  ])('lines that a person wrote are text: %j', async (text) => {
    const { notes } = await imported(writeFiles({ 'a.md': text }));
    expect(notes).toMatchObject([{ title: 'a', text }]);
  });

  test.each([
    ['keepCreatedAt', 'keepUpdatedAt'],
    ['Created (UTC)', 'Modified (UTC)'],
    ['evernote_created', 'Last modified [UTC]'],
  ])('times with the name of a program or with brackets are read: %s', async (created, edited) => {
    const text = `---\n${created}: 2020-05-06T07:08:09Z\n${edited}: 2021-05-06T07:08:09Z\n---\nwords 0\n`;
    expect((await imported(writeFiles({ 'a.md': text }))).notes).toEqual([
      { title: 'a', text: 'words 0', created: '2020-05-06T07:08', edited: '2021-05-06T07:08' },
    ]);
  });
});

test('notes in folders of deleted ones are in the trash', async () => {
  const folders = ['Recently Deleted/Old list', '_trash', 'deleted', 'Papierkorb'];
  const { notes } = await imported(
    writeFiles({
      ...Object.fromEntries(folders.map((folder, index) => [`${folder}/${index}.txt`, 'lamp'])),
      'deleted scenes/4.txt': 'lamp',
    }),
  );
  expect(notes.map(({ title, marks }) => [title, marks])).toEqual([
    ['0', ['trashed']],
    ['1', ['trashed']],
    ['2', ['trashed']],
    ['3', ['trashed']],
    ['4', undefined],
  ]);
});

test('the id that Standard Notes puts behind a title is no part of it', async () => {
  const { notes } = await imported(
    writeFiles({ 'Trip to the lake-b2836f3d.txt': 'boots\nmap', 'Report-20200506.txt': 'words' }),
  );
  expect(notes).toMatchObject([
    { title: 'Report-20200506', text: 'words' },
    { title: 'Trip to the lake', text: 'boots\nmap' },
  ]);
});

test('two pictures of one name are copied once each, also when they are imported again in another order', async () => {
  const folder = temporaryFolder();
  const choosePictureFolder = async () => folder;
  const noteOf = (day: number, picture: string) => [
    { name: 'Keep/a.json', content: keepFile(day, `n${day}`, { attachments: [{ filePath: 'one.jpg' }] }) },
    { name: 'Keep/one.jpg', content: picture },
  ];
  const [x, y, same] = [
    writeZip(temporaryFolder(), noteOf(1, 'x'), 'x.zip'),
    writeZip(temporaryFolder(), noteOf(2, 'y'), 'y.zip'),
    writeZip(temporaryFolder(), noteOf(3, 'x'), 'same.zip'),
  ];
  for (const source of [[y], [x, y], [same, x, y]])
    await createAccount().import(source, { choosePictureFolder });
  expect(readdirSync(folder).toSorted()).toEqual(['one (2).jpg', 'one.jpg']);
});

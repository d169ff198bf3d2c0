/** Pictures and recordings of Keep's notes: copied where the person wants them, and named in the note. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import { createAccount, type TestAccount } from './support/account.ts';
import { exportFile } from './support/export-file.ts';
import { keepFile, keepPage } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';
import { writeZip, type ZipEntry } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const KEEP = 'Takeout/Keep';

function noteWith(title: string, ...files: string[]): ZipEntry {
  const attachments = files.map((filePath) => ({ filePath, mimetype: 'image/jpeg' }));
  return { name: `${KEEP}/${title}.json`, content: keepFile(1, title, { textContent: '', attachments }) };
}

const picture = (name: string, content = `content of ${name}`): ZipEntry => ({
  name: `${KEEP}/${name}`,
  content,
});

function textsOf(account: TestAccount): Record<string, string> {
  return Object.fromEntries(
    account.shown().map(({ local }) => [local?.title ?? '', local?.text ?? ''] as const),
  );
}

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'latin1')] as const),
  );
}

test('pictures and recordings of a note are copied, and the note names them', async () => {
  const account = createAccount();
  const folder = temporaryFolder();
  const zip = writeZip(temporaryFolder(), [
    noteWith('a', 'one.jpg', 'talk.3gp'),
    picture('one.jpg'),
    picture('talk.3gp'),
    picture('other.jpg'),
  ]);
  const result = await account.import(zip, { choosePictureFolder: async () => folder });
  expect(result).toMatchObject({
    added: 1,
    known: 0,
    empty: 0,
    broken: [],
    pictures: { copied: 2, notCopied: 0, folder },
  });
  expect(filesIn(folder)).toEqual({ 'one.jpg': 'content of one.jpg', 'talk.3gp': 'content of talk.3gp' });
  expect(textsOf(account)).toEqual({ a: '[Attachment: one.jpg]\n[Attachment: talk.3gp]' });
});

test('pictures are found in a folder, in another part of the archive, and with another extension', async () => {
  const account = createAccount();
  const folder = temporaryFolder();
  const source = temporaryFolder();
  mkdirSync(path.join(source, KEEP), { recursive: true });
  for (const { name, content } of [noteWith('a', 'one.jpeg', 'two.png', 'three.png'), picture('one.jpg')])
    writeFileSync(path.join(source, name), content);
  writeZip(
    source,
    [picture('two.png'), { name: 'Takeout/Photos/three.png', content: '3' }],
    'takeout-x-001.zip',
  );
  const result = await account.import(source, { choosePictureFolder: async () => folder });
  expect(result).toMatchObject({ added: 1, broken: [], pictures: { copied: 2, notCopied: 1 } });
  expect(result.losses).toEqual([
    { file: 'a', reason: 'The file three.png could not be copied. It was not among the files.' },
  ]);
  expect(textsOf(account)).toEqual({
    a: '[Attachment: one.jpg]\n[Attachment: two.png]\n[Attachment: three.png]',
  });
});

describe('the folder for pictures', () => {
  async function timesAsked(account: TestAccount, source: string): Promise<number> {
    let questions = 0;
    const choosePictureFolder = async () => {
      questions += 1;
      return null;
    };
    await account.import(source, { choosePictureFolder });
    return questions;
  }

  test('the folder for pictures is asked for only if notes outside the trash have pictures among the files', async () => {
    const account = createAccount();
    const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), picture('one.jpg')]);
    expect(await timesAsked(account, zip)).toBe(1);
    // The pictures may not have been copied by the import before.
    expect(await timesAsked(account, zip)).toBe(1);
    for (const { id } of account.shown()) account.notes.change(id, { to: TRANSITIONS.trash });
    expect(await timesAsked(account, zip)).toBe(0);
    expect(await timesAsked(account, writeZip(temporaryFolder(), [noteWith('b', 'one.jpg')]))).toBe(0);
    expect(await timesAsked(account, writeZip(temporaryFolder(), [noteWith('c'), picture('one.jpg')]))).toBe(
      0,
    );
  });

  test('if no folder for pictures is chosen, a note has its words and the names of the files', async () => {
    const account = createAccount();
    const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), picture('one.jpg')]);
    expect(await account.import(zip)).toMatchObject({
      added: 1,
      known: 0,
      empty: 0,
      broken: [],
      pictures: { copied: 0, notCopied: 1, folder: null },
    });
    expect(textsOf(account)).toEqual({ a: '[Attachment: one.jpg]' });
  });

  test('if the folder for pictures is gone, the pictures are reported as lost and the words are imported', async () => {
    const account = createAccount();
    const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), picture('one.jpg')]);
    const folder = path.join(temporaryFolder(), 'gone');
    expect(await account.import(zip, { choosePictureFolder: async () => folder })).toMatchObject({
      added: 1,
      losses: [{ file: 'a', reason: expect.stringContaining('one.jpg could not be copied') }],
      pictures: { copied: 0, notCopied: 1 },
    });
    expect(textsOf(account)).toEqual({ a: '[Attachment: one.jpg]' });
  });

  test('a picture whose name is taken in the folder gets another name, which the note says', async () => {
    const account = createAccount();
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'one.jpg'), 'somebody else’s');
    const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), picture('one.jpg', 'new')]);
    const choosePictureFolder = async () => folder;
    await account.import(zip, { choosePictureFolder });
    expect(readFileSync(path.join(folder, 'one (2).jpg'), 'utf8')).toBe('new');
    expect(textsOf(account)).toEqual({ a: '[Attachment: one (2).jpg]' });
    expect(await account.import(zip, { choosePictureFolder })).toMatchObject({ added: 0, known: 1 });
    // An import by another account, or one that was interrupted before, finds the copy that is there.
    await createAccount('bob').import(zip, { choosePictureFolder });
    expect(readdirSync(folder).toSorted()).toEqual(['one (2).jpg', 'one.jpg']);
    // Nor does a note of the Takeout come twice to an account that has it from an export.
    const cleo = createAccount('cleo');
    await cleo.import(await exportFile(account));
    expect(textsOf(cleo)).toEqual({ a: '[Attachment: one (2).jpg]' });
    expect(await cleo.import(zip)).toMatchObject({ added: 0, known: 1 });
  });

  test('a note that names a renamed picture is known after it got another id', async () => {
    const account = createAccount();
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'one.jpg'), 'somebody else’s');
    const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), picture('one.jpg')]);
    await account.import(zip, { choosePictureFolder: async () => folder });
    for (const { id } of account.shown()) account.store.rename(id, 'another name' as never);
    expect(await account.import(zip)).toMatchObject({ added: 0, known: 1 });
  });
});

describe('attached files that are not copied', () => {
  test.each<[string, ZipEntry]>([
    ['is larger than the archive says', { ...picture('one.jpg', 'x'.repeat(5000)), size: 10 }],
    ['has a wrong checksum', { ...picture('one.jpg'), crc: 1 }],
    ['is encrypted', { ...picture('one.jpg'), isEncrypted: true }],
  ])(
    'a picture that %s is reported as lost and not copied, and its note is imported',
    async (_what, file) => {
      const account = createAccount();
      const folder = temporaryFolder();
      const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), file]);
      const result = await account.import(zip, { choosePictureFolder: async () => folder });
      expect(result).toMatchObject({
        added: 1,
        losses: [{ file: 'a' }],
        pictures: { copied: 0, notCopied: 1 },
      });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test('an attached file that is neither a picture nor a recording is not copied', async () => {
    const account = createAccount();
    const folder = temporaryFolder();
    const zip = writeZip(temporaryFolder(), [noteWith('a', 'evil.exe'), picture('evil.exe')]);
    await account.import(zip, { choosePictureFolder: async () => folder });
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('pictures that unpack to far more than their archive holds are copied up to a bound, and the others are reported', async () => {
  const account = createAccount();
  const folder = temporaryFolder();
  const names = Array.from({ length: 5 }, (_, index) => `${index}.jpg`);
  // Each is 20 MB of zeroes, which an archive holds in 20 kB.
  const packed = deflateRawSync(Buffer.alloc(20_000_000));
  const entries = names.map((name) => ({
    name: `${KEEP}/${name}`,
    content: '',
    packed,
    size: 20_000_000,
    crc: crc32(Buffer.alloc(20_000_000)),
  }));
  const zip = writeZip(temporaryFolder(), [noteWith('a', ...names), ...entries]);
  const result = await account.import(zip, { choosePictureFolder: async () => folder });
  expect(result).toMatchObject({ added: 1, pictures: { copied: 3, notCopied: 2 } });
  expect(result.losses?.map(({ reason }) => reason)).toEqual(
    ['3.jpg', '4.jpg'].map(
      (name) =>
        `The file ${name} could not be copied. The pictures before it in its archive already take up all the room for pictures.`,
    ),
  );
  expect(readdirSync(folder).toSorted()).toEqual(['0.jpg', '1.jpg', '2.jpg']);
});

test.skipIf(process.platform === 'win32')('[C111] copies of pictures are for their owner alone', async () => {
  const folder = temporaryFolder();
  const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), picture('one.jpg')]);
  await createAccount().import(zip, { choosePictureFolder: async () => folder });
  expect(statSync(path.join(folder, 'one.jpg')).mode & 0o777).toBe(0o600);
});

test('pictures whose names lead elsewhere or are reserved by a system get safe names in the folder', async () => {
  const account = createAccount();
  const parent = temporaryFolder();
  const folder = path.join(parent, 'pictures');
  mkdirSync(folder);
  const names = ['../../up.jpg', 'nul.jpg', 'a:b.jpg', '.hidden.jpg'];
  const zip = writeZip(temporaryFolder(), [noteWith('a', ...names), ...names.map((name) => picture(name))]);
  await account.import(zip, { choosePictureFolder: async () => folder });
  expect(readdirSync(parent)).toEqual(['pictures']);
  for (const name of readdirSync(folder)) expect(name).toMatch(/^(?:up|_nul|a b)\.jpg$/);
});

describe('pictures of a note that is known already', () => {
  /** Imports without a folder, then with this one, where somebody has another picture of the same name. */
  async function importedTwice(change: (account: TestAccount, id: NoteId) => void = () => undefined) {
    const account = createAccount();
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'one.jpg'), 'somebody else’s');
    const zip = writeZip(temporaryFolder(), [
      noteWith('a', 'one.jpg', 'two.jpg', 'nowhere.jpg'),
      picture('one.jpg'),
      picture('two.jpg'),
    ]);
    const choosePictureFolder = async () => folder;
    await account.import(zip);
    const [note] = account.shown();
    if (note === undefined) throw new Error('one was imported');
    change(account, note.id);
    const again = () => account.import(zip, { choosePictureFolder });
    const result = await again();
    return { account, folder, id: note.id, again, result };
  }

  const COPIED = { 'one (2).jpg': 'content of one.jpg', 'two.jpg': 'content of two.jpg' };
  const NOT_COPIED = '[Attachment: one.jpg]\n[Attachment: two.jpg]\n[Attachment: nowhere.jpg]';
  const LINES = '[Attachment: one (2).jpg]\n[Attachment: two.jpg]\n[Attachment: nowhere.jpg]';

  test('pictures of a known note are copied by a later import, and the note names them', async () => {
    const { account, folder, id, result } = await importedTwice();
    expect(result).toMatchObject({
      added: 0,
      known: 1,
      empty: 0,
      broken: [],
      pictures: { copied: 2, notCopied: 0, folder },
    });
    expect(filesIn(folder)).toMatchObject(COPIED);
    expect(textsOf(account)).toEqual({ a: LINES });
    const { rows } = account.history.earlier(id, 0, 10);
    const words = rows.map(({ version }) => account.history.read(version)?.fields.text);
    expect(words).toEqual([NOT_COPIED]);
  });

  test('pictures of a known note are copied once, even if the lines that name them were deleted since', async () => {
    const { account, folder, id, again } = await importedTwice();
    const files = filesIn(folder);
    const before = account.shown();
    expect(await again()).toMatchObject({ added: 0, known: 1, empty: 0, broken: [] });
    expect([account.shown(), filesIn(folder)]).toEqual([before, files]);
    account.notes.edit(id, { title: 'a', text: 'mine' }, { title: 'a', text: LINES });
    await again();
    expect([textsOf(account), filesIn(folder)]).toEqual([{ a: 'mine' }, files]);
  });

  test('pictures of a known note are named below words that were changed meanwhile, which stay', async () => {
    const { account, folder } = await importedTwice(({ notes }, id) => {
      notes.change(id, { to: { color: 'RED' } });
      notes.edit(
        id,
        { title: 'b', text: 'mine\n[Attachment: two.jpg]\nand more' },
        { title: 'a', text: NOT_COPIED },
      );
    });
    expect(account.shown()).toHaveLength(1);
    expect(filesIn(folder)).toMatchObject(COPIED);
    expect(textsOf(account)).toEqual({
      b: 'mine\n[Attachment: two.jpg]\nand more\n\n[Attachment: one (2).jpg]',
    });
    expect(account.shown()[0]?.local?.color).toBe('RED');
  });

  test('pictures of a known note in the trash are not copied, and the note stays there', async () => {
    const { account, folder, result } = await importedTwice(({ notes }, id) =>
      notes.change(id, { to: TRANSITIONS.trash }),
    );
    expect(result.pictures).toBeUndefined();
    expect(Object.keys(filesIn(folder))).toEqual(['one.jpg']);
    expect(account.shown('trashed')).toHaveLength(1);
    expect(account.shown()).toHaveLength(1);
  });

  test('a known note that is deleted for ever before its pictures are copied does not come back', async () => {
    const account = createAccount();
    const folder = temporaryFolder();
    const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), picture('one.jpg')]);
    await account.import(zip);
    const choosePictureFolder = async () => {
      for (const { id } of account.shown()) account.notes.deleteForever(id);
      return folder;
    };
    await account.import(zip, { choosePictureFolder });
    expect(account.shown()).toEqual([]);
  });

  test('pictures of a known note that cannot be copied are reported, and the note stays as it is', async () => {
    const account = createAccount();
    const zip = writeZip(temporaryFolder(), [noteWith('a', 'one.jpg'), { ...picture('one.jpg'), crc: 1 }]);
    await account.import(zip);
    const before = account.shown();
    const choosePictureFolder = async () => temporaryFolder();
    expect(await account.import(zip, { choosePictureFolder })).toMatchObject({
      losses: [{ file: 'a', reason: expect.stringContaining('one.jpg could not be copied') }],
      pictures: { copied: 0, notCopied: 1 },
    });
    expect(account.shown()).toEqual(before);
  });
});

describe('pictures that stand in a web page of Keep', () => {
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+M9QAAAAAwABo7K4qQAAAABJRU5ErkJggg==';
  const pageWith = (title: string, lines: readonly string[], ...addresses: readonly string[]): string =>
    keepPage(title, lines).replace(
      '\n\n</div></body>',
      `<div class="attachments"><ul>${addresses.map((src) => `<li><img alt="" src="${src}" /></li>`).join('')}</ul></div></div></body>`,
    );
  const image = `data:image/png;base64,${PNG}`;

  test('a picture in a page is copied like others, also if the note has nothing else', async () => {
    const account = createAccount();
    const folder = temporaryFolder();
    const choosePictureFolder = async () => folder;
    const source = writeFiles({
      'Keep/OnlyPicture.html': pageWith('', [], image),
      'Keep/Receipt.html': pageWith('Receipt', ['shoes'], image, 'data:image/gif;base64,R0lGODlh'),
    });
    const result = await account.import(source, { choosePictureFolder });
    expect(result).toMatchObject({ added: 2, empty: 0, broken: [], pictures: { copied: 3, notCopied: 0 } });
    expect(result.files).toMatchObject({ met: 2, came: 2 });
    expect(textsOf(account)).toEqual({
      '': '[Attachment: OnlyPicture picture 1.png]',
      Receipt: 'shoes\n\n[Attachment: Receipt picture 1.png]\n[Attachment: Receipt picture 2.gif]',
    });
    expect(readFileSync(path.join(folder, 'Receipt picture 1.png'), 'base64')).toBe(PNG);
    expect(await account.import(source, { choosePictureFolder })).toMatchObject({ added: 0, known: 2 });
    expect(readdirSync(folder)).toHaveLength(3);
  });

  test('a picture in a page that cannot be read is reported', async () => {
    const source = writeFiles({
      'a.html': pageWith('', [], 'data:text/plain,x'),
      'b.html': pageWith('b', ['words'], 'data:image/png;base64,'),
    });
    const result = await createAccount().import(source);
    expect(result).toMatchObject({ added: 1, empty: 0 });
    expect(result.losses).toEqual([{ file: 'b', reason: expect.stringContaining('A picture') }]);
    expect(result.broken).toEqual([
      { file: expect.stringContaining('a.html'), reason: expect.stringContaining('A picture') },
    ]);
  });

  test('a page beside its JSON file brings its picture if the JSON file names none', async () => {
    const json = keepFile(1, 'Receipt', { textContent: 'shoes' });
    const source = writeFiles({ 'a.json': json, 'a.html': pageWith('Receipt', ['shoes'], image) });
    expect(await createAccount().import(source)).toMatchObject({ added: 2 });
    const named = keepFile(1, 'Receipt', { textContent: 'shoes', attachments: [{ filePath: 'x.png' }] });
    const complete = writeFiles({ 'a.json': named, 'a.html': pageWith('Receipt', ['shoes'], image) });
    expect(await createAccount().import(complete)).toMatchObject({ added: 1 });
  });
});

/**
 * What people's exports look like, program by program: which notes come of them, and what is said of the
 * rest.
 */
import path from 'node:path';
import { describe, expect, test, vi, beforeEach } from 'vitest';
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { imported } from './support/imported.ts';
import { keepFile } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';
import { writeZip, zipOf } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
});

/** What was left out: the last part of each name, with the reason. */
function leftOut({ leftOut: groups }: ImportResult): [string, string][] {
  return groups.flatMap(({ reason, files }) =>
    files.map((file): [string, string] => [path.basename(file), reason]),
  );
}

describe('Google Keep', () => {
  const PAGE =
    '<?xml version="1.0" ?><html><head><title>Shopping</title></head><body><div class="note"><div class="heading">Mar 4, 2019</div><div class="title">Shopping</div><div class="content">milk<br>bread</div></div></body></html>';

  test('a note of which there is only the page comes from it, also in an archive', async () => {
    const note = { title: 'Shopping', text: 'milk\nbread', created: '2019-03-04T00:00' };
    expect((await imported(writeFiles({ 'Takeout/Keep/Shopping.html': PAGE }))).notes).toEqual([note]);
    const zip = writeZip(temporaryFolder(), [{ name: 'Takeout/Keep/Shopping.html', content: PAGE }]);
    expect((await imported(zip)).notes).toEqual([note]);
  });

  test('a page of Takeout has the list, labels, colour, pin, people and pictures of its note', async () => {
    const page = `<html><head><style>.note{color:red}</style></head><body><div class="note RED"><div class="heading">
      <div class="meta-icons"><span class="pinned" title="Note pinned"></span><span class="archived"></span></div>
      Aug 30, 2023, 4:31:44\u202FPM</div><div class="title">To &amp; do</div><div class="content"><ul class="list">
      <li class="listitem"><span class="bullet">&#9744;</span><span class="text">milk &lt;b&gt;</span></li>
      <li class="listitem checked"><span class="bullet">&#9745;</span><span class="text">bread</span></li></ul></div>
      <div class="attachments"><ul><li><img alt="" src="a%20b.jpg"></li></ul></div>
      <div class="chips"><span class="chip label"><span class="label-name">Home</span></span></div>
      <div class="sharees"><span class="sharee">ada@example.com</span></div></div></body></html>`;
    expect((await imported(writeFiles({ 'a.html': page }))).notes).toEqual([
      {
        title: 'To & do',
        text: '☐ milk <b>\n☑ bread\n\nShared with: ada@example.com\n\n[Attachment: a b.jpg]',
        labels: ['Home'],
        marks: ['pinned', 'archived', 'RED'],
        created: '2023-08-30T16:31',
      },
    ]);
  });

  test('web pages below a note stand with their titles below the words of its page', async () => {
    const chips = `<div class="annotations">
      <div class="annotation WEBLINK"><a href="https://example.org/a"><span class="annotation-text">A  page</span></a></div>
      <a class="annotation WEBLINK" href="https://example.org/b">milk</a>
      <a class="annotation WEBLINK" href="https://example.org/d">https://example.org/d</a>
      <span class="chip annotation GMAIL">Mail of Bob</span></div>`;
    const page = PAGE.replace('</div></body>', `${chips}<a href="https://example.org/c">c</a></div></body>`);
    const { notes } = await imported(writeFiles({ 'a.html': page }));
    expect(notes).toMatchObject([
      {
        text: 'milk\nbread\n\nhttps://example.org/c\nA page: https://example.org/a\nhttps://example.org/b\nhttps://example.org/d\nMail of Bob',
      },
    ]);
  });

  test('a page whose title begins with a dot is a note, as its JSON file is', async () => {
    const folder = writeFiles({ 'Keep/.bashrc.html': PAGE, 'Keep/.help.html': '<html><p>Help</p></html>' });
    const { notes, result } = await imported(folder);
    expect(notes).toMatchObject([{ title: 'Shopping' }]);
    expect(leftOut(result)).toEqual([['.help.html', expect.stringContaining('hidden')]]);
  });

  test('titles, labels and people of a page have their signs, each as one', async () => {
    const page = `<html><body><div class="note"><div class="title">AT&amp;T &lt;3</div><div class="content">R&amp;D</div>
      <span class="chip label"><span class="label-name">R&amp;D</span></span>
      <span class="chip label"><span class="label-name">Home</span></span>
      <span class="sharee">a&amp;b@example.com</span><span class="sharee">c@example.com</span></div></body></html>`;
    expect((await imported(writeFiles({ 'a.html': page }))).notes).toEqual([
      {
        title: 'AT&T <3',
        text: 'R&D\n\nShared with: a&b@example.com, c@example.com',
        labels: ['R&D', 'Home'],
      },
    ]);
  });

  test('a label of a page comes in also where its name is not in an element of its own', async () => {
    const labels = '<div class="labels"><span class="label">Home</span><span class="label">Work</span></div>';
    const page = PAGE.replace('</div></body>', `${labels}</div></body>`);
    expect((await imported(writeFiles({ 'a.html': page }))).notes).toMatchObject([
      { labels: ['Home', 'Work'] },
    ]);
  });

  test('the dates of pages in numbers are read in the order that one of them can only have', async () => {
    const dated = (date: string) => PAGE.replace('Mar 4, 2019', date).replaceAll('Shopping', date);
    const dates = ['04.03.2019, 17:15:47', '31.03.2019, 17:15:47'];
    const { notes, result } = await imported(
      writeFiles(Object.fromEntries(dates.map((date, index) => [`${index}.html`, dated(date)]))),
    );
    expect(notes.map(({ created }) => created)).toEqual(['2019-03-04T17:15', '2019-03-31T17:15']);
    expect(result.remarks).toBeUndefined();
  });

  test.each([
    '7. apr. 2019, 13.11.02',
    '7 Απρ 2019, 1:11:02 μ.μ.',
    '7 квіт. 2019 р., 13:11:02',
    '13:11:02 7 thg 4, 2019',
    '7 เม.ย. 2562 13:11:02',
    '٠٧‏/٠٤‏/٢٠١٩، ١:١١:٠٢ م',
  ])(
    'a page whose date is neither in numbers nor English comes without it, and the report says so: %s',
    async (date) => {
      const { notes, result } = await imported(writeFiles({ 'a.html': PAGE.replace('Mar 4, 2019', date) }));
      expect(notes).toEqual([{ title: 'Shopping', text: 'milk\nbread' }]);
      expect(result.losses).toEqual([{ file: 'Shopping', reason: `Its date “${date}” could not be read.` }]);
    },
  );

  test('a page whose date is in numbers with spaces or English comes with it, and nothing is reported', async () => {
    for (const date of ['17. 4. 2019 13:11:02', 'Apr 17, 2019, 1:11:02\u202FPM']) {
      const { notes, result } = await imported(writeFiles({ 'a.html': PAGE.replace('Mar 4, 2019', date) }));
      expect(notes).toMatchObject([{ created: '2019-04-17T13:11' }]);
      expect(result.losses).toBeUndefined();
    }
  });

  test('the list of labels is no note, also where there are only pages', async () => {
    const label = '<span class="chip label"><span class="label-name">Home</span></span>';
    const folder = writeFiles({
      'Keep/Labels.txt': 'Home\nWork\n',
      'Keep/Shopping.html': PAGE.replace('</body>', `${label}</body>`),
    });
    const { notes, result } = await imported(folder);
    expect(notes.map(({ title, labels }) => [title, labels])).toEqual([['Shopping', ['Home']]]);
    expect(leftOut(result)).toEqual([['Labels.txt', expect.stringContaining('list of labels')]]);
  });

  test('a page beside its JSON file and the list of labels are no notes, whether chosen with a folder or by themselves', async () => {
    const folder = writeFiles({
      'A note.json': keepFile(1, 'A note', { labels: [{ name: 'Home' }] }),
      'A note.html': '<html></html>',
      'Labels.txt': 'Home\nWork\n',
      'x.jpg': 'ab',
    });
    const each = ['A note.html', 'A note.json', 'Labels.txt', 'x.jpg'].map((name) => path.join(folder, name));
    for (const source of [folder, each]) {
      const { result } = await imported(source);
      expect(result.added).toBe(1);
      expect(result.files).toEqual({ met: 4, came: 1, known: 0, leftOut: 3, failed: 0 });
      expect(Object.fromEntries(leftOut(result))).toEqual({
        'A note.html': expect.stringContaining('web-page copies'),
        'Labels.txt': expect.stringContaining('list of labels'),
        'x.jpg': expect.stringContaining('No note'),
      });
    }
  });

  test('a page whose JSON file is damaged becomes the note', async () => {
    const { notes, result } = await imported(writeFiles({ 'a.json': '{"title": "Shop', 'a.html': PAGE }));
    expect(notes).toMatchObject([{ title: 'Shopping' }]);
    expect(result.broken).toMatchObject([{ reason: expect.stringContaining('not valid JSON') }]);
  });

  test('own text and Markdown files beside notes of Google Keep come in', async () => {
    const folder = writeFiles({
      'a.json': keepFile(1, 'A'),
      'mine.md': '# Mine\n\nwords',
      'my own note.txt': 'my own words',
    });
    const { notes } = await imported(folder);
    expect(notes.map(({ title, text }) => [title, text])).toEqual([
      ['A', 'text of A'],
      ['Mine', 'words'],
      ['my own note', 'my own words'],
    ]);
  });

  test('files of other Google products are named as such, whatever they are, and those beside the products come in', async () => {
    const zip = writeZip(temporaryFolder(), [
      { name: 'Takeout/Keep/a.json', content: keepFile(1, 'a') },
      { name: 'Takeout/archive_browser.html', content: '<html>' },
      { name: 'Takeout/Drive/diary.md', content: 'x' },
      { name: 'Takeout/Photos/p.jpg', content: 'x' },
      { name: 'Takeout/Chat/b.json', content: '{broken' },
      { name: 'Takeout/own.md', content: 'own words' },
    ]);
    const { result, notes } = await imported(zip);
    expect(notes.map(({ title }) => title)).toEqual(['a', 'own']);
    expect(result.broken).toEqual([]);
    expect(
      leftOut(result)
        .filter(([, reason]) => reason.includes('another Google product'))
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(['b.json', 'diary.md', 'p.jpg']);
  });

  test('a damaged byte of a note costs one letter, and a note in UTF-16 comes in', async () => {
    const [before = '', after = ''] = keepFile(1, 'a', { textContent: 'one|two' }).split('|');
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0x81]), Buffer.from(after)]);
    const { notes, result } = await imported(
      writeFiles({ 'a.json': bytes, 'b.json': Buffer.from(`\uFEFF${keepFile(2, 'b')}`, 'utf16le') }),
    );
    expect(notes.map(({ text }) => text)).toEqual(['one\uFFFDtwo', 'text of b']);
    expect(result.remarks).toMatchObject([{ reason: expect.stringContaining('1 damaged letter') }]);
  });

  const HTML = String.raw`<p dir=\"ltr\"><span>Order 824<\/span><\/p><p dir=\"ltr\"><span>12 Some st<\/span><\/p>`;
  test.each([
    ['as it is', HTML.replaceAll('\\', '')],
    ['escaped once more', HTML],
    ['escaped for HTML', HTML.replaceAll('\\', '').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ])('the HTML of a note adds nothing to its text: %s', async (_what, textContentHtml) => {
    const more = { textContent: 'Order 824\n12 Some st', textContentHtml };
    const { notes } = await imported(writeFiles({ 'a.json': keepFile(1, 'a', more) }));
    expect(notes).toMatchObject([{ text: 'Order 824\n12 Some st' }]);
  });
});

describe('Simplenote', () => {
  const note = (content: string, more: object = {}) => ({
    content: content.replaceAll('\n', '\r\n'),
    creationDate: '2020-01-02T03:04:05.000Z',
    lastModified: '2021-01-02T03:04:05.000Z',
    ...more,
  });
  const many = [
    'one-rather-long-tag',
    'another-rather-long-tag',
    'a-third-rather-long-tag',
    'fourth',
    'fifth',
  ];
  const JSON_FILE = {
    name: 'source/notes.json',
    content: JSON.stringify({
      activeNotes: [
        note('Shopping list\n\nmilk', { pinned: true, tags: many }),
        note('Plan', { collaboratorEmails: ['bob@example.com'] }),
        note('  '),
        { content: 7 },
      ],
      trashedNotes: [note('Old\nwords')],
    }),
  };

  test('notes come from notes.json with dates, pins, tags and their list, and the text files beside it are known', async () => {
    const zip = writeZip(temporaryFolder(), [
      {
        name: 'Shopping-list.txt',
        content: `Shopping list\r\n\r\nmilk\n\nTags:\n  ${many.slice(0, 3).join(', ')}\n  fourth, fifth`,
      },
      { name: 'Plan.txt', content: 'Plan' },
      { name: 'trash/Old.txt', content: 'Old\r\nwords\n\nTags:\n  ' },
      { name: 'changed.txt', content: 'changed since' },
      JSON_FILE,
    ]);
    const { notes, result } = await imported(zip);
    const dates = { created: '2020-01-02T03:04', edited: '2021-01-02T03:04' };
    expect(notes).toEqual([
      { title: 'changed', text: 'changed since' },
      { title: 'Old', text: 'words', marks: ['trashed'], ...dates },
      { title: 'Plan', text: 'Shared with: bob@example.com', ...dates },
      { title: 'Shopping list', text: 'milk', labels: many, marks: ['pinned'], ...dates },
    ]);
    expect(result).toMatchObject({
      added: 4,
      empty: 1,
      broken: [{ file: expect.stringContaining('note 4 of activeNotes') }],
    });
    expect(result.files).toEqual({ met: 5, came: 2, known: 0, leftOut: 3, failed: 0 });
  });

  test('without notes.json, text files have the title of their first line and tags of any number', async () => {
    const zip = writeZip(temporaryFolder(), [
      { name: 'Shopping-list.txt', content: 'Shopping list\n\nmilk\n\nTags:\n  ' },
      { name: 'Shopping-list (1).txt', content: 'Shopping list\n\nbread\n\nTags:\n  home' },
      { name: 'Long.txt', content: `Long\n\nw\n\nTags:\n  ${many.slice(0, 3).join(', ')}\n  fourth, fifth` },
    ]);
    expect((await imported(zip)).notes).toEqual([
      { title: 'Long', text: 'w', labels: many },
      { title: 'Shopping list', text: 'bread', labels: ['home'] },
      { title: 'Shopping list', text: 'milk' },
    ]);
  });

  test('without notes.json, a first line that is a paragraph is no title', async () => {
    const paragraph = `This note has no line for its title ${'but many words '.repeat(20)}`.trim();
    const name = paragraph.slice(0, 50).replaceAll(' ', '-');
    expect((await imported(writeFiles({ [`${name}.txt`]: paragraph }))).notes).toEqual([
      { title: name, text: paragraph, edited: expect.any(String) },
    ]);
  });
});

describe('Bear and TextBundle', () => {
  test('equal bundles with other names are two notes, with the names of their folders as titles', async () => {
    const zip = writeZip(temporaryFolder(), [
      { name: 'One.textbundle/text.md', content: 'same body\n' },
      { name: 'Two.textbundle/text.md', content: 'same body\n' },
    ]);
    expect((await imported(zip)).notes).toEqual([
      { title: 'One', text: 'same body' },
      { title: 'Two', text: 'same body' },
    ]);
  });

  test('a backup of Bear has dates, pins, and notes of the archive and the trash', async () => {
    const info = (more: object) =>
      JSON.stringify({ version: 2, type: 'net.daringfireball.markdown', 'net.shinyfrog.bear': more });
    const dates = { creationDate: '2020-01-02T03:04:05Z', modificationDate: '2021-01-02T03:04:05+0000' };
    const file = writeZip(
      temporaryFolder(),
      [
        {
          name: 'Bear/Plan.textbundle/info.json',
          content: info({ ...dates, pinned: 1, archived: 0, trashed: 0 }),
        },
        { name: 'Bear/Plan.textbundle/text.markdown', content: '# Plan\n\none #tag' },
        { name: 'Bear/Plan.textbundle/assets/a.png', content: 'x' },
        { name: 'Bear/Old.textbundle/text.markdown', content: 'old words' },
        { name: 'Bear/Old.textbundle/info.json', content: info({ ...dates, trashed: true }) },
        { name: 'Bear/Done.textbundle/text.txt', content: 'done words' },
        { name: 'Bear/Done.textbundle/info.json', content: info({ ...dates, archived: 1 }) },
      ],
      'Bear Notes.bear2bk',
    );
    const { notes, result } = await imported(file);
    const shownDates = { created: '2020-01-02T03:04', edited: '2021-01-02T03:04' };
    expect(notes).toEqual([
      { title: 'Done', text: 'done words', marks: ['archived'], ...shownDates },
      { title: 'Old', text: 'old words', marks: ['trashed'], ...shownDates },
      { title: 'Plan', text: 'one #tag', marks: ['pinned'], ...shownDates },
    ]);
    expect(result.files).toEqual({ met: 7, came: 3, known: 0, leftOut: 4, failed: 0 });
  });

  test('a TextPack and a folder of a bundle come in', async () => {
    const pack = writeZip(
      temporaryFolder(),
      [{ name: 'Pack.textbundle/text.md', content: 'a' }],
      'Pack.textpack',
    );
    expect((await imported(pack)).notes).toMatchObject([{ title: 'Pack', text: 'a' }]);
    const flatPack = writeZip(
      temporaryFolder(),
      [
        { name: 'text.md', content: 'a' },
        { name: 'info.json', content: '{"version": 2, "type": "net.daringfireball.markdown"}' },
      ],
      'Flat.textpack',
    );
    expect((await imported(flatPack)).notes).toMatchObject([{ title: 'Flat', text: 'a' }]);
    const folder = writeFiles({ 'x/Some.textbundle/text.md': 'b' });
    expect((await imported(folder)).notes).toMatchObject([{ title: 'Some', text: 'b' }]);
    expect((await imported(path.join(folder, 'x/Some.textbundle'))).notes).toMatchObject([
      { title: 'Some', text: 'b' },
    ]);
  });
});

describe('programs that are only named', () => {
  const ID = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
  const RAW = {
    [`${ID}.md`]: `My note\n\nThe words\n\nid: ${ID}\nparent_id: \ncreated_time: 2021-05-01T16:40:57.000Z\nmarkup_language: 1\ntype_: 1`,
    '11111111111111111111111111111111.md':
      'Notebook A\n\nid: 11111111111111111111111111111111\nparent_id: \ntype_: 2',
    '33333333333333333333333333333333.md': `id: 33333333333333333333333333333333\nnote_id: ${ID}\ntype_: 6\r\n`,
  };
  function tarOf(name: string, content: string, first = ''): Buffer {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('ustar', 257);
    return Buffer.concat([Buffer.from(first), header, Buffer.from(content.padEnd(512, '\0'))]);
  }
  const BACKUP = JSON.stringify({
    version: '004',
    items: [{ uuid: 'a', content_type: 'Note', content: '004:x' }],
  });
  const cases: readonly [string, Readonly<Record<string, string | Uint8Array>>, string][] = [
    ['Joplin, as a folder', RAW, 'Joplin backup'],
    ['Joplin, as an archive', { 'joplin.jex': tarOf(`${ID}.md`, 'x') }, 'Joplin backup'],
    ['Joplin, as an archive with another name', { 'backup.tar': tarOf(`./${ID}.md`, 'x') }, 'Joplin backup'],
    [
      'Joplin, as an archive with another header first',
      { 'a.jex': Buffer.concat([tarOf('PaxHeader', 'x'), tarOf(`${ID}.md`, 'x')]) },
      'Joplin backup',
    ],
    [
      'Evernote',
      {
        'My notes.enex':
          '<?xml version="1.0"?>\n<!DOCTYPE en-export SYSTEM "x">\n<en-export><note/></en-export>',
      },
      'Evernote',
    ],
    [
      'Apple Notes',
      { 'NoteStore.sqlite': 'SQLite format 3\0 CREATE TABLE ZICCLOUDSYNCINGOBJECT' },
      'Apple Notes',
    ],
    [
      'Standard Notes',
      { 'Standard Notes Backup and Import File.txt': BACKUP, 'Items/Note/My note-a1.txt': 'words' },
      'Standard Notes',
    ],
    [
      'Standard Notes, encrypted',
      {
        'backup.json': `{"version":"004","keyParams":{},"items":${JSON.stringify([{ uuid: 'a', content_type: 'Note' }])}}`,
      },
      'Standard Notes',
    ],
    [
      'Notesnook',
      { 'a.nnbackup': '{"version":6}', 'b.nnbackupz': zipOf([{ name: '0-encrypted', content: 'x' }]) },
      'Notesnook backup',
    ],
  ];
  test.each(cases)(
    'a backup of %s is called by its name, with the way that works, and becomes no note',
    async (_what, files, name) => {
      const folder = writeFiles(files);
      const zip = writeZip(
        temporaryFolder(),
        Object.entries(files).map(([file, content]) => ({ name: file, content })),
      );
      const each = Object.keys(files)
        .filter((file) => !file.includes('/'))
        .map((file) => path.join(folder, file));
      for (const source of [folder, zip, each]) {
        const { result } = await imported(source);
        expect(result).toMatchObject({ added: 0, broken: [] });
        expect(result.files.leftOut).toBe(result.files.met);
        expect(result.files.met).toBeGreaterThanOrEqual(each.length);
        expect(result.leftOut).toMatchObject([
          { reason: expect.stringMatching(new RegExp(`^This is .*${name}.*\\.$`)), isExpected: false },
        ]);
      }
    },
  );

  test('a backup that is larger than any note is called by its name', async () => {
    const item = JSON.stringify({ uuid: 'a', content_type: 'Note', content: 'x'.repeat(1000) });
    const items = Array.from({ length: 17_000 }, () => item).join();
    const backup = `{"version": "004", "items": [${items}]}`;
    const { result } = await imported(writeFiles({ 'Backup.txt': backup, 'backup.json': backup }));
    expect(result).toMatchObject({
      added: 0,
      broken: [],
      leftOut: [{ count: 2, reason: expect.stringContaining('Standard Notes') }],
    });
  });

  test('a person’s note that mentions such properties is a note', async () => {
    const text = `See id: ${ID}\ntype_: 1\n\nand more`;
    expect((await imported(writeFiles({ 'a.md': text }))).notes).toMatchObject([{ text }]);
  });
});

describe('other files', () => {
  test('files of the system are no notes and no alarm', async () => {
    const double = Uint8Array.from([0, 5, 0x16, 7, 0, 2, 0, 0]);
    const { result, notes } = await imported(
      writeFiles({
        'Keep/N0.json': keepFile(1, 'N0'),
        'Keep/._N0.json': double,
        'Keep/._words.json': keepFile(2, '._words'),
        '__MACOSX/Keep/._N0.json': double,
        '.DS_Store': 'x',
        'Thumbs.db': 'x',
        'desktop.ini': 'x',
        '._a.md': double,
      }),
    );
    expect(notes.map(({ title }) => title)).toEqual(['._words', 'N0']);
    expect(result).toMatchObject({ broken: [], leftOut: [{ count: 6, isExpected: true }] });
  });

  test.each([
    ['foreign.rtf', String.raw`{\rtf1 hello}`, 'Inkling does not read .rtf files.'],
    [
      'letter.docx',
      zipOf([{ name: 'word/document.xml', content: '<x/>' }]),
      'Inkling does not read .docx files.',
    ],
    ['plan.pdf', '%PDF-1.7', 'Inkling does not read .pdf files.'],
    ['page.html', '<html><body>words</body></html>', 'A web page. Inkling reads only those of Google Keep.'],
    ['board.canvas', '{"nodes":[', 'Inkling does not read .canvas files.'],
    ['table.csv', 'a,b', 'Inkling does not read .csv files.'],
  ])('a file of an unknown kind is called so: %s', async (name, content, reason) => {
    const folder = writeFiles({ [name]: content });
    for (const source of [folder, path.join(folder, name)]) {
      const { result } = await imported(source);
      expect(result).toMatchObject({
        added: 0,
        broken: [],
        leftOut: [{ reason, count: 1, isExpected: false }],
      });
    }
  });

  test('a chosen file without an ending comes in by what is in it', async () => {
    const folder = writeFiles({ note: keepFile(1, 'kept'), words: 'some words' });
    const { notes } = await imported([path.join(folder, 'note'), path.join(folder, 'words')]);
    expect(notes.map(({ title }) => title)).toEqual(['kept', 'words']);
  });

  test('the encoding of a chosen file without an ending is named in the report', async () => {
    const folder = writeFiles({ words: Buffer.from('Äpfel und Straße', 'latin1') });
    const { notes, result } = await imported(path.join(folder, 'words'));
    expect(notes).toMatchObject([{ text: 'Äpfel und Straße' }]);
    expect(result.remarks).toEqual([{ file: 'words', reason: 'It was read as Windows-1252.' }]);
  });
});

/** Archives as Google Takeout offers them: in parts, and of kinds that Inkling does not read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { keepFile } from './support/keep-files.ts';
import { writeZip } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const NAME = 'takeout-20260101T000000Z';
const noteOf = (day: number) => ({ name: `Takeout/Keep/${day}.json`, content: keepFile(day, `day ${day}`) });
const mail = { name: 'Takeout/Mail/All mail.mbox', content: 'From' };

describe('an archive in parts', () => {
  function parts(folder = temporaryFolder()): string[] {
    return [
      writeZip(folder, [noteOf(1), noteOf(2)], `${NAME}-001.zip`),
      writeZip(folder, [mail], `${NAME}-002.zip`),
      writeZip(folder, [noteOf(2), noteOf(3)], `${NAME}-003.zip`),
    ];
  }

  test('an archive in parts is imported at once, even if a part has no notes', async () => {
    expect(await createAccount().import(parts())).toMatchObject({ added: 3, known: 1, empty: 0, broken: [] });
  });

  test('an archive in parts is imported from the folder that holds the parts', async () => {
    const folder = temporaryFolder();
    parts(folder);
    expect(await createAccount().import(folder)).toMatchObject({ added: 3, known: 1, empty: 0, broken: [] });
  });

  test('a missing part of an archive is listed by its name', async () => {
    const [first = '', , third = ''] = parts();
    const missing = { file: `${NAME}-002.zip`, reason: expect.stringContaining('is missing') };
    expect(await createAccount().import([third])).toMatchObject({
      added: 2,
      broken: [{ file: `${NAME}-001.zip` }, missing],
    });
    expect(await createAccount().import([first, third])).toMatchObject({ added: 3, broken: [missing] });
  });

  test('all parts of an archive without any note are listed with their files', async () => {
    const folder = temporaryFolder();
    const files = ['001', '002'].map((part) => writeZip(folder, [mail], `${NAME}-${part}.zip`));
    const { leftOut } = await createAccount().import(files);
    expect(leftOut.flatMap((group) => group.files)).toEqual([
      `${NAME}-001.zip/${mail.name}`,
      `${NAME}-002.zip/${mail.name}`,
    ]);
  });
});

describe('archives of other kinds', () => {
  test.each(['.tar', '.tgz', '.tar.gz', '.7z', '.rar'])(
    'an archive of the kind %s is listed with what to do instead, and other files are imported',
    async (ending) => {
      const folder = temporaryFolder();
      const file = path.join(folder, `${NAME}-001${ending}`);
      writeFileSync(file, 'x');
      const expected = {
        added: 0,
        broken: [
          {
            file: expect.stringContaining(path.basename(file)),
            reason: `Inkling reads .zip archives, but none of the kind ${ending}. Unpack it and import the folder, or choose .zip in Google Takeout.`,
          },
        ],
      };
      expect(await createAccount().import(file)).toMatchObject(expected);
      mkdirSync(path.join(folder, 'below'));
      writeZip(path.join(folder, 'below'), [noteOf(1)]);
      expect(await createAccount().import(folder)).toMatchObject({ ...expected, added: 1 });
    },
  );

  test('a gzip file that is called .zip is listed as an archive of another kind', async () => {
    const file = path.join(temporaryFolder(), 'takeout.zip');
    writeFileSync(file, gzipSync('x'));
    const { broken } = await createAccount().import(file);
    expect(broken).toMatchObject([{ reason: expect.stringContaining('none of this kind') }]);
  });
});

test.each([
  ['macOS', Buffer.from('Frühstück/Mu\u0308sli.md'), 'Müsli'],
  ['an older Windows', Buffer.from([0x4d, 0x81, 0x73, 0x6c, 0x69, 0x2e, 0x6d, 0x64]), 'Müsli'],
])(
  'names keep their letters in an archive of %s, which does not say how it writes them',
  async (_what, unmarkedName, title) => {
    const account = createAccount();
    await account.import(writeZip(temporaryFolder(), [{ name: '', unmarkedName, content: 'words' }]));
    expect(account.shown().map(({ local }) => local?.title)).toEqual([title]);
  },
);

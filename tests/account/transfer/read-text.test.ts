import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { decodeText } from '#account/transfer/sources/read-text.ts';
import { UnreadableError } from '#account/transfer/sources/transfer-error.ts';
import { anyCodePoint } from '#tests/support/arbitraries.ts';

/** The bytes of words in these encodings. */
test.each([
  [
    'Windows-1251',
    'caf3efe8f2fc20eceeebeeeaee20e820f5ebe5e12c20efeee7e2eeede8f2fc20ece0ece5',
    'Купить молоко и хлеб, позвонить маме',
  ],
  [
    'KOI8-R',
    'ebd5d0c9d4d820cdcfcccfcbcf20c920c8ccc5c22c20d0cfdad7cfcec9d4d820cdc1cdc5',
    'Купить молоко и хлеб, позвонить маме',
  ],
  [
    'Shift_JIS',
    '96be93fa82cd8b8d93fb82c68370839382f0948382a481429364986282b782e9',
    '明日は牛乳とパンを買う。電話する',
  ],
  [
    'EUC-KR',
    'b3bbc0cf20bfecc0afbfcd20bba7c0bb20bbe7b0ed20bef6b8b6bfa1b0d420c0fcc8adc7cfb1e2',
    '내일 우유와 빵을 사고 엄마에게 전화하기',
  ],
  [
    'GB18030',
    'c3f7ccecc2f2c5a3c4ccbacdc3e6b0fca3acb4f2b5e7bbb0b8f8c2e8c2e8',
    '明天买牛奶和面包，打电话给妈妈',
  ],
  ['Windows-1252', 'c47066656c20756e642053747261df652c20352080', 'Äpfel und Straße, 5 €'],
  ['Big5', 'a9faa4d1b652a4fba5a4a94dc4d1a55da141a5b4b971b8dcb5b9b6fdb6fd', '明天買牛奶和麵包，打電話給媽媽'],
  [
    'Windows-1250',
    '50f8ed6c699a209e6c759d6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f36479',
    'Příliš žluťoučký kůň úpěl ďábelské ódy',
  ],
  ['Windows-1252', '446f6e927420666f72676574206d696c6b', 'Don’t forget milk'],
])('text in %s is read as such, which is said', (name, hex, expected) => {
  const { text, remark } = decodeText(Buffer.from(hex, 'hex'));
  expect([text, remark]).toEqual([expected, `It was read as ${name}.`]);
});

test('any text in UTF-8 is read as it is, without a remark', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint, maxLength: 40 }), (any) => {
      const words = `a${any.toWellFormed().replaceAll('\0', '')}`;
      expect(decodeText(Buffer.from(words))).toEqual({ text: words, remark: null });
    }),
  );
});

test.each([
  ['with a mark', '\uFEFF', null],
  ['without a mark', '', 'It was read as UTF-16LE.'],
])('text of UTF-16 is read in both orders of bytes: %s', (_what, mark, remark) => {
  for (const words of ['Äpfel €\r\n', 'Привет мир, как дела', '明天买牛奶\n']) {
    const bytes = Buffer.from(`${mark}${words}`, 'utf16le');
    expect(decodeText(bytes)).toEqual({ text: words, remark });
    expect(decodeText(Buffer.from(bytes).swap16())).toEqual({
      text: words,
      remark: remark?.replace('LE', 'BE') ?? null,
    });
  }
});

test.each([
  ['Good words before \x81 and after', 'Good words before \uFFFD and after'],
  ['Käse, Äpfel, Öl und Brötchen \xff', 'Käse, Äpfel, Öl und Brötchen \uFFFD'],
])('a damaged byte in UTF-8 costs one letter and not the file: %j', (words, expected) => {
  const at = words.search(/[\x81\xff]/);
  const bytes = Buffer.concat([
    Buffer.from(words.slice(0, at)),
    Buffer.from(words.slice(at, at + 1), 'latin1'),
    Buffer.from(words.slice(at + 1)),
  ]);
  const { text, remark } = decodeText(bytes);
  expect([text, remark]).toEqual([expected, 'It is text in UTF-8 with 1 damaged letter, shown as \uFFFD.']);
});

test.each([
  ['a picture', '89504e470d0a1a0a0000000d49484452'],
  ['zeroes', '00000000ff'],
  ['control characters', '01020304ff'],
])('what is no text is refused: %s', (_what, hex) => {
  expect(() => decodeText(Buffer.from(hex, 'hex'))).toThrow(UnreadableError);
});

/** `inkling --new`: the words that it stores, and that it never claims to have stored others. */
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { parseNewNoteCommand, runNewNoteCommand } from '#main/quick-note/new-note-command.ts';
import type { NoteContent } from '#shared/note/note.ts';

const parse = (...given: string[]) => parseNewNoteCommand(['/opt/Inkling/inkling', ...given]);

describe('the arguments', () => {
  test.each([
    [['--new', 'ferry at 7'], '', 'ferry at 7'],
    [['--new=ferry at 7'], '', 'ferry at 7'],
    [['--new=--title is an option'], '', '--title is an option'],
    [['--new', 'a=b'], '', 'a=b'],
    [['--new', '2 l of milk', '--title', 'Buy'], 'Buy', '2 l of milk'],
    [['--title=Buy', '--new', '2 l of milk'], 'Buy', '2 l of milk'],
    [['--new', 'Note: 1\r\n2\n', '--title=one\ntwo'], 'one two', 'Note: 1\n2'],
    [['--new', '-1 °C'], '', '-1 °C'],
    [['--no-sandbox', '.', '--user-data-dir=/tmp/x', '--new', 'a'], '', 'a'],
    [['--new', 'a', '--user-data-dir=/tmp/x'], '', 'a'],
    [['--new', 'inkling://new?text=a'], '', 'inkling://new?text=a'],
  ])('the arguments %j make a note', (given, title, text) => {
    expect(parse(...given)).toEqual({ title, text });
  });

  test.each([[['--new', '-']], [['--new=-']]])(
    'the arguments %j read the text of the note from the pipe',
    (given) => {
      expect(parse(...given)).toEqual({ title: '', text: null });
    },
  );

  test.each([
    [[]],
    [['--quick-note']],
    [['--hidden']],
    [['--title=a']],
    [['--newest']],
    [['inkling://new?text=a']],
    // The author of a link cannot add a command to it.
    [['inkling://new?text=a', '--new', 'stored in secret']],
    [['--', 'inkling://new?text=a', '--new=stored in secret']],
    [['--', '--new=stored in secret']],
  ])('the arguments %j are not a command to make a note', (given) => {
    expect(parse(...given)).toBeNull();
  });

  test.each([
    [['--new']],
    [['--new', 'buy', 'milk']],
    [['--new', 'buy', '--now']],
    [['--new', 'a', '--new', 'b']],
    [['--new', '--title', 'a']],
    [['--title', '--new', 'a']],
    [['--new', 'a', '--title']],
    [['--title', 'a', 'inkling://new', '--new', 'b']],
  ])('the arguments %j store nothing and give a reason', (given) => {
    expect(parse(...given)).toEqual({ problem: expect.any(String) as string });
  });

  test.each([[['--new', 'caf\uFFFD']], [['--new=a', '--title=\uFFFD']]])(
    '[C58] the arguments %j, which were not UTF-8, store nothing, as a pipe does',
    (given) => {
      expect(parse(...given)).toEqual({ problem: 'The text is not in UTF-8.' });
    },
  );

  test('the argument of --new is one text, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        fc.pre(text !== '-' && !text.includes('\uFFFD'));
        const expected = text.replaceAll('\r\n', '\n').replace(/\n$/u, '');
        expect(parse(`--new=${text}`)).toEqual({ title: '', text: expected });
      }),
    );
  });
});

describe('the run', () => {
  function run(
    given: readonly string[],
    input: Uint8Array | Error = new Uint8Array(),
    failure: Error | null = null,
  ) {
    const command = parse(...given);
    if (command === null) throw new Error('no command');
    const stored: NoteContent[] = [];
    const messages: string[] = [];
    const code = runNewNoteCommand(command, {
      readInput() {
        if (input instanceof Error) throw input;
        return input;
      },
      store(content) {
        if (failure !== null) throw failure;
        stored.push(content);
      },
      complain: (sentence) => messages.push(sentence),
    });
    return { code, stored, messages };
  }
  const bytes = (text: string) => new TextEncoder().encode(text);
  const systemError = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

  test('the command ends with exit code 0 if the words are stored', () => {
    expect(run(['--new', 'a'])).toEqual({ code: 0, stored: [{ title: '', text: 'a' }], messages: [] });
    expect(run(['--new', '', '--title=a']).stored).toEqual([{ title: 'a', text: '' }]);
    expect(run(['--new', ' ']).stored).toEqual([{ title: '', text: ' ' }]);
  });

  test('the text of a pipe is stored exactly, except for the line end of its command', () => {
    expect(run(['--new', '-'], bytes('\uFEFFa\r\nb\u0000c\n\n')).stored).toEqual([
      { title: '', text: 'a\nb\u0000c\n' },
    ]);
  });

  test.each([
    ['an empty text', ['--new', ''], undefined, 'The note is empty.'],
    ['an empty line', ['--new', '-'], bytes('\n'), 'The note is empty.'],
    ['a text that is not UTF-8', ['--new', '-'], new Uint8Array([0x61, 0xff]), 'not in UTF-8'],
    ['a larger text than a note holds', ['--new', '-'], bytes('é'.repeat(500_001)), 'too long'],
    ['no pipe', ['--new', '-'], systemError('EBADF'), 'could not be written or read'],
    ['a wrong command', ['--new', 'a', 'b'], undefined, 'quotation marks'],
  ])('[C58] the command ends with exit code 1 and says why if it gets %s', (_name, given, input, words) => {
    const { code, stored, messages } = run(given, input);
    expect({ code, stored }).toEqual({ code: 1, stored: [] });
    expect(messages).toEqual([expect.stringContaining(words)]);
    expect(messages[0]).toMatch(/^inkling: .* Nothing was stored\.$/);
  });

  test.each([
    ['ENOSPC', 'The disk is full.'],
    ['EDQUOT', 'The disk is full.'],
    ['EROFS', 'could not be written'],
  ])('the command ends with exit code 1 and says why if the disk answers %s', (code, words) => {
    expect(run(['--new', 'a'], undefined, systemError(code))).toEqual({
      code: 1,
      stored: [],
      messages: [expect.stringContaining(words)],
    });
  });
});

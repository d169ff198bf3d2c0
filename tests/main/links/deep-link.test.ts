/** Links into the app, which may come from anywhere. */
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { isDeepLink, parseDeepLink } from '#main/links/deep-link.ts';
import { isNoteId, makeNoteId } from '#shared/note/note-id.ts';
import { randomBytes } from 'node:crypto';

const quickNote = (title: string, text: string) => ({ show: 'quick note', content: { title, text } });
const isRefused = (address: string): boolean => parseDeepLink(address).show === 'refusal';

describe('a new note', () => {
  test.each([
    ['inkling://new?title=Ferry&text=at%207%0Afrom%20pier%202', 'Ferry', 'at 7\nfrom pier 2'],
    ['inkling://new?text=at+7', '', 'at 7'],
    ['inkling://new?title=Ferry', 'Ferry', ''],
    ['INKLING://NEW/?text=caf%C3%A9%0D%0A%09b', '', 'café\n\tb'],
    ['inkling://new?text=50%25%20%26%20%23more%20%F0%9F%98%80', '', '50% & #more 😀'],
    ['inkling://new?text=über%20täglich', '', 'über täglich'],
    ['inkling://new', '', ''],
  ])('the link %s opens a quick note with its words', (address, title, text) => {
    expect(parseDeepLink(address)).toEqual(quickNote(title, text));
  });

  test('a link to a new note carries any title and text unchanged', () => {
    const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
    const words = fc
      .string({ unit: 'binary', maxLength: 60 })
      .map((text) => text.toWellFormed().replaceAll(invisible, ''));
    const textWords = words.map((text) => text.replaceAll(/[^\P{Cc}\n\t]/gu, ''));
    const titleWords = words.map((text) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ''));
    fc.assert(
      fc.property(titleWords, textWords, (title, text) => {
        const address = `inkling://new?title=${encodeURIComponent(title)}&text=${encodeURIComponent(text)}`;
        expect(parseDeepLink(address)).toEqual(quickNote(title, text));
        expect(parseDeepLink(`inkling://new?${new URLSearchParams({ text, title }).toString()}`)).toEqual(
          quickNote(title, text),
        );
      }),
    );
  });
});

describe('invisible characters', () => {
  const linked = (text: string) => parseDeepLink(`inkling://new?text=${encodeURIComponent(text)}`);

  test.each([
    ['overrides of the writing direction', 'ferry\u202E7 ta\u202C \u2066a\u2069\u200F', 'ferry7 ta a'],
    ['zero-width spaces and byte order marks', 'pay\u200Bpal \uFEFFa\u2060b', 'paypal ab'],
    ['tags', 'a\u{E0001}\u{E0068}\u{E0069}b', 'ab'],
    ['fillers, soft hyphens and annotations', 'a\u3164b\u00ADc\uFFF9d\u2063', 'abcd'],
    ['joiners between letters that do not join', 'a\u200Db\u200Cc', 'abc'],
    ['variation selectors that hide bytes', 'a\uFE01b😀\uFE0F\uFE0F\u{E0101}', 'ab😀\uFE0F'],
  ])('%s do not pass from a link', (_kind, text, shown) => {
    expect(linked(text)).toEqual(quickNote('', shown));
    expect(parseDeepLink(`inkling://new?title=${encodeURIComponent(text)}`)).toEqual(quickNote(shown, ''));
    expect(parseDeepLink(`inkling://search?q=${encodeURIComponent(text)}`)).toEqual({
      show: 'search',
      query: shown,
      labels: [],
    });
    expect(isRefused(`inkling://note/${encodeURIComponent(text)}`)).toBe(true);
  });

  test.each([
    ['👨\u200D👩\u200D👧 👩🏽\u200D💻 🏳\uFE0F\u200D🌈 1\uFE0F\u20E3 ❤\uFE0F'],
    ['می\u200Cخواهم'],
    ['क्\u200Dष শ্\u200Cষ'],
    ['葛\u{E0100}城'],
  ])('joiners and selectors that affect visible characters pass from a link: %s', (text) => {
    expect(linked(text)).toEqual(quickNote('', text));
  });

  test('[C50] no invisible character passes from a link, except where it belongs to its neighbours', () => {
    const shownOnes = ['a', 'é', 'م', 'क', '्', '葛', '😀', '👩', '🏽', '❤', '1', ' '];
    const dropped = ['\u200B', '\u202E', '\u2066', '\uFEFF', '\u{E0041}'];
    const belonging = ['\u200C', '\u200D', '\uFE0E', '\uFE0F', '\u{E0101}'];
    const unit = fc.constantFrom(...shownOnes, ...dropped, ...belonging);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const link = linked(text);
        const shown = link.show === 'quick note' ? link.content.text : '';
        expect(shown).not.toMatch(/[\u200B\u202E\u2066\uFEFF\u{E0041}]/u);
        expect(shown).not.toMatch(/(?:^|[ aé])[\p{Join_Control}\p{Variation_Selector}]/u);
        expect(shown).not.toMatch(/\p{Join_Control}(?:$|[ aé])/u);
        expect(shown).not.toMatch(/[\p{Join_Control}\p{Variation_Selector}]\p{Variation_Selector}/u);
        // No visible character is lost.
        const visible = /\p{Default_Ignorable_Code_Point}/gu;
        expect(shown.replaceAll(visible, '')).toBe(text.replaceAll(visible, ''));
        expect(linked(shown)).toEqual(link);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a note', () => {
  test.each([
    ['inkling://note/Qa3xYb7LkP0sWm9TzR4c', 'Qa3xYb7LkP0sWm9TzR4c'],
    // Another client may give a note such an id.
    ['inkling://note/caf%C3%A9%20%26%20co', 'café & co'],
  ])('the link %s opens that note', (address, id) => {
    expect(parseDeepLink(address)).toEqual({ show: 'note', id });
  });

  test('every note id that this app creates is accepted in a link', () => {
    for (let count = 0; count < 200; count += 1) {
      const id = makeNoteId(randomBytes);
      expect(parseDeepLink(`inkling://note/${id}`)).toEqual({ show: 'note', id });
    }
  });
});

test.each([
  ['inkling://search?q=ferry%20at', 'ferry at', []],
  ['inkling://search/?q=', '', []],
  ['inkling://search?q=label%3AWork', 'label:Work', []],
  ['inkling://search?label=To%20read', '', ['To read']],
  ['inkling://search?label=Work&q=ferry&label=caf%C3%A9', 'ferry', ['Work', 'café']],
])('the link %s opens a search', (address, query, labels) => {
  expect(parseDeepLink(address)).toEqual({ show: 'search', query, labels });
});

describe('links that are refused', () => {
  const LONG = 'a'.repeat(32_768);
  test.each([
    // Another kind of address.
    'inkling://',
    'inkling:new?text=a',
    'inkling:///new?text=a',
    'inkling://delete/Qa3xYb7LkP0sWm9TzR4c',
    'inkling://new/more?text=a',
    'inkling://new:80?text=a',
    'inkling://me@new?text=a',
    'inkling://me:secret@note/abc',
    'inkling://search/more?q=a',
    'inkling://note/abc?open=1',
    'https://new?text=a',
    'file:///etc/passwd',
    '',
    'new?text=a',
    // Some of the words would be missing or changed.
    'inkling://new?text=fish & chips',
    'inkling://new?text=a&text=b',
    'inkling://new?txt=a',
    'inkling://new?text=C# is sharp',
    'inkling://new?text=Learn C#',
    'inkling://note/Qa3xYb7LkP0sWm9TzR4c#',
    'inkling://new?text=fish &',
    'inkling://new?text=fish&&title=chips',
    'inkling://new?&text=fish',
    'inkling://new?text',
    'inkling://search?q=fish&',
    'inkling://new?text=100%',
    'inkling://new?text=%FF',
    'inkling://new?text=%ED%A0%80',
    'inkling://new?text=a\ud800',
    'inkling://new?text=a\nb',
    'inkling://search',
    'inkling://search?q=a&q=b',
    'inkling://search?q=a&tag=b',
    'inkling://search?label=',
    'inkling://search?label=%20a',
    'inkling://search?label=a%0Ab',
    // Control characters.
    'inkling://new?text=%00',
    'inkling://new?text=%1B%5B2J',
    'inkling://new?text=%C2%85',
    'inkling://new?title=a%0Ab',
    'inkling://new?title=a%E2%80%A8b',
    'inkling://search?q=a%09b',
    'inkling://note/a%0Ab',
    'inkling://new?te\txt=a',
    // Ids that no note can have.
    'inkling://note/',
    'inkling://note',
    'inkling://note/a/b',
    'inkling://note/a%2Fb',
    'inkling://note/..',
    'inkling://note/__name__',
    // Too long.
    `inkling://new?text=${LONG}`,
    `inkling://new?title=${LONG.slice(0, 1001)}`,
    `inkling://search?q=${LONG.slice(0, 1001)}`,
    `inkling://search?label=${LONG.slice(0, 101)}`,
    `inkling://search?q=a${'&label=b'.repeat(101)}`,
    `inkling://note/${LONG.slice(0, 1501)}`,
  ])('[C46] [C49] the link %j is refused as a whole, with a reason', (address) => {
    expect(parseDeepLink(address)).toEqual({
      show: 'refusal',
      reason: expect.stringMatching(/^The link cannot be opened: [^<>]{5,60}\.$/) as string,
    });
  });

  test('[C49] no address makes the parser throw or gets control characters through it', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true }),
      fc
        .tuple(
          fc.constantFrom('inkling://new?text=', 'inkling://note/', 'inkling://search?q=', 'inkling:'),
          fc.string({ unit: 'binary' }),
        )
        .map((parts) => parts.join('')),
      fc
        .array(
          fc.constantFrom('%', '0', 'D', '&', '=', '#', '/', '?', '+', ':', '@', 'text', '\u0000', '\ud800'),
          {
            maxLength: 20,
          },
        )
        .map((parts) => `inkling://new?${parts.join('')}`),
    );
    fc.assert(
      fc.property(anything, (address) => {
        const link = parseDeepLink(address);
        if (link.show === 'note') expect(isNoteId(link.id)).toBe(true);
        if (link.show === 'refusal') return;
        const words = link.show === 'quick note' ? [link.content.title, link.content.text] : [];
        const all = [
          ...words,
          link.show === 'note' ? link.id : link.show === 'search' ? link.query : '',
        ].join('');
        expect(all).not.toMatch(/[^\P{Cc}\n\t]/u);
        expect(all.isWellFormed()).toBe(true);
        expect(isDeepLink(address.trim())).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

test('an argument counts as a link by its scheme, and an invalid link is refused later', () => {
  expect(
    ['inkling://new', 'Inkling:x', 'inklings://new', '--new=inkling://new', 'C:\\inkling'].map(isDeepLink),
  ).toEqual([true, true, false, false, false]);
  expect(isRefused('Inkling:x')).toBe(true);
});

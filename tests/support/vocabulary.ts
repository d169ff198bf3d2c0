/** Made-up words of several scripts, the most frequent ones first. */
import type { Random } from '#tests/fuzz/random.ts';

interface Script {
  /** Number of notes in a thousand that are written in it. */
  readonly share: number;
  /** The syllables of its words. */
  readonly syllables: readonly string[];
  /** Number of syllables of a word: from, to. */
  readonly length: readonly [number, number];
  readonly words: number;
  /** Real words, the most frequent ones, for searches that find many notes. */
  readonly common?: readonly string[];
  readonly space: string;
  readonly stop: string;
}

export interface Vocabulary {
  readonly share: number;
  readonly words: readonly string[];
  /** Between words. */
  readonly space: string;
  /** After a sentence. */
  readonly stop: string;
}

const ENGLISH =
  'the to and a of in is for on with it that at buy call from be by milk this we not are you about meeting as or if week pick up ask bread book time new house car doctor train'.split(
    ' ',
  );

export const SCRIPTS: readonly Script[] = [
  {
    share: 620,
    syllables: combine('b c d f g h l m n p r s t st tr ch w', 'a e i o u ea ou', [
      '',
      'n',
      'r',
      's',
      't',
      'ng',
    ]),
    length: [1, 4],
    words: 20_000,
    common: ENGLISH,
    space: ' ',
    stop: '.',
  },
  {
    share: 130,
    syllables: combine('b č d f g h k l m ñ p r ß s ş t v z', 'a ä e é è i í o ö ø u ü ı İ', [
      '',
      'n',
      'r',
      'l',
    ]),
    length: [1, 5],
    words: 15_000,
    space: ' ',
    stop: '.',
  },
  {
    share: 90,
    syllables: combine('б в г д ж з к л м н п р с т ф х ц ш', 'а е ё и о у ы ю я', ['', 'н', 'й', 'ть']),
    length: [1, 4],
    words: 15_000,
    space: ' ',
    stop: '.',
  },
  {
    share: 40,
    syllables: combine('β γ δ θ κ λ μ ν π ρ σ τ φ χ', 'α ά ε έ η ι ί ο ω ου', ['', 'ς', 'ν']),
    length: [1, 4],
    words: 8_000,
    space: ' ',
    stop: '.',
  },
  {
    share: 30,
    syllables: combine('ب ت ج ح د ر س ش ع ف ق ك ل م ن', 'ا و ي', ['', 'ة', 'ن']),
    length: [1, 3],
    words: 8_000,
    space: ' ',
    stop: '.',
  },
  {
    share: 30,
    syllables: combine('क ख ग च ज ट त द न प म य र ल स ह', ' ा ि ी ु े ो'),
    length: [1, 4],
    words: 8_000,
    space: ' ',
    stop: '।',
  },
  {
    share: 60,
    syllables: Array.from({ length: 2_500 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)),
    length: [1, 3],
    words: 12_000,
    space: '',
    stop: '。',
  },
];

/** Every onset with every vowel and every ending. */
function combine(onsets: string, vowels: string, endings: readonly string[] = ['']): string[] {
  return onsets
    .split(' ')
    .flatMap((onset) =>
      vowels.split(' ').flatMap((vowel) => endings.map((ending) => onset + vowel + ending)),
    );
}

export function createVocabulary(script: Script, random: Random): Vocabulary {
  const { share, syllables, length, common = [], space, stop } = script;
  const words = new Set(common);
  // Frequent words are short: the longest length is allowed only from a tenth of the vocabulary on.
  while (words.size < script.words) {
    const longest = words.size < script.words / 10 ? Math.ceil(length[1] / 2) : length[1];
    const count = random.integer(length[0], longest);
    words.add(Array.from({ length: count }, () => random.pick(syllables)).join(''));
  }
  return { share, words: [...words], space, stop };
}

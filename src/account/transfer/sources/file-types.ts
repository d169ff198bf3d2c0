/** What a file is, as far as its name tells. */
import { isIgnorableName } from './system-files.ts';

export type FileType = 'json' | 'text' | 'html' | 'media' | 'archive' | 'system' | 'other';

const ENDINGS: readonly (readonly [FileType, RegExp])[] = [
  ['json', /\.json$/i],
  ['text', /\.(?:md|markdown|mdown|mkdn?|mdwn|txt|text)$/i],
  ['html', /\.(?:html?|xhtml)$/i],
  [
    'media',
    /\.(?:jpe?g|png|gif|webp|heic|heif|avif|bmp|tiff?|svg|3gpp?|amr|m4a|mp3|aac|og[ag]|opus|wav|flac|mp4|m4v|mov|webm)$/i,
  ],
  ['archive', /\.(?:zip|textpack|bear2bk|bearbk|tar|tgz|tbz2?|txz|gz|bz2|xz|7z|rar)$/i],
];

/** Documents that are zip archives inside, of which no file is a note. */
const PACKED_DOCUMENT =
  /\.(?:docx?|xlsx?|pptx?|od[tsp]|epub|pages|numbers|key|jar|apk|xpi|crx|ipa|whl|nnbackupz?)$/i;

export function typeOf(name: string): FileType {
  if (isIgnorableName(name)) return 'system';
  return ENDINGS.find(([, ending]) => ending.test(name))?.[0] ?? 'other';
}

export function isPackedDocument(name: string): boolean {
  return PACKED_DOCUMENT.test(name);
}

/** A program's own files below a chosen path: settings of editors, and their trash. */
export function isHidden(name: string): boolean {
  return name
    .split(/[\\/]/)
    .slice(1)
    .some((part) => /^\.[^./\\]/.test(part));
}

/** What to say of a kind of file that no program here reads. */
export function unknownKind(name: string): string {
  const ending = /[^./\\](\.[\w-]{1,12})$/.exec(name)?.[1];
  return ending === undefined
    ? 'Unknown kind of file.'
    : `Inkling does not read ${ending.toLowerCase()} files.`;
}

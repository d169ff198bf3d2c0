/**
 * A note of Google Keep as Takeout writes it beside the JSON: a web page. Some people have kept only that,
 * and an older Takeout had nothing else. What a page does not have is the time of the note's creation.
 */
import { Parser } from 'htmlparser2';
import type { Uid } from '#shared/note/note.ts';
import { COLORS } from '#shared/note/colors.ts';
import { requireAtMost, requireDepthAtMost } from '../sources/transfer-error.ts';
import { takePictures } from './embedded-pictures.ts';
import { fingerprint } from './import-id.ts';
import { foreignNote, type IncomingNote } from './incoming-note.ts';
import { attachmentLines, joinLines, joinParts, pageLine, refuseManyPages } from './keep-text.ts';
import { type DateOrder, readDate } from './read-date.ts';
import type { Entry } from './reading.ts';
import { normalizedText, oneLine, trim } from './white-space.ts';

/** Classes of the elements whose text is read. */
const PARTS = ['heading', 'title', 'content', 'label', 'sharee', 'annotation'] as const;
type Part = (typeof PARTS)[number];
/** Classes that say what the page is. A page may have any number of others. */
const TELLING = [...COLORS, 'note', 'title', 'content', 'archived', 'trashed', 'deleted', 'pinned'] as const;
type Telling = (typeof TELLING)[number];
const isTelling = (name: string): name is Telling => TELLING.some((one) => one === name);

interface ParsedPage {
  /** In pieces, because the parser cuts at each sign that is escaped. */
  readonly texts: Record<Part, string[]>;
  readonly classes: ReadonlySet<Telling>;
  readonly links: readonly string[];
  /** Web pages that Keep shows below the note. */
  readonly annotations: readonly { readonly url: string; readonly title: string }[];
  /** Addresses of pictures and recordings. */
  readonly images: readonly string[];
}

export interface KeepPage {
  readonly title: string;
  /** The words of the note. */
  readonly words: string;
  /** Lines about the web pages that Keep shows below the note. */
  readonly pageLines: readonly string[];
  readonly people: readonly string[];
  readonly labels: readonly string[];
  /** As it stands in the page; empty if there is none. */
  readonly date: string;
  readonly classes: ReadonlySet<Telling>;
  /** Names of the files that the page shows, and the `data:` addresses of those that are in it. */
  readonly images: readonly string[];
}

/** Elements that begin on a new line. */
const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'li', 'ul', 'ol', 'tr', 'h1', 'h2', 'h3']);
const SKIPPED: ReadonlySet<string> = new Set(['style', 'script', 'head', 'title']);
/** Far more than in any page of Keep. The parser's own work grows with the square of the depth. */
const MOST_DEPTH = 100;
/** A list of Keep has up to a thousand items, of a few elements each. */
const MOST_ELEMENTS = 50_000;
/** Keep takes far fewer. */
const MOST_IMAGES = 1_000;
/** The parser cuts a text at each escaped sign. */
const MOST_PIECES = 100_000;
/** UTF-16 units without the pictures in it. The words of a note have far fewer, however they are escaped. */
const MOST_UNITS = 2 * 1024 * 1024;
/** UTF-16 units of a date in the report. */
const MOST_DATE = 100;

/**
 * @returns null if the page is none of Keep's
 * @throws UnreadableError if it is nested more deeply than any note, or holds more
 */
export function readKeepPage(whole: string): KeepPage | null {
  if (!/<div[^<>]*\bclass=["'][^"']*\bnote\b/i.test(whole)) return null;
  const page = takePictures(whole);
  requireAtMost(page.html.length, MOST_UNITS);
  const { texts, classes, links, annotations, images } = parse(page.html);
  if (!classes.has('note') || (!classes.has('content') && !classes.has('title'))) return null;
  const title = oneLine(texts.title.join(''));
  const words = wordsOf(texts.content);
  const mentioned = `${title}\n${words}`.toLowerCase();
  refuseManyPages(links.length + annotations.length, mentioned);
  return {
    title,
    words,
    pageLines: [
      ...links.filter((url) => !words.includes(url)),
      ...annotations.map(({ url, title: name }) =>
        pageLine({ url, title: trim(name) === url ? '' : name }, mentioned),
      ),
    ].filter((line) => line !== ''),
    people: namesOf(texts.sharee),
    labels: namesOf(texts.label),
    date: oneLine(texts.heading.join('')),
    classes,
    images: images.map((src) => page.addresses.get(src) ?? oneLine(decodePath(src))),
  };
}

/** The note's words, with the lines below them that are not about its files. */
function textOfPage({ words, pageLines, people }: KeepPage): string {
  return joinParts([words, joinLines(pageLines), people.length === 0 ? '' : peopleOf({ people })]);
}

function peopleOf({ people }: Pick<KeepPage, 'people'>): string {
  return `Shared with: ${people.join(', ')}`;
}

/**
 * @param attachments names of the files that belong to the note
 * @param losses what could not come with the note, a sentence each
 */
export function entryOfKeepPage(
  page: KeepPage,
  uid: Uid,
  attachments: readonly string[],
  losses: readonly string[] = [],
): Entry {
  const { title, labels, date, classes } = page;
  const text = joinParts([textOfPage(page), attachmentLines(attachments)]);
  if (`${title}${text}`.trim() === '')
    return losses.length === 0
      ? { kind: 'empty' }
      : { kind: 'broken', which: '', reason: `It has no words. ${losses.join(' ')}` };
  const color = COLORS.find((one) => classes.has(one)) ?? null;
  const note = (order: DateOrder): IncomingNote => {
    const created = readDate(date, order);
    const dateLoss = `Its date “${date.slice(0, MOST_DATE).toWellFormed()}” could not be read.`;
    const incoming = foreignNote(
      uid,
      {
        title,
        text,
        isArchived: classes.has('archived'),
        isDeleted: classes.has('trashed') || classes.has('deleted'),
        isPinned: classes.has('pinned'),
        labels,
        color,
      },
      {
        source: 'google-keep',
        // Pictures that are in pages may differ, although the notes call them by the same names.
        id: fingerprint('google-keep-page', date, page.images),
        created,
        edited: null,
        attachments,
        losses: created === null && date !== '' ? [dateLoss, ...losses] : losses,
      },
    );
    return page.people.length === 0 ? incoming : { ...incoming, converted: [peopleOf(page)] };
  };
  return { kind: 'note', dates: [date], remark: null, note };
}

interface OpenElement {
  /** The part that its text belongs to. */
  readonly part: Part | null;
  readonly isSkipped: boolean;
}

function parse(html: string): ParsedPage {
  const texts: ParsedPage['texts'] = {
    heading: [],
    title: [],
    content: [],
    label: [],
    sharee: [],
    annotation: [],
  };
  const classes = new Set<Telling>();
  const links: string[] = [];
  const annotations: { url: string; title: string }[] = [];
  const images: string[] = [];
  const open: OpenElement[] = [];
  /** Parts whose last line has no words yet. */
  const atLineStart = new Set<Part>(PARTS);
  let elements = 0;
  let pieces = 0;

  const openPart = (): Part | null => open.at(-1)?.part ?? null;

  function add(part: Part, words: string): void {
    texts[part].push(words);
    if (/\n *$/.test(words)) atLineStart.add(part);
    else if (/[^ ]/.test(words)) atLineStart.delete(part);
  }

  function write(words: string): void {
    const part = openPart();
    if (part === null || open.at(-1)?.isSkipped === true) return;
    add(part, words);
    const annotation = part === 'annotation' ? annotations.at(-1) : undefined;
    if (annotation !== undefined) annotation.title += words;
  }

  /** Blocks that begin or end together are divided by one line end. */
  function endLine(): void {
    const part = openPart();
    if (part !== null && !atLineStart.has(part)) write('\n');
  }

  const parser = new Parser({
    onopentag(name, { class: written = '', src = '', href = '' }) {
      elements += 1;
      requireAtMost(elements, MOST_ELEMENTS);
      requireDepthAtMost(open.length + 1, MOST_DEPTH);
      const elementClasses = written.split(/\s+/).filter((one) => one !== '');
      for (const one of elementClasses) if (isTelling(one)) classes.add(one);
      if (name === 'br') write('\n');
      else if (BLOCKS.has(name)) endLine();
      if (elementClasses.includes('bullet')) write(elementClasses.includes('checked') ? '☑ ' : '');
      const part = partOf(elementClasses);
      if (part !== null && part !== 'content') add(part, '\n');
      if (part === 'annotation') annotations.push({ url: '', title: '' });
      if (name === 'a' && /^https?:/i.test(href)) {
        const annotation = (part ?? openPart()) === 'annotation' ? annotations.at(-1) : undefined;
        if (annotation?.url === '') annotation.url = href;
        else links.push(href);
      }
      const isFile = name === 'img' || name === 'audio' || name === 'source';
      if (isFile && src !== '' && !/^(?!embedded-picture:)[a-z]+:/i.test(src)) {
        images.push(src);
        requireAtMost(images.length, MOST_IMAGES);
      }
      const outer = open.at(-1);
      open.push({
        part: part ?? outer?.part ?? null,
        isSkipped: SKIPPED.has(name) || outer?.isSkipped === true,
      });
    },
    ontext(words) {
      pieces += 1;
      requireAtMost(pieces, MOST_PIECES);
      write(words.replaceAll(/[\t\n\r ]+/g, ' '));
    },
    onclosetag(name) {
      if (BLOCKS.has(name)) endLine();
      open.pop();
    },
  });
  parser.end(html);
  return { texts, classes, links, annotations, images: [...new Set(images)] };
}

function partOf(classes: readonly string[]): Part | null {
  if (classes.includes('label-name')) return 'label';
  return PARTS.find((part) => classes.includes(part)) ?? null;
}

function decodePath(src: string): string {
  try {
    return decodeURIComponent(src);
  } catch {
    return src;
  }
}

/** One for each element. */
function namesOf(pieces: readonly string[]): readonly string[] {
  const names = pieces.join('').split('\n').map(oneLine);
  return names.filter((name) => name !== '');
}

/** Keep draws the boxes of a list itself: ☐ and ☑ stand before each item. */
function wordsOf(pieces: readonly string[]): string {
  const lines = normalizedText(pieces.join(''))
    .split('\n')
    .map((line) => trim(line.replaceAll('\u00A0', ' ')));
  const whole = lines.join('\n').replaceAll(/^([☐☑])\uFE0F?\n+(?=\S)/gmu, '$1 ');
  return trim(whole.replaceAll(/^([☐☑])\uFE0F?\s*/gmu, '$1 '));
}

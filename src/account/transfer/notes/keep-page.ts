/**
 * A note of Google Keep as Takeout writes it beside the JSON: a web page. Some people have kept only that,
 * and an older Takeout had nothing else. What a page does not have is the time of the note's creation.
 */
import { Parser } from 'htmlparser2';
import type { Uid } from '#shared/note/note.ts';
import { COLORS, NO_COLOR } from '#shared/note/colors.ts';
import { fingerprint } from './import-id.ts';
import { foreignNote, type IncomingNote } from './incoming-note.ts';
import { attachmentLines, joinLines, joinParts, pageLine } from './keep-text.ts';
import { type DateOrder, readDate } from './read-date.ts';
import type { Entry } from './reading.ts';
import { normalizedText, oneLine, trim } from './white-space.ts';

/** Classes of the elements whose text is read. */
const PARTS = ['heading', 'title', 'content', 'label', 'sharee', 'annotation'] as const;
type Part = (typeof PARTS)[number];

interface Page {
  /** In pieces, because the parser cuts at each sign that is escaped. */
  readonly texts: Record<Part, string[]>;
  readonly classes: ReadonlySet<string>;
  readonly links: readonly string[];
  /** Web pages that Keep shows below the note. */
  readonly annotations: readonly { readonly url: string; readonly title: string }[];
  readonly images: readonly string[];
}

/** Elements that begin on a new line. */
const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'li', 'ul', 'ol', 'tr', 'h1', 'h2', 'h3']);
const SKIPPED: ReadonlySet<string> = new Set(['style', 'script', 'head', 'title']);
const MOST_DEPTH = 200;
/** UTF-16 units of a date in the report. */
const MOST_DATE = 100;

/** @returns null if the page is none of Keep's */
export function entryOfKeepPage(html: string, uid: Uid): Entry | null {
  if (!/<div[^<>]*\bclass=["'][^"']*\bnote\b/i.test(html)) return null;
  const { texts, classes, links, annotations, images } = parse(html);
  if (!classes.has('note') || (!classes.has('content') && !classes.has('title'))) return null;
  const title = oneLine(texts.title.join(''));
  const words = wordsOf(texts.content);
  const people = namesOf(texts.sharee);
  const mentioned = `${title}\n${words}`.toLowerCase();
  const pages = [
    ...links.filter((url) => !words.includes(url)),
    ...annotations.map(({ url, title: name }) =>
      pageLine({ url, title: trim(name) === url ? '' : name }, mentioned),
    ),
  ];
  const text = joinParts([
    words,
    joinLines(pages),
    people.length === 0 ? '' : `Shared with: ${people.join(', ')}`,
    attachmentLines(images),
  ]);
  if (`${title}${text}`.trim() === '') return { kind: 'empty' };
  const heading = oneLine(texts.heading.join(''));
  const color = [...classes].find((name) => COLORS.some((keepColor) => keepColor === name));
  const note = (order: DateOrder): IncomingNote => {
    const created = readDate(heading, order);
    return foreignNote(
      uid,
      {
        title,
        text,
        isArchived: classes.has('archived'),
        isDeleted: classes.has('trashed') || classes.has('deleted'),
        isPinned: classes.has('pinned'),
        labels: namesOf(texts.label),
        color: color === undefined || color === NO_COLOR ? null : color,
      },
      {
        source: 'google-keep',
        id: fingerprint('google-keep-page', heading, title, words),
        created,
        edited: null,
        attachments: images,
        losses:
          created === null && heading !== ''
            ? [`Its date “${heading.slice(0, MOST_DATE).toWellFormed()}” could not be read.`]
            : [],
      },
    );
  };
  return { kind: 'note', dates: [heading], remark: null, note };
}

function parse(html: string): Page {
  const texts: Page['texts'] = { heading: [], title: [], content: [], label: [], sharee: [], annotation: [] };
  const classes = new Set<string>();
  const links: string[] = [];
  const annotations: { url: string; title: string }[] = [];
  const images: string[] = [];
  /** The open elements: which part each one begins, and whether its text is left out. */
  const open: { readonly part: Part | null; readonly isSkipped: boolean }[] = [];

  let tooDeep = 0;

  const openPart = (): Part | null => open.findLast(({ part }) => part !== null)?.part ?? null;

  function write(words: string): void {
    if (open.some(({ isSkipped }) => isSkipped)) return;
    const part = openPart();
    if (part !== null) texts[part].push(words);
    const annotation = part === 'annotation' ? annotations.at(-1) : undefined;
    if (annotation !== undefined) annotation.title += words;
  }

  /** Blocks that begin or end together are divided by one line end. */
  function endLine(): void {
    const part = openPart();
    const line = part === null ? '' : (texts[part].findLast((piece) => /[^ ]/.test(piece)) ?? '\n');
    if (!/\n *$/.test(line)) write('\n');
  }

  const parser = new Parser({
    onopentag(name, { class: written = '', src = '', href = '' }) {
      const elementClasses = written.split(/\s+/).filter((one) => one !== '');
      for (const elementClass of elementClasses) classes.add(elementClass);
      if (name === 'br') write('\n');
      else if (BLOCKS.has(name)) endLine();
      if (elementClasses.includes('bullet')) write(elementClasses.includes('checked') ? '☑ ' : '');
      const part = partOf(elementClasses);
      if (part !== null && part !== 'content') texts[part].push('\n');
      if (part === 'annotation') annotations.push({ url: '', title: '' });
      if (name === 'a' && /^https?:/i.test(href)) {
        const annotation = (part ?? openPart()) === 'annotation' ? annotations.at(-1) : undefined;
        if (annotation?.url === '') annotation.url = href;
        else links.push(href);
      }
      const isFile = name === 'img' || name === 'audio' || name === 'source';
      if (isFile && src !== '' && !/^[a-z]+:/i.test(src)) images.push(oneLine(decodePath(src)));
      if (open.length < MOST_DEPTH) open.push({ part, isSkipped: SKIPPED.has(name) });
      else tooDeep += 1;
    },
    ontext: (words) => write(words.replaceAll(/[\t\n\r ]+/g, ' ')),
    onclosetag(name) {
      if (BLOCKS.has(name)) endLine();
      if (tooDeep > 0) tooDeep -= 1;
      else open.pop();
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

/**
 * Finds comments and pages that name a file, a folder or a section of the repository that no longer exists.
 * The compiler checks only imports.
 *
 * A name exists if a file or folder of the repository has it, or has it as the end of its path:
 * `sync/engine.ts` is enough within `src/account`. Files of Electron's own repository are named
 * `electron/electron/lib/…`.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files with comments, and pages. */
const TEXTS = /\.(?:tsx?|mjs|cjs|md|ya?ml|jsonc|css|html|rules|c)$/;
const NOT_OURS = ['**/node_modules/**', 'out/**', 'dist/**', '.git/**'];
/** Top-level folders. A name that begins with one of them is a place in the repository. */
const TOP = 'src|tests|tools|packages|docs|packaging|firebase|resources|\\.github|\\.ci';
const PLACE = new RegExp(`(?<![\\w./#@$-])(?:${TOP})/[\\w./{},*-]+`, 'g');
const FILE = /(?<![\w./#@$:*{}-])(?:\.\.?\/)*(?:[\w{},-]+\/)*[\w{},.-]*[\w}]\.(?:tsx?|mjs|cjs)\}?(?![\w-])/g;
const SECTION = /(?<![\w./-])([\w./-]*\.md|README), ["“]([^"”]+)["”]/g;
const LINK = /\]\((?!https?:|mailto:|inkling:)([^)\s#]*)(?:#([^)\s]*))?\)/g;

/**
 * @typedef {object} Citation
 * @property {string} file that has the citation
 * @property {number} line
 * @property {string} cited the missing place
 */

/**
 * @param {string} root of the repository
 * @returns {Citation[]}
 */
export function findBrokenCitations(root) {
  const files = globSync(['*', '.*', '**/*', '.{ci,github}/**/*'], { cwd: root, exclude: NOT_OURS }).map(
    (name) => name.replaceAll(path.sep, '/'),
  );
  const places = new Set(files.flatMap(endsOf));
  /** @param {string} name */
  const exists = (name) => expand(name).every((one) => one.includes('*') || places.has(one));
  return files
    .filter((file) => TEXTS.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const isPage = file.endsWith('.md');
      const words = isPage ? withoutExamples(text) : commentsOf(file, text);
      const cited = [...words.matchAll(PLACE), ...words.matchAll(FILE)]
        .map(({ 0: name, index }) => ({ index, cited: name.replace(/[.,/-]+$/, '') }))
        // A name with unbalanced braces is a part of a place that is checked as a whole.
        .filter((one) => one.cited.split('{').length === one.cited.split('}').length)
        .filter(
          (one) =>
            !one.cited.startsWith('electron/electron/') && !exists(one.cited.replace(/^(?:\.\.?\/)+/, '')),
        );
      const sections = [...words.matchAll(SECTION)].flatMap(
        ({ 0: all, 1: page = '', 2: title = '', index }) =>
          headingsOf(root, file, page === 'README' ? 'README.md' : page)?.includes(title) === false
            ? [{ index, cited: all }]
            : [],
      );
      const links = isPage
        ? [...words.matchAll(LINK)].flatMap(({ 1: target = '', 2: anchor, index }) => {
            const page = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
            const isThere = places.has(page.replace(/\/$/, '')) && hasAnchor(root, page, anchor);
            return isThere ? [] : [{ index, cited: `${target}${anchor === undefined ? '' : `#${anchor}`}` }];
          })
        : [];
      return [...cited, ...sections, ...links].map(({ index, cited: name }) => ({
        file,
        line: words.slice(0, index).split('\n').length,
        cited: name,
      }));
    });
}

/**
 * @param {string} file
 * @returns {string[]} the path, its folders, and every end of them
 */
function endsOf(file) {
  const parts = file.split('/');
  return parts.flatMap((_, end) =>
    parts.slice(0, end + 1).map((__, start) => parts.slice(start, end + 1).join('/')),
  );
}

/**
 * @param {string} name
 * @returns {string[]} the names that a shell makes of its braces
 */
function expand(name) {
  const [, before = '', options = '', after = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(name) ?? [];
  if (options === '') return [name];
  return options.split(',').flatMap((option) => expand(`${before}${option}${after}`));
}

/**
 * The comments, each in its place, with blanks instead of the code.
 * @param {string} file
 * @param {string} text
 */
function commentsOf(file, text) {
  const hash = /\.(ya?ml)$/.test(file);
  const comment = hash
    ? /(?<=^|\s)#[^\n]*/gm
    : /(?<=^[\t ]*)\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/[^\n]*|<!--[\s\S]*?-->/gm;
  let comments = '';
  for (const { 0: words, index } of text.matchAll(comment)) {
    comments += text.slice(comments.length, index).replaceAll(/[^\n]/g, ' ') + words;
  }
  return comments;
}

/**
 * A page without the blocks that show code or output.
 * @param {string} text
 */
function withoutExamples(text) {
  return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, (block) => block.replaceAll(/[^\n]/g, ' '));
}

/**
 * @param {string} root
 * @param {string} from
 * @param {string} page
 * @returns {string[] | null} null if there is no such page, which is reported separately
 */
function headingsOf(root, from, page) {
  for (const place of [page, path.posix.join(path.posix.dirname(from), page), `docs/${page}`]) {
    const headings = readHeadings(path.join(root, place));
    if (headings !== null) return headings;
  }
  return null;
}

/** @param {string} file */
function readHeadings(file) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => /^#+ +(.*)$/.exec(line)?.[1] ?? []);
  } catch {
    return null;
  }
}

/**
 * @param {string} root
 * @param {string} page
 * @param {string | undefined} anchor as GitHub makes it from a heading
 */
function hasAnchor(root, page, anchor) {
  if (anchor === undefined) return true;
  const anchors = readHeadings(path.join(root, page))?.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return anchors?.includes(anchor) ?? false;
}

/**
 * Ten years of notes move in: an import of a Takeout and of a folder of Markdown. README.md says what is
 * measured.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { COLORS } from '#shared/note/colors.ts';
import { manyRealisticNotes, type RealisticNote } from '#tests/support/realistic-notes.ts';
import { type ZipEntry, writeZip } from '../account/transfer/support/zip-writer.ts';
import { type Figure, absoluteFigure } from './figure.ts';

const NOTES = 20_000;
const PICTURES = 400;
const PICTURE_BYTES = 200_000;
const LABELS = 60;
const MOST_MS = 30_000;
const MOST_MEGABYTES = 300;
const LONGEST_BLOCK_MS = 50;

const resultSchema = v.object({
  added: v.literal(NOTES),
  pictures: v.number(),
  time: v.number(),
  memory: v.number(),
  longestWork: v.number(),
});

export async function transfer(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
  try {
    const notes = manyRealisticNotes(NOTES);
    const zip = writeZip(folder, [...keepFiles(notes), ...pictures()]);
    const vault = path.join(folder, 'vault');
    writeVault(vault, notes);
    return [...(await figuresOf('Takeout', zip)), ...(await figuresOf('Markdown', vault))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function figuresOf(what: string, source: string): Promise<Figure[]> {
  const file = path.join(import.meta.dirname, 'samples', 'transfer-app.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [file, source]);
  const { time, memory, longestWork } = v.parse(resultSchema, JSON.parse(stdout));
  const name = `transfer: ${what} of 20,000 notes`;
  return [
    absoluteFigure(name, 'ms', time, MOST_MS),
    absoluteFigure(`${name}, memory`, 'MB', memory, MOST_MEGABYTES),
    absoluteFigure(`${name}, longest work`, 'ms CPU', longestWork, LONGEST_BLOCK_MS),
  ];
}

function keepFiles(notes: readonly RealisticNote[]): ZipEntry[] {
  return notes.map(({ id, title, text, createdAt, isArchived, isDeleted }, index) => {
    const note = {
      color: index % 3 === 0 ? COLORS[index % COLORS.length] : 'DEFAULT',
      isTrashed: isDeleted,
      isPinned: index % 20 === 0,
      isArchived,
      title: `${title} ${index}`,
      textContent: text,
      textContentHtml: `<p dir="ltr">${text.replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`,
      labels: index % 2 === 0 ? [{ name: `label ${index % LABELS}` }] : [],
      attachments: index < PICTURES ? [{ filePath: `${index}.jpg`, mimetype: 'image/jpeg' }] : [],
      createdTimestampUsec: createdAt * 1000,
      userEditedTimestampUsec: createdAt * 1000,
    };
    return { name: `Takeout/Keep/${id}.json`, content: JSON.stringify(note) };
  });
}

function pictures(): ZipEntry[] {
  return Array.from({ length: PICTURES }, (_, index) => ({
    name: `Takeout/Keep/${index}.jpg`,
    content: Buffer.alloc(PICTURE_BYTES, index),
  }));
}

function writeVault(vault: string, notes: readonly RealisticNote[]): void {
  mkdirSync(vault);
  for (const [index, { title, text, createdAt }] of notes.entries()) {
    const date = new Date(createdAt).toISOString();
    const front = `title: ${JSON.stringify(`${title} ${index}`)}\ncreated: ${date}\ntags:\n  - label ${index % LABELS}\n  - other`;
    writeFileSync(path.join(vault, `${index}.md`), `---\n${front}\n---\n\n${text}\n`);
  }
}

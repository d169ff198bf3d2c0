/**
 * An append-only file with one JSON record a line. A record is complete or missing: a half-written last
 * record of a killed process is moved into a file beside it and reported, and damage anywhere else is an
 * error instead of a silent loss.
 */
import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync, truncateSync } from 'node:fs';
import { decodeRecord, encodeRecord } from './records.ts';
import type { JournalRecord } from './records.ts';
import { readIfThere, writeAll, writeFileWhole } from './files.ts';

class JournalError extends Error {}

export class Journal {
  readonly file: string;
  readonly #descriptor: number;
  /** Bytes of the whole records. */
  #size: number;

  /** Opens the file for appending. `readJournal` must have read it before. */
  constructor(file: string) {
    this.file = file;
    this.#descriptor = openSync(file, 'a', 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  /** Appends the record; on an error the file is as before. */
  append(record: JournalRecord): void {
    try {
      this.#size += writeAll(this.#descriptor, `${encodeRecord(record)}\n`);
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size);
      throw error;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

export interface ReadJournal {
  readonly records: readonly JournalRecord[];
  /** The file to which a half-written record was moved; null if there was none. */
  readonly torn: string | null;
}

/** @throws JournalError if a record before the last cannot be read */
export function readJournal(file: string): ReadJournal {
  const text = readIfThere(file) ?? '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const records = whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      const record = decodeRecord(line);
      if (record === null) throw new JournalError(`Line ${index + 1} of ${file} is damaged.`);
      return record;
    });
  const rest = text.slice(whole.length);
  if (rest === '') return { records, torn: null };
  const torn = `${file}.torn`;
  appendFileSync(torn, `${rest}\n`, { mode: 0o600 });
  truncateSync(file, Buffer.byteLength(whole));
  return { records, torn };
}

/** Replaces the whole journal by these records. */
export function rewriteJournal(file: string, records: Iterable<JournalRecord>): void {
  const lines: string[] = [];
  for (const record of records) lines.push(encodeRecord(record), '\n');
  writeFileWhole(file, lines.join(''));
}

/**
 * Folded words of notes that are looked at with every search, because they are not indexed yet. There are few, except
 * after a first sync: then what does not fit is read from the notes each time.
 */
import { fold } from '#shared/search.ts';
import type { Fields } from './note-source.ts';

/** UTF-16 units, so four to eight megabytes. */
const MOST_UNITS = 4_000_000;

export interface KnownTexts {
  /** How much there is, in UTF-16 units. */
  readonly units: number;
  /** @param read answers null where the note is gone */
  get(entry: number, read: () => Fields | null): readonly string[];
  forget(): void;
}

export function createKnownTexts(): KnownTexts {
  const texts = new Map<number, readonly string[]>();
  let units = 0;
  return {
    get units() {
      return units;
    },
    get(entry, read) {
      const known = texts.get(entry);
      if (known !== undefined) return known;
      const folded = foldedFields(read());
      const size = folded.reduce((sum, field) => sum + field.length, 0);
      if (units + size > MOST_UNITS) return folded;
      units += size;
      texts.set(entry, folded);
      return folded;
    },
    forget() {
      texts.clear();
      units = 0;
    },
  };
}

/** The fields that a note has, each by itself (spec §5). */
export function foldedFields(fields: Fields | null): string[] {
  if (fields === null) return [];
  return [fields.title, fields.text].flatMap((field) => (field === null ? [] : [fold(field)]));
}

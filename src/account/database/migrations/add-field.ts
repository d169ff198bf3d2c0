/**
 * The SQL of a migration that adds a field to the notes. Devices have run released migrations, so this SQL
 * depends only on its arguments and never changes; a field that needs other SQL has its own.
 */
import { wordTriggers } from './001-first-schema.ts';

/**
 * Keyed by the kinds' names in `#shared/note/note-kinds.ts`. `value`: the type of a
 * known value in a document.
 */
const KINDS = {
  FLAG: { definition: 'INTEGER NOT NULL DEFAULT 0', value: 'booleanValue', retainsUnknown: false },
  OPTIONAL_FLAG: { definition: 'INTEGER', value: 'booleanValue', retainsUnknown: true },
  NAME: { definition: 'TEXT', value: 'stringValue', retainsUnknown: false },
  COLOR: { definition: 'TEXT', value: 'stringValue', retainsUnknown: true },
} as const;

interface AddedField {
  readonly name: string;
  readonly column: string;
  readonly kind: keyof typeof KINDS;
  /** Names of the columns of all earlier fields, separated by commas. */
  readonly columnsBefore: string;
}

/**
 * Adds the column, and moves into it whatever another client wrote under the field's name. A value of another
 * type stays among the extra fields if the kind retains unknown values, and is removed otherwise. The outbox
 * gets the same values: an unchanged document is never read again, and a push without an answer would be
 * taken for another device's (S7.2).
 */
export function addField({ name, column, kind, columnsBefore }: AddedField): string {
  const { definition, value, retainsUnknown } = KINDS[kind];
  const [whole, known] = [`'$.${name}'`, `'$.${name}.${value}'`];
  const isKnown = `ifnull(json_type(extra, ${known}) IN ('true', 'false', 'text'), 0)`;
  const hasField = `json_valid(extra) AND json_type(extra, ${whole}) IS NOT NULL`;
  const sent = `json(iif(${isKnown}, extra -> ${known}, json_object('unknown', extra -> ${whole})))`;
  const withField = (json: string): string => `json_set(${json}, ${whole}, ${sent})`;
  const move = (table: string): string => `
    ALTER TABLE ${table} ADD COLUMN ${column} ${definition};
    UPDATE ${table} SET ${column} = json_extract(extra, ${known}), extra = json_remove(extra, ${whole})
      WHERE ${hasField} AND ${isKnown};
    ${retainsUnknown ? '' : `UPDATE ${table} SET extra = json_remove(extra, ${whole}) WHERE ${hasField};`}`;
  return `
    UPDATE outbox SET remote = ${withField('remote')}, attempts = (
        SELECT json_group_array(json(iif(e.type = 'null', 'null', ${withField('e.value')})) ORDER BY e.key)
        FROM json_each(outbox.attempts) e)
      FROM notes WHERE id = note_id AND ${hasField} ${retainsUnknown ? '' : `AND ${isKnown}`}
        AND json_valid(attempts) AND (remote IS NULL OR json_valid(remote));
    ${move('notes')}
    ${move('history')}
    DROP TRIGGER words_overwritten;
    DROP TRIGGER words_removed;
    ${wordTriggers(`${columnsBefore}, ${column}`)}`;
}

/**
 * Pins, colours and labels as fields of their own. They stood among the other fields of the document: under their own names where another
 * client had written them, or in `googleKeep`, in which imports kept those of Google Keep (`#shared/keep-fields.ts`). A value of another
 * type counts as none, as where a document is read.
 *
 * What waits in the outbox for such a note gets them, too: an unanswered push of ours would be taken for somebody else's otherwise (S7).
 *
 * notes.section   the list, with the pinned ones of the active notes apart: 0 active, 1 archived, 2 trashed, 3 pinned, 4 none
 * unindexed       lists a note also where it comes to the pinned ones or leaves them, which have a part of the search index to themselves
 * note_labels     which notes have a label, in each spelling that one has it in; made of `notes` by triggers, so that it is never salvaged
 */
const typeIn = (field: string, value: string): string =>
  `ifnull(json_type(extra, '$.${field}.${value}'), json_type(extra, '$.googleKeep.mapValue.${field}.${value}'))`;
const valueIn = (field: string, value: string): string =>
  `ifnull(json_extract(extra, '$.${field}.${value}'), json_extract(extra, '$.googleKeep.mapValue.${field}.${value}'))`;

const fill = (table: string): string => `
  UPDATE ${table} SET
      is_pinned = CASE ${typeIn('isPinned', 'booleanValue')} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END,
      color = CASE ${typeIn('color', 'stringValue')} WHEN 'text' THEN ${valueIn('color', 'stringValue')} END,
      labels = CASE ${typeIn('labels', 'arrayValue')} WHEN 'array' THEN (
        SELECT json_group_array(json_extract(l.value, '$.stringValue') ORDER BY l.key)
          FROM json_each(${valueIn('labels', 'arrayValue')}) l
          WHERE l.type = 'object' AND json_type(l.value, '$.stringValue') = 'text') END,
      extra = json_remove(extra, '$.isPinned', '$.color', '$.labels')
    WHERE extra <> '{}' AND json_valid(extra)
      AND (extra LIKE '%"googleKeep"%' OR extra LIKE '%"isPinned"%' OR extra LIKE '%"color"%' OR extra LIKE '%"labels"%');
`;

/** @param json JSON of a note's fields, as the outbox has it */
const withMarks = (json: string): string => `(
  SELECT json_set(${json}, '$.isPinned', json(CASE is_pinned WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END),
    '$.color', color, '$.labels', json(ifnull(labels, 'null'))) FROM notes WHERE id = note_id)`;

const HISTORY_COLUMNS =
  'title, text, is_archived, is_deleted, conflict_of, is_pinned, color, labels, created, extra';
const keepWords = (removed: 0 | 1, byCloud: string): string => `
  INSERT INTO history (note_id, ${HISTORY_COLUMNS}, removed, kept_at, by_cloud)
    VALUES (old.id, ${HISTORY_COLUMNS.replaceAll(/\w+/gu, 'old.$&')}, ${removed},
      CAST(unixepoch('subsec') * 1000 AS INTEGER), ${byCloud});`;

/** Rows for what a column of labels holds: no row where a damaged page has left no JSON in it. */
const eachLabel = (column: string): string =>
  `json_each(CASE WHEN json_valid(${column}) THEN ${column} ELSE '[]' END)`;
const addLabels = `INSERT OR IGNORE INTO note_labels SELECT value, new.key FROM ${eachLabel('new.labels')} WHERE new.is_gone = 0;`;
const removeLabels = `DELETE FROM note_labels WHERE key = old.key AND name IN (SELECT value FROM ${eachLabel('old.labels')});`;

export const marks = `
  ALTER TABLE notes ADD COLUMN is_pinned INTEGER;
  ALTER TABLE notes ADD COLUMN color TEXT;
  ALTER TABLE notes ADD COLUMN labels TEXT;
  ALTER TABLE history ADD COLUMN is_pinned INTEGER;
  ALTER TABLE history ADD COLUMN color TEXT;
  ALTER TABLE history ADD COLUMN labels TEXT;
  ${fill('notes')}
  ${fill('history')}
  UPDATE outbox SET
      remote = ${withMarks('remote')},
      attempts = (
        SELECT json_group_array(json(CASE e.type WHEN 'null' THEN 'null' ELSE ${withMarks('e.value')} END) ORDER BY e.key)
        FROM json_each(outbox.attempts) e
      )
    WHERE (remote IS NULL OR json_valid(remote)) AND json_valid(attempts)
      AND note_id IN (SELECT id FROM notes WHERE is_pinned IS NOT NULL OR color IS NOT NULL OR labels IS NOT NULL);

  ALTER TABLE notes ADD COLUMN section INTEGER GENERATED ALWAYS AS (
    CASE WHEN is_gone THEN 4 WHEN is_archived THEN 1 WHEN is_deleted THEN 2 WHEN is_pinned IS 1 THEN 3 ELSE 0 END
  ) VIRTUAL;
  DROP INDEX notes_by_list;
  CREATE INDEX notes_by_section ON notes (section, key);

  CREATE TABLE note_labels (name TEXT NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (name, key)) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO note_labels SELECT l.value, n.key FROM notes n, json_each(n.labels) l
    WHERE n.labels IS NOT NULL AND n.is_gone = 0;
  CREATE TRIGGER labels_came AFTER INSERT ON notes WHEN new.labels IS NOT NULL BEGIN
    ${addLabels}
  END;
  CREATE TRIGGER labels_changed AFTER UPDATE OF key, labels, is_gone ON notes
    WHEN old.labels IS NOT new.labels OR (new.labels IS NOT NULL AND (old.key <> new.key OR old.is_gone <> new.is_gone))
  BEGIN
    ${removeLabels}
    ${addLabels}
  END;
  CREATE TRIGGER labels_went AFTER DELETE ON notes WHEN old.labels IS NOT NULL BEGIN
    ${removeLabels}
  END;

  CREATE TRIGGER index_moved AFTER UPDATE OF is_pinned, is_archived, is_deleted, is_gone ON notes
    WHEN (old.section = 3) <> (new.section = 3)
  BEGIN
    INSERT OR REPLACE INTO unindexed (key) VALUES (new.key);
  END;

  DROP TRIGGER words_overwritten;
  DROP TRIGGER words_removed;
  CREATE TRIGGER words_overwritten AFTER UPDATE OF title, text ON notes
    WHEN old.is_gone = 0 AND new.is_gone = 0 AND (old.title IS NOT new.title OR old.text IS NOT new.text)
      AND (ifnull(old.title, '') <> '' OR ifnull(old.text, '') <> '')
  BEGIN
    ${keepWords(0, 'old.update_time IS NOT new.update_time')}
  END;
  CREATE TRIGGER words_removed AFTER DELETE ON notes
    WHEN old.is_gone = 0 AND (ifnull(old.title, '') <> '' OR ifnull(old.text, '') <> '')
  BEGIN
    DELETE FROM history WHERE note_id = old.id AND removed = 0;
    ${keepWords(1, '1')}
  END;
`;

/**
 * The note that a conflict copy stands beside, as a field of its own, so that the mark can be taken off. It stood among the other fields of
 * the document, as `{"conflictOf": {"stringValue": …}}`.
 *
 * What waits in the outbox for such a note gets it, too: an unanswered push of ours would be taken for somebody else's otherwise (S7).
 */
export const conflictOf = `
  ALTER TABLE notes ADD COLUMN conflict_of TEXT;
  ALTER TABLE history ADD COLUMN conflict_of TEXT;
  UPDATE notes SET extra = json_remove(extra, '$.conflictOf'), conflict_of =
      CASE json_type(extra, '$.conflictOf.stringValue') WHEN 'text' THEN json_extract(extra, '$.conflictOf.stringValue') END
    WHERE extra LIKE '%conflictOf%' AND json_valid(extra) AND json_type(extra, '$.conflictOf') IS NOT NULL;
  UPDATE history SET extra = json_remove(extra, '$.conflictOf'), conflict_of =
      CASE json_type(extra, '$.conflictOf.stringValue') WHEN 'text' THEN json_extract(extra, '$.conflictOf.stringValue') END
    WHERE extra LIKE '%conflictOf%' AND json_valid(extra) AND json_type(extra, '$.conflictOf') IS NOT NULL;

  UPDATE outbox SET
      remote = json_set(remote, '$.conflictOf', (SELECT conflict_of FROM notes WHERE id = note_id)),
      attempts = (
        SELECT json_group_array(json(CASE e.type WHEN 'null' THEN 'null'
          ELSE json_set(e.value, '$.conflictOf', (SELECT conflict_of FROM notes WHERE id = note_id)) END) ORDER BY e.key)
        FROM json_each(outbox.attempts) e
      )
    WHERE (remote IS NULL OR json_valid(remote)) AND json_valid(attempts)
      AND note_id IN (SELECT id FROM notes WHERE conflict_of IS NOT NULL);

  DROP TRIGGER words_overwritten;
  DROP TRIGGER words_removed;
  CREATE TRIGGER words_overwritten AFTER UPDATE OF title, text ON notes
    WHEN old.is_gone = 0 AND new.is_gone = 0 AND (old.title IS NOT new.title OR old.text IS NOT new.text)
      AND (ifnull(old.title, '') <> '' OR ifnull(old.text, '') <> '')
  BEGIN
    INSERT INTO history (note_id, title, text, is_archived, is_deleted, conflict_of, created, extra, removed, kept_at, by_cloud)
    VALUES (old.id, old.title, old.text, old.is_archived, old.is_deleted, old.conflict_of, old.created, old.extra, 0,
      CAST(unixepoch('subsec') * 1000 AS INTEGER), old.update_time IS NOT new.update_time);
  END;
  CREATE TRIGGER words_removed AFTER DELETE ON notes
    WHEN old.is_gone = 0 AND (ifnull(old.title, '') <> '' OR ifnull(old.text, '') <> '')
  BEGIN
    DELETE FROM history WHERE note_id = old.id AND removed = 0;
    INSERT INTO history (note_id, title, text, is_archived, is_deleted, conflict_of, created, extra, removed, kept_at, by_cloud)
    VALUES (old.id, old.title, old.text, old.is_archived, old.is_deleted, old.conflict_of, old.created, old.extra, 1,
      CAST(unixepoch('subsec') * 1000 AS INTEGER), 1);
  END;
`;

/**
 * History (S12): every title and text that was overwritten or removed, kept by triggers, so that no code can forget to. It
 * takes the place of the table of removed notes. And what is needed to open anew after a failure, see `../../recovery`.
 *
 * Comments stand outside of the statements, because SQLite keeps those in the file, where their pages can be damaged.
 *
 * history
 *   version     the number of these words, never given twice
 *   removed     1: the note went with them, and not by this person's own hand here; 0: they were overwritten
 *   kept_at     when, by this device's clock, milliseconds since the epoch; only shown
 *   known_at    the first time of the cloud that was heard after that; null until then. What is kept for a while counts from it.
 *   by_cloud    1: news of the cloud took their place, with another version of the note; 0: somebody wrote here
 *   A note that is deleted for ever here is marked as gone first, which deletes its history. One that goes by another device's
 *   hand leaves its last words, and no earlier ones; where it was emptied first, those that it had before.
 *
 * unindexed     keys of notes whose words the search index does not have as they are now, or has and should not; plain: the
 *               index cannot hold these words, so they are always looked through
 * answers       what requests that write were answered, until the one who asked has heard of it
 * notices       what happened to the file that the person should know
 * doubts        of notes that were salvaged while the outbox could not be read whole: the version of the cloud that stood with
 *               them, empty where that could not be read
 * cache.confirmed   0: the notes were salvaged and no complete snapshot of the cloud has been stored since
 * cache.index_id    which search index goes with the list of what is not indexed, see `../search/search-index.ts`
 */
export const historyAndIndex = `
  DROP TABLE changes;
  DROP TABLE search_index;

  CREATE TABLE history (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    note_id TEXT NOT NULL,
    title TEXT,
    text TEXT,
    is_archived INTEGER NOT NULL,
    is_deleted INTEGER NOT NULL,
    created INTEGER NOT NULL,
    extra TEXT NOT NULL,
    removed INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    known_at TEXT,
    by_cloud INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX history_by_note ON history (note_id, version);
  CREATE INDEX history_by_time ON history (known_at);
  CREATE INDEX history_removed ON history (version) WHERE removed = 1;
  INSERT INTO history (note_id, title, text, is_archived, is_deleted, created, extra, removed, kept_at)
    SELECT id, title, text, is_archived, is_deleted, created, extra, 1, removed_at FROM removed ORDER BY removed_at;
  DROP TABLE removed;

  CREATE TRIGGER words_overwritten AFTER UPDATE OF title, text ON notes
    WHEN old.is_gone = 0 AND new.is_gone = 0 AND (old.title IS NOT new.title OR old.text IS NOT new.text)
      AND (ifnull(old.title, '') <> '' OR ifnull(old.text, '') <> '')
  BEGIN
    INSERT INTO history (note_id, title, text, is_archived, is_deleted, created, extra, removed, kept_at, by_cloud)
    VALUES (old.id, old.title, old.text, old.is_archived, old.is_deleted, old.created, old.extra, 0,
      CAST(unixepoch('subsec') * 1000 AS INTEGER), old.update_time IS NOT new.update_time);
  END;
  CREATE TRIGGER words_removed AFTER DELETE ON notes
    WHEN old.is_gone = 0 AND (ifnull(old.title, '') <> '' OR ifnull(old.text, '') <> '')
  BEGIN
    DELETE FROM history WHERE note_id = old.id AND removed = 0;
    INSERT INTO history (note_id, title, text, is_archived, is_deleted, created, extra, removed, kept_at, by_cloud)
    VALUES (old.id, old.title, old.text, old.is_archived, old.is_deleted, old.created, old.extra, 1,
      CAST(unixepoch('subsec') * 1000 AS INTEGER), 1);
  END;
  CREATE TRIGGER nothing_removed AFTER DELETE ON notes
    WHEN old.is_gone = 0 AND ifnull(old.title, '') = '' AND ifnull(old.text, '') = ''
  BEGIN
    DELETE FROM history WHERE note_id = old.id AND removed = 0
      AND version < (SELECT max(version) FROM history WHERE note_id = old.id AND removed = 0);
    UPDATE history SET removed = 1, by_cloud = 1, known_at = NULL,
      kept_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE note_id = old.id AND removed = 0;
  END;
  CREATE TRIGGER note_gone AFTER UPDATE OF is_gone ON notes WHEN new.is_gone = 1
  BEGIN
    DELETE FROM history WHERE note_id = old.id;
  END;

  CREATE TABLE unindexed (key INTEGER PRIMARY KEY, plain INTEGER NOT NULL DEFAULT 0) STRICT;
  INSERT INTO unindexed (key) SELECT key FROM notes;
  CREATE TRIGGER index_inserted AFTER INSERT ON notes
  BEGIN
    INSERT OR REPLACE INTO unindexed (key) VALUES (new.key);
  END;
  CREATE TRIGGER index_updated AFTER UPDATE OF key, title, text ON notes
    WHEN old.key <> new.key OR old.title IS NOT new.title OR old.text IS NOT new.text
  BEGIN
    INSERT OR REPLACE INTO unindexed (key) VALUES (old.key), (new.key);
  END;
  CREATE TRIGGER index_deleted AFTER DELETE ON notes
  BEGIN
    INSERT OR REPLACE INTO unindexed (key) VALUES (old.key);
  END;

  CREATE INDEX notes_unpushed ON notes (update_time) WHERE update_time IS NULL;
  CREATE INDEX outbox_refused ON outbox (sequence) WHERE refused IS NOT NULL;

  CREATE TABLE answers (request TEXT PRIMARY KEY, answer TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE notices (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE doubts (note_id TEXT PRIMARY KEY, update_time TEXT NOT NULL) STRICT, WITHOUT ROWID;
  ALTER TABLE cache ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE cache ADD COLUMN index_id TEXT NOT NULL DEFAULT '';
`;

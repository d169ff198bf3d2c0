/**
 * The first schema: every table, index and trigger of an account's database. The comments are here
 * and not in the SQL, because SQLite stores those in the file, where they take room on the pages that
 * say where the tables are.
 *
 * notes: one row for each note
 *   key          creation time in microseconds, moved up to the next free number: newest first is one
 *                backward scan of the table itself, and a full-text index keyed by it can stop after one page
 *   title, text  the shown words; null: the document lacks the field or holds another type in it
 *   is_gone      1: deleted for ever on this device; the row stays until the cloud has confirmed it
 *   created      creation time in microseconds, from the server or estimated by this device
 *   update_time  the `updateTime` of the document that the cloud last had; null: the cloud is not known to
 *                have the note
 *   extra        other fields of the document as JSON. It follows the words: if the end of a long row is
 *                lost, SQLite does not notice, but this column is no longer JSON
 *                (`../../recovery/read-damaged.ts`)
 *   section      the list, with pinned notes apart from other active ones: 0 active, 1 archived, 2 trashed,
 *                3 pinned, 4 none (spec §3)
 *
 * outbox: one row for each pending change
 *   sequence     its place in the queue
 *   revision     the local revision, a counter of the edits of the note on this device
 *   remote       the fields that the cloud last had, as JSON; null if notes.update_time is. Without a pending
 *                change they are those of the note itself
 *   attempts     pushes without an answer so far: a JSON array of fields, null for a deletion
 *   refused      why the cloud refuses the note
 *   own_creation 1: the note was made here under an id drawn at random, and the cloud is not known to have it
 *                (S7.7). Never salvaged, because an old copy of the file may be the source
 *
 * drafts: words that are being typed
 *   note_id      the note that is edited; empty for the places whose words become a new one. No reference:
 *                the draft stays if the note is deleted meanwhile
 *   base_…       the words of the edited note when it was opened
 *   marks        pin, colour and labels of a draft of a new note: JSON in the form of `Marks` of
 *                `#shared/note/marks.ts`; null without any
 *
 * history: words that were overwritten or removed (S12). Triggers record them, so that no code can forget
 * to. A note that is deleted for ever here is marked as gone first, which deletes its history. A note
 * that another device deletes leaves its last words and no earlier ones; if it was emptied first, the
 * words before that. Only words that were discarded unsaved are added by `../../tables/history.ts`,
 * because no note ever had them.
 *   version      the number of this version of the note, never used twice
 *   removed      1: the note was removed with these words, and not by the user on this device; 0: they were
 *                overwritten
 *   stored_at    when, by this device's clock, in milliseconds since the epoch; only shown
 *   expiry_start the first time of the cloud that was received after that, null until then; the days of a
 *                version count from it
 *   by_cloud     1: a remote change with another `updateTime` replaced them; 0: this device did
 *   by_edit      1: an edit of the user replaced them, without a merge. Only these are thinned (S12.6), so
 *                everything that does not say so is safe
 *   version_before  the version that these words had replaced, even if it is not stored any more; null if
 *                there was none
 *   unsaved      1: the note never had these words, because the user discarded them unsaved (S12.5). If they
 *                belonged to no note, the row has an id of its own, and `removed` is 1
 *   is_missing   1: one snapshot removed it together with most other notes, and the user has not said yet
 *                whether they want them back (S13.7); such a version does not expire
 *
 * note_labels    which notes have a label, in each spelling that a note uses; filled from `notes` by
 *                triggers, so never salvaged
 *   is_active    1: the note is in the list of active notes, pinned or not
 * label_sizes    how many rows of `note_labels` a spelling has; maintained by triggers, so that no query has
 *                to count a hundred thousand rows
 *   active       how many of them have `is_active`
 * unindexed      keys of notes whose words the search index lacks, or has although the note is gone, or has
 *                in the wrong part (pinned notes have a part of their own); unindexable: the index cannot
 *                hold these words, so the note itself is searched
 * answers        answers to requests that write, until the main process has received them
 *   stores_words 1: the request stored words that the main process may still have
 * notices        sentences that tell the user what happened to the file
 * new_copies     conflict copies that sync made here and of which the user has not been told yet (S5.13);
 *                never salvaged, because each copy has its mark as well
 * doubts         notes that were salvaged while the outbox could not be read completely, each with the
 *                `updateTime` that was salvaged with it, empty if that was unreadable
 *
 * cache: facts about the account's cache, in a single row. It is the first table, so that a checkpoint, which
 * goes from page to page, writes the tag before all other tables.
 *   loaded         whether a complete snapshot has ever been stored
 *   last_sequence  last place given in the outbox
 *   confirmed      0: the notes were salvaged, and no complete snapshot of the cloud has been stored since
 *   last_removal   the number of the last transaction that deleted words for good: by the user's wish or by age.
 *                  Backups with a smaller number may still have them (`../erasure.ts`)
 *   number         how many transactions have changed the database since it was created; of two copies, the
 *                  one with the greater number is the later one (`../backups.ts`)
 *   tag            a random number that each transaction draws anew, and tag_before the one before it: they
 *                  tell whether a log continues this file (`../log.ts`), which numbers of two computers cannot
 *   made_from      the folders of damaged files that the database was made from
 *                  (`../../recovery/set-aside.ts`); empty for none
 *   index_id       which search index goes with `unindexed`, see `../../views/search-index.ts`
 */

/** The number that this transaction gives the database. It is recorded once in each transaction. */
export const RECORD_REMOVAL = 'UPDATE cache SET last_removal = number + 1 WHERE last_removal <= number;';

/**
 * The two triggers that put words into the history. A later migration with a new field
 * drops and recreates both.
 * @param fields names of the columns of a note's fields, which `notes` and `history` have in common
 */
export function wordTriggers(fields: string): string {
  const columns = `${fields}, created, extra`;
  const insertOld = (removed: 0 | 1, byCloud: string): string => `
    INSERT INTO history (note_id, ${columns}, removed, stored_at, by_cloud, version_before)
      VALUES (old.id, ${columns.replaceAll(/\w+/gu, 'old.$&')}, ${removed},
        CAST(unixepoch('subsec') * 1000 AS INTEGER), ${byCloud},
        (SELECT max(version) FROM history WHERE note_id = old.id AND removed = 0 AND unsaved = 0));`;
  return `
  CREATE TRIGGER words_overwritten AFTER UPDATE OF title, text ON notes
    WHEN old.is_gone = 0 AND new.is_gone = 0 AND (old.title IS NOT new.title OR old.text IS NOT new.text)
      AND (ifnull(old.title, '') <> '' OR ifnull(old.text, '') <> '')
  BEGIN
    ${insertOld(0, 'old.update_time IS NOT new.update_time')}
  END;
  CREATE TRIGGER words_removed AFTER DELETE ON notes
    WHEN old.is_gone = 0 AND (ifnull(old.title, '') <> '' OR ifnull(old.text, '') <> '')
  BEGIN
    DELETE FROM history WHERE note_id = old.id AND removed = 0;
    ${RECORD_REMOVAL}
    ${insertOld(1, '1')}
  END;`;
}

/** Rows for the content of a column of labels: none if damage has left something other than JSON in it. */
const eachLabel = (column: string): string =>
  `json_each(CASE WHEN json_valid(${column}) THEN ${column} ELSE '[]' END)`;
const isActive = (row: 'old' | 'new'): string => `(${row}.section IN (0, 3))`;
const addLabels = `INSERT OR IGNORE INTO note_labels SELECT value, new.key, ${isActive('new')} FROM ${eachLabel('new.labels')} WHERE new.is_gone = 0;`;
const removeLabels = `DELETE FROM note_labels WHERE key = old.key AND name IN (SELECT value FROM ${eachLabel('old.labels')});`;

/**
 * An SQL expression for a tag: 51 random bits, of which an exact number has room for 53. The greatest bit makes
 * SQLite store each tag in eight bytes. So most transactions change the row of `cache` in its place;
 * `tagOnPage` also reads a page that a power cut has torn while the row became longer.
 */
export const NEW_TAG = `(random() & ${2 ** 51 - 1}) | ${2 ** 51}`;

export const firstSchema = `
  CREATE TABLE cache (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    loaded INTEGER NOT NULL DEFAULT 0 CHECK (loaded IN (0, 1)),
    last_sequence INTEGER NOT NULL DEFAULT 0,
    confirmed INTEGER NOT NULL DEFAULT 1,
    last_removal INTEGER NOT NULL DEFAULT 0,
    number INTEGER NOT NULL DEFAULT 0,
    tag INTEGER NOT NULL DEFAULT (${NEW_TAG}),
    tag_before INTEGER NOT NULL DEFAULT 0,
    made_from TEXT NOT NULL DEFAULT '',
    index_id TEXT NOT NULL DEFAULT ''
  ) STRICT;

  CREATE TABLE notes (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT,
    text TEXT,
    is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
    is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
    is_gone INTEGER NOT NULL DEFAULT 0 CHECK (is_gone IN (0, 1)),
    created INTEGER NOT NULL,
    update_time TEXT,
    conflict_of TEXT,
    is_pinned INTEGER,
    color TEXT,
    labels TEXT,
    extra TEXT NOT NULL DEFAULT '{}',
    section INTEGER GENERATED ALWAYS AS (
      CASE WHEN is_gone THEN 4 WHEN is_archived THEN 1 WHEN is_deleted THEN 2 WHEN is_pinned IS 1 THEN 3 ELSE 0 END
    ) VIRTUAL
  ) STRICT;
  CREATE INDEX notes_by_section ON notes (section, key);
  CREATE INDEX notes_unpushed ON notes (update_time) WHERE update_time IS NULL;

  CREATE TABLE outbox (
    note_id TEXT PRIMARY KEY REFERENCES notes (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    remote TEXT,
    attempts TEXT NOT NULL DEFAULT '[]',
    refused TEXT,
    own_creation INTEGER NOT NULL DEFAULT 0 CHECK (own_creation IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_to_push ON outbox (sequence) WHERE refused IS NULL;
  CREATE INDEX outbox_refused ON outbox (sequence) WHERE refused IS NOT NULL;

  CREATE TABLE drafts (
    place TEXT NOT NULL CHECK (place IN ('new', 'quick', 'edit')),
    note_id TEXT NOT NULL DEFAULT '' CHECK ((place = 'edit') = (note_id <> '')),
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    base_title TEXT CHECK ((place = 'edit') = (base_title IS NOT NULL)),
    base_text TEXT CHECK ((place = 'edit') = (base_text IS NOT NULL)),
    marks TEXT,
    PRIMARY KEY (place, note_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE history (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    note_id TEXT NOT NULL,
    title TEXT,
    text TEXT,
    is_archived INTEGER NOT NULL,
    is_deleted INTEGER NOT NULL,
    created INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    stored_at INTEGER NOT NULL,
    expiry_start TEXT,
    by_cloud INTEGER NOT NULL DEFAULT 0,
    by_edit INTEGER NOT NULL DEFAULT 0,
    version_before INTEGER,
    unsaved INTEGER NOT NULL DEFAULT 0,
    is_missing INTEGER NOT NULL DEFAULT 0,
    conflict_of TEXT,
    is_pinned INTEGER,
    color TEXT,
    labels TEXT,
    extra TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_by_note ON history (note_id, version);
  CREATE INDEX history_saved ON history (note_id, version, stored_at, by_cloud) WHERE removed = 0 AND unsaved = 0;
  CREATE INDEX history_by_time ON history (expiry_start) WHERE is_missing = 0;
  CREATE INDEX history_missing ON history (version) WHERE is_missing = 1;
  CREATE INDEX history_removed ON history (version) WHERE removed = 1;
  CREATE INDEX history_thinnable ON history (version, note_id, stored_at) WHERE by_edit = 1 AND removed = 0;
  ${wordTriggers('title, text, is_archived, is_deleted, conflict_of, is_pinned, color, labels')}
  CREATE TRIGGER empty_note_removed AFTER DELETE ON notes
    WHEN old.is_gone = 0 AND ifnull(old.title, '') = '' AND ifnull(old.text, '') = ''
  BEGIN
    DELETE FROM history WHERE note_id = old.id AND removed = 0
      AND version IS NOT (SELECT max(version) FROM history WHERE note_id = old.id AND removed = 0 AND unsaved = 0);
    ${RECORD_REMOVAL}
    UPDATE history SET removed = 1, by_cloud = 1, expiry_start = NULL,
      stored_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE note_id = old.id AND removed = 0;
  END;
  CREATE TRIGGER note_deleted_forever AFTER UPDATE OF is_gone ON notes WHEN new.is_gone = 1
  BEGIN
    DELETE FROM history WHERE note_id = old.id;
    ${RECORD_REMOVAL}
  END;
  CREATE TRIGGER deleted_note_removed AFTER DELETE ON notes WHEN old.is_gone = 1
  BEGIN
    ${RECORD_REMOVAL}
  END;

  CREATE TABLE note_labels (
    name TEXT NOT NULL, key INTEGER NOT NULL, is_active INTEGER NOT NULL, PRIMARY KEY (name, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER labels_inserted AFTER INSERT ON notes WHEN new.labels IS NOT NULL BEGIN
    ${addLabels}
  END;
  CREATE TRIGGER labels_updated AFTER UPDATE OF key, labels, is_gone, is_archived, is_deleted ON notes
    WHEN old.labels IS NOT new.labels OR (new.labels IS NOT NULL
      AND (old.key <> new.key OR old.is_gone <> new.is_gone OR ${isActive('old')} <> ${isActive('new')}))
  BEGIN
    ${removeLabels}
    ${addLabels}
  END;
  CREATE TRIGGER labels_deleted AFTER DELETE ON notes WHEN old.labels IS NOT NULL BEGIN
    ${removeLabels}
  END;

  CREATE TABLE label_sizes (
    name TEXT PRIMARY KEY, notes INTEGER NOT NULL, active INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER label_added AFTER INSERT ON note_labels BEGIN
    INSERT INTO label_sizes VALUES (new.name, 1, new.is_active)
      ON CONFLICT (name) DO UPDATE SET notes = notes + 1, active = active + excluded.active;
  END;
  CREATE TRIGGER label_removed AFTER DELETE ON note_labels BEGIN
    UPDATE label_sizes SET notes = notes - 1, active = active - old.is_active WHERE name = old.name;
    DELETE FROM label_sizes WHERE name = old.name AND notes = 0;
  END;

  CREATE TABLE unindexed (key INTEGER PRIMARY KEY, unindexable INTEGER NOT NULL DEFAULT 0) STRICT;
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
  CREATE TRIGGER index_moved AFTER UPDATE OF is_pinned, is_archived, is_deleted, is_gone ON notes
    WHEN (old.section = 3) <> (new.section = 3)
  BEGIN
    INSERT OR REPLACE INTO unindexed (key) VALUES (new.key);
  END;

  CREATE TABLE answers (
    request TEXT PRIMARY KEY,
    answer TEXT NOT NULL,
    stores_words INTEGER NOT NULL CHECK (stores_words IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE notices (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE new_copies (
    note_id TEXT PRIMARY KEY REFERENCES notes (id) ON DELETE CASCADE ON UPDATE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE doubts (note_id TEXT PRIMARY KEY, update_time TEXT NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO cache (only_row) VALUES (1);
`;

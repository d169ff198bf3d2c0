/** Notes and the outbox of pending changes. */
export const notes = `
  CREATE TABLE notes (
    -- Creation time in microseconds, moved up to the next free number: newest first is one backward scan of the
    -- table itself, and a full-text index that is keyed by it can stop after one page.
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- What is shown. Null: the document lacks the field or holds another type in it.
    title TEXT,
    text TEXT,
    is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
    is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
    -- Deleted for ever on this device; the row lives until the cloud has confirmed it.
    is_gone INTEGER NOT NULL DEFAULT 0 CHECK (is_gone IN (0, 1)),
    -- 0 active, 1 archived, 2 trashed, 3 none; spec §3's classification.
    list INTEGER NOT NULL GENERATED ALWAYS AS (
      CASE WHEN is_gone THEN 3 WHEN is_archived THEN 1 WHEN is_deleted THEN 2 ELSE 0 END
    ) STORED,
    -- Creation time in microseconds as the server or this device's estimate has it.
    created INTEGER NOT NULL,
    -- Version that the cloud last had. Null: it is not known to have the note.
    update_time TEXT,
    -- Other fields of the document as JSON.
    extra TEXT NOT NULL DEFAULT '{}'
  ) STRICT;

  CREATE INDEX notes_by_list ON notes (list, key);

  CREATE TABLE outbox (
    note_id TEXT PRIMARY KEY REFERENCES notes (id) ON DELETE CASCADE,
    -- Place in the queue.
    sequence INTEGER NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    -- The fields that the cloud last had as JSON; null with notes.update_time. Without a pending change they are
    -- those of the note itself.
    remote TEXT,
    -- What was sent without an answer so far: a JSON array of fields, null for a deletion.
    attempts TEXT NOT NULL DEFAULT '[]',
    -- Why the cloud refuses the note.
    refused TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX outbox_to_push ON outbox (sequence) WHERE refused IS NULL;

  -- One row of facts about the account's cache.
  CREATE TABLE cache (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Whether a complete snapshot has ever been stored.
    loaded INTEGER NOT NULL DEFAULT 0 CHECK (loaded IN (0, 1)),
    -- Last place given in the outbox.
    last_sequence INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO cache (one) VALUES (1);
`;

/** What is being typed, and notes that another device deleted for ever. */
export const draftsAndRemoved = `
  CREATE TABLE drafts (
    place TEXT NOT NULL CHECK (place IN ('new', 'quick', 'edit')),
    -- The note that is edited, empty for the places whose words become a new one. No reference: the draft outlives
    -- the note, should that go meanwhile.
    note_id TEXT NOT NULL DEFAULT '' CHECK ((place = 'edit') = (note_id <> '')),
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    -- What the edited note held when it was opened.
    base_title TEXT CHECK ((place = 'edit') = (base_title IS NOT NULL)),
    base_text TEXT CHECK ((place = 'edit') = (base_text IS NOT NULL)),
    PRIMARY KEY (place, note_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE removed (
    id TEXT PRIMARY KEY,
    title TEXT,
    text TEXT,
    is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
    is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
    created INTEGER NOT NULL,
    extra TEXT NOT NULL,
    -- When this device heard of it, milliseconds since the epoch.
    removed_at INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX removed_by_time ON removed (removed_at);
`;

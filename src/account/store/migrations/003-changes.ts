/**
 * What the search index (`search/`), which has a file of its own, has to learn of the notes. No triggers, and comments
 * outside of the statements: the schema stays within the first page, so that no other damaged page takes it along.
 */
export const changes = `
  -- The keys of notes that came, went or changed since, in the order in which they did. What the index has learnt is cut
  -- off but for the last row, so that no number is ever given twice.
  CREATE TABLE changes (sequence INTEGER PRIMARY KEY, key INTEGER NOT NULL) STRICT;

  -- By the id an index knows whether it was made of this database or of another one.
  CREATE TABLE search_index (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;
  INSERT INTO search_index (one, id) VALUES (1, hex(randomblob(16)));
`;

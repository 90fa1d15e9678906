/** Team: entries of other PCs that arrived together, in blocks (`team-blocks.ts`). A migration. */
export const teamBlockTables = `
CREATE TABLE team_block (
  -- Of the first entry: the number of its device * 2^32 + n. Size: how many numbers from there on.
  place INTEGER PRIMARY KEY, size INTEGER NOT NULL, arrived_at INTEGER NOT NULL,
  -- The earliest time of an outcome.
  oldest_ms INTEGER,
  -- Compressed: two lines for each entry.
  entries BLOB NOT NULL
);
CREATE INDEX team_block_oldest ON team_block (oldest_ms) WHERE oldest_ms IS NOT NULL;
`

/**
 * Call notes: the notes of thousands of cars come from the log of a team, car by car. Indexes in another order than that of the cars would
 * have a page written for each note, so there is one only, of their time. A migration.
 */
export const teamNoteIndexes = `
DROP INDEX sighting_entry_team;
CREATE UNIQUE INDEX sighting_entry_team ON sighting_entry (connection_id, region, customer_id, team_ref) WHERE team_ref IS NOT NULL;
-- By its connection and time; sighting_entry_age is by the time alone.
DROP INDEX sighting_entry_at;
`

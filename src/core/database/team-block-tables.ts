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

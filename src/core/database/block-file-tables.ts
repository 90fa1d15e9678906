/** Long drafts: the file that has their blocks (`block-file.ts`), and files that are to be deleted. */
export const blockFileTables = `
  CREATE TABLE draft_block_file (
    draft_id TEXT PRIMARY KEY REFERENCES draft(id) ON DELETE CASCADE, file TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE unused_block_file (file TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TRIGGER draft_block_file_removed AFTER DELETE ON draft_block_file BEGIN
    INSERT INTO unused_block_file (file) VALUES (old.file) ON CONFLICT DO NOTHING;
  END;
  `

/** Long drafts: the file that has their blocks (`block-file.ts`), and files that are to be deleted. A migration. */
export const blockFileTables = `
  CREATE TABLE draft_block_file (
    draft_id TEXT PRIMARY KEY REFERENCES draft(id) ON DELETE CASCADE, file TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE unused_block_file (file TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TRIGGER draft_block_file_removed AFTER DELETE ON draft_block_file BEGIN
    INSERT INTO unused_block_file (file) VALUES (old.file) ON CONFLICT DO NOTHING;
  END;
  `

/** Long uploads: the file that has the texts of their rows. A migration. */
export const uploadFileTables = `
  CREATE TABLE upload_block_file (
    upload_id TEXT PRIMARY KEY REFERENCES upload(id) ON DELETE CASCADE, file TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TRIGGER upload_block_file_removed AFTER DELETE ON upload_block_file BEGIN
    INSERT INTO unused_block_file (file) VALUES (old.file) ON CONFLICT DO NOTHING;
  END;
  `

/** The columns that have blocks or their places, with the key of their table. */
export const blockColumns = [
  { table: 'draft_block', column: 'rows', key: 'draft_id, sheet, block' },
  { table: 'upload_pack', column: 'bodies', key: 'number' },
  { table: 'upload_pack', column: 'originals', key: 'number' },
] as const

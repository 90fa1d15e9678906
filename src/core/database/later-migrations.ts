/** The migrations after those of `migrations.ts`, in order. New ones are added at the end. */
export const laterMigrations: readonly string[] = [
  // Rows of an upload without a customer: each sync looks for them.
  `
  CREATE INDEX upload_row_without_customer ON upload_row (upload_id, row)
    WHERE customer_id IS NULL AND batch IS NOT NULL AND outcome IS NOT NULL;
  `,
  // Uploads: rows of the file that are no customer rows.
  `
  ALTER TABLE upload ADD COLUMN rows_skipped INTEGER NOT NULL DEFAULT 0;
  `,
  // Drafts: the bytes of a text file, so that it can be read with another encoding or delimiter.
  `
  CREATE TABLE draft_file (
    draft_id TEXT NOT NULL REFERENCES draft(id) ON DELETE CASCADE, part INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (draft_id, part)
  );
  `,
  // Drafts: the name that the user gave; null: the name of the file.
  `
  ALTER TABLE draft ADD COLUMN name TEXT;
  `,
  // Uploads: the upload whose rows an upload corrects, and the number that each row has in it.
  `
  ALTER TABLE upload ADD COLUMN corrects TEXT;
  CREATE INDEX upload_corrects ON upload (corrects) WHERE corrects IS NOT NULL;
  ALTER TABLE upload_row ADD COLUMN corrects_row INTEGER;
  `,
]

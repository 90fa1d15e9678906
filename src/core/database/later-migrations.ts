import { blockFileTables, uploadFileTables } from './block-file-tables.ts'
import { customerFirstRows } from './customer-tables.ts'
import { teamBlockTables, teamNoteIndexes } from './team-block-tables.ts'

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
  // Uploads: rows are stored in packs of one batch at most (drafts/storage/row-pack.ts). Rows of upload_row move into
  // packs when the program has started (uploads/older-rows.ts).
  `
  CREATE TABLE upload_pack (
    number INTEGER PRIMARY KEY, upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE,
    -- Null: excluded rows.
    batch INTEGER,
    rows INTEGER NOT NULL, first_row INTEGER NOT NULL, last_row INTEGER NOT NULL,
    -- Rows of a batch whose customer is not known.
    unresolved INTEGER NOT NULL, numbers BLOB NOT NULL, states BLOB NOT NULL, corrects BLOB, details BLOB,
    bodies BLOB, originals BLOB NOT NULL
  );
  CREATE INDEX upload_pack_batch ON upload_pack (upload_id, batch);
  CREATE INDEX upload_pack_rows ON upload_pack (upload_id, first_row, last_row);
  CREATE INDEX upload_pack_unresolved ON upload_pack (upload_id, first_row) WHERE unresolved > 0;
  -- Customers whose record does not name their row: of uploads without references, and of those made elsewhere.
  CREATE TABLE upload_customer (
    upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE, row INTEGER NOT NULL, customer_id TEXT NOT NULL,
    PRIMARY KEY (upload_id, row)
  ) WITHOUT ROWID;
  INSERT INTO upload_customer SELECT upload_id, row, customer_id FROM upload_row WHERE customer_id IS NOT NULL;
  CREATE INDEX upload_customer_id ON upload_customer (customer_id);
  `,
  // Uploads: what the user decided about values of the file (JSON: overrides as the draft stores them).
  `
  ALTER TABLE upload ADD COLUMN fixes TEXT;
  `,
  // Customers: finding and undoing the last change reads no other one.
  `
  CREATE INDEX customer_change_last ON customer_change (connection_id, region, number)
    WHERE kind = 'edited' AND undone = 0 AND state <> 'dropped' AND undo_of IS NULL;
  CREATE INDEX customer_change_undoable ON customer_change (group_id, number)
    WHERE kind = 'edited' AND undone = 0 AND state <> 'dropped';
  `,
  // Customers: records in compressed blocks (customers/cache/record-block.ts). Those of the table `customer` move there
  // before the program opens (customers/cache/older-records.ts).
  `
  DROP TRIGGER IF EXISTS customer_search_removed;
  DROP TRIGGER IF EXISTS customer_search_changed;
  ALTER TABLE customer RENAME TO older_customer;
  -- Indexes that were dropped during a first sync.
  DELETE FROM setting WHERE name = 'customers.indexes-away';
  CREATE TABLE customer_block (
    block INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    -- The numbers of its first and last record. The first one names the block and never changes.
    first INTEGER NOT NULL, last INTEGER NOT NULL,
    -- Numbers, digests and ids of its records; and the records themselves, in the same order.
    keys BLOB NOT NULL, records BLOB NOT NULL
  );
  CREATE UNIQUE INDEX customer_block_first ON customer_block (connection_id, region, first, last);
  `,
  // Uploads: lists of many uploads are read from indexes. Rows of an upload are wide, with its header and decisions.
  `
  CREATE INDEX upload_list ON upload (connection_id, created_at, id, region, state, finished_at, removed_at);
  CREATE INDEX upload_unfinished ON upload (position, id) WHERE finished_at IS NULL;
  CREATE INDEX upload_undone ON upload (connection_id) WHERE undone_at IS NOT NULL;
  CREATE INDEX upload_size_refused ON upload (connection_id, batch_size) WHERE too_large_seen = 1;
  -- Batches with rows whose result is not known: not finished, or counted as created by the service and not listed yet.
  CREATE INDEX upload_batch_unlisted ON upload_batch (upload_id)
    WHERE rows > accepted + failed + not_processed + not_sent;
  `,
  // Connections: those whose data is being removed, in pieces (connections/remove-rows.ts).
  `
  ALTER TABLE connection ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
  `,
  // Calls: the time of a next action with its reminder, and attempts to reach a customer.
  `
  ALTER TABLE sighting_entry ADD COLUMN next_time TEXT;
  -- When the user was reminded; the reminder is not shown again.
  ALTER TABLE sighting_entry ADD COLUMN reminded_at TEXT;
  CREATE INDEX sighting_entry_reminder ON sighting_entry (connection_id, region)
    WHERE next_time IS NOT NULL AND reminded_at IS NULL AND undone_at IS NULL;
  CREATE TABLE contact_attempt (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
    region TEXT NOT NULL, customer_id TEXT NOT NULL, at TEXT NOT NULL, channel TEXT NOT NULL, template TEXT, reason TEXT NOT NULL
  );
  CREATE INDEX contact_attempt_customer ON contact_attempt (connection_id, region, customer_id, number);
  `,
  // Customers: the user's steps, which are undone and redone one by one (customers/journal/step-journal.ts).
  `
  CREATE TABLE customer_step (
    number INTEGER PRIMARY KEY, group_id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    kind TEXT NOT NULL, size INTEGER NOT NULL,
    -- 0: done. Otherwise the order in which steps were undone: the largest is redone first.
    undone INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX customer_step_order ON customer_step (connection_id, region, undone, number);
  CREATE TABLE customer_step_customer (
    group_id TEXT NOT NULL REFERENCES customer_step(group_id) ON DELETE CASCADE, customer_id TEXT NOT NULL,
    PRIMARY KEY (group_id, customer_id)
  ) WITHOUT ROWID;
  INSERT INTO customer_step (group_id, connection_id, region, kind, size)
    SELECT group_id, connection_id, region, iif(count(*) = 1, 'edit', 'edit-many'), count(*) FROM customer_change
    WHERE kind = 'edited' AND undone = 0 AND state <> 'dropped' AND undo_of IS NULL
    GROUP BY connection_id, region, group_id ORDER BY max(number);
  DROP INDEX customer_change_last;
  -- Deleted by mistake: restored from the bin as soon as the service has confirmed the deletion.
  ALTER TABLE bin ADD COLUMN restore_asked INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX bin_restore_asked ON bin (connection_id, region) WHERE restore_asked = 1;
  `,
  // Customers: what the list in memory has of each block (customers/packed/list-part.ts). Parts that are missing are made at the start.
  `
  CREATE TABLE customer_list (
    part_number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
    region TEXT NOT NULL, first INTEGER NOT NULL, part BLOB NOT NULL
  );
  CREATE UNIQUE INDEX customer_list_first ON customer_list (connection_id, region, first);
  `,
  // People who use this PC, and who recorded a call note; null: not recorded. Notes that were recorded together share a group.
  `
  CREATE TABLE person (id TEXT PRIMARY KEY, name TEXT NOT NULL, retired INTEGER NOT NULL DEFAULT 0, added_at TEXT NOT NULL);
  ALTER TABLE sighting_entry ADD COLUMN person_id TEXT;
  ALTER TABLE contact_attempt ADD COLUMN person_id TEXT;
  -- The daily digest of the call list (JSON).
  ALTER TABLE sighting_visit ADD COLUMN digest TEXT;
  ALTER TABLE sighting_entry ADD COLUMN group_id TEXT;
  CREATE INDEX sighting_entry_group ON sighting_entry (group_id) WHERE group_id IS NOT NULL;
  `,
  // Bulk look-ups: their cars, each with its own state (core/bulk-lookups).
  `
  CREATE TABLE bulk_lookup (
    id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    name TEXT NOT NULL, source TEXT NOT NULL, state TEXT NOT NULL, created_at TEXT NOT NULL, started_at TEXT, ended_at TEXT,
    ask_again INTEGER NOT NULL, default_state TEXT, duplicates INTEGER NOT NULL, without_state INTEGER NOT NULL,
    -- JSON: the failure because of which it was paused.
    problem TEXT,
    -- JSON: what was read, and how, for the review; null after the start.
    review TEXT
  );
  CREATE INDEX bulk_lookup_scope ON bulk_lookup (connection_id, region, created_at);
  CREATE TABLE bulk_lookup_item (
    job_id TEXT NOT NULL REFERENCES bulk_lookup(id) ON DELETE CASCADE, number INTEGER NOT NULL,
    kind TEXT, query TEXT NOT NULL, state TEXT, line INTEGER NOT NULL, lines INTEGER NOT NULL,
    -- 'asking' is written before the request leaves. outcome: of a saved answer, until the start.
    status TEXT NOT NULL, outcome TEXT, note TEXT, title TEXT, vin TEXT, result_id TEXT, asked_at TEXT, answered_at TEXT,
    PRIMARY KEY (job_id, number)
  ) WITHOUT ROWID;
  CREATE INDEX bulk_lookup_item_status ON bulk_lookup_item (job_id, status, number);
  CREATE INDEX bulk_lookup_item_result ON bulk_lookup_item (result_id) WHERE result_id IS NOT NULL;
  `,
  // Customers: changes of many records that have begun, with what they are to change (journal/unfinished-changes.ts).
  `
  CREATE TABLE customer_unfinished (
    number INTEGER PRIMARY KEY, group_id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    -- JSON: what to do with the items.
    request TEXT NOT NULL,
    -- Items in all, and those that are recorded. complete = 0: not all items are stored.
    size INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0, complete INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE customer_unfinished_items (
    group_id TEXT NOT NULL REFERENCES customer_unfinished(group_id) ON DELETE CASCADE, first INTEGER NOT NULL, items TEXT NOT NULL,
    PRIMARY KEY (group_id, first)
  );
  `,
  // Privacy: persons that were deleted everywhere (core/privacy). What the service has still to delete leaves nothing in the bin.
  `
  ALTER TABLE bin ADD COLUMN erased_by TEXT;
  CREATE INDEX bin_erased ON bin (connection_id, region, customer_id) WHERE erased_by IS NOT NULL;
  CREATE TABLE person_deletion (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at TEXT NOT NULL,
    -- 'erasing', 'waiting' for rows that are being sent, or 'done'.
    state TEXT NOT NULL,
    -- JSON: the person's keys until it is done; null then.
    person TEXT,
    -- JSON: what was deleted, without personal data.
    receipt TEXT NOT NULL,
    -- How many records the service has deleted, and when it deleted the last one.
    deleted_at_service INTEGER NOT NULL DEFAULT 0, service_at TEXT
  );
  -- Keyed hashes by which a restored backup finds deleted persons again.
  CREATE TABLE deletion_mark (key TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (key, hash)) WITHOUT ROWID;
  `,
  // Retention: data by its age, and uploads whose rows were emptied because of theirs (core/retention).
  `
  CREATE INDEX kept_answer_at ON kept_answer (at);
  CREATE INDEX rego_vin_at ON rego_vin (at);
  CREATE INDEX sighting_entry_age ON sighting_entry (at);
  CREATE INDEX contact_attempt_at ON contact_attempt (at);
  ALTER TABLE upload ADD COLUMN rows_emptied_at TEXT;
  CREATE INDEX upload_with_rows ON upload (finished_at) WHERE rows_emptied_at IS NULL AND finished_at IS NOT NULL;
  `,
  // Privacy: exports and revealed numbers, without names and numbers of customers (core/export-log).
  `
  CREATE TABLE export_log (
    number INTEGER PRIMARY KEY, at TEXT NOT NULL, person_id TEXT, action TEXT NOT NULL, row_count INTEGER, file_name TEXT,
    hidden_numbers INTEGER NOT NULL
  );
  CREATE INDEX export_log_at ON export_log (at);
  `,
  // Team: the log that its PCs share (core/team). Names, numbers and plates are in the content of its entries.
  `
  CREATE TABLE team_entry (
    device TEXT NOT NULL, n INTEGER NOT NULL,
    -- See EntryState of core/team/log/log-repository.ts.
    state TEXT NOT NULL, reason TEXT, kind TEXT, subject TEXT, at_ms INTEGER, arrived_at INTEGER NOT NULL,
    -- JSON. Body: the sealed form, of own entries and of those that are waiting.
    content TEXT, body BLOB,
    PRIMARY KEY (device, n)
  ) WITHOUT ROWID;
  CREATE INDEX team_entry_subject ON team_entry (subject) WHERE subject IS NOT NULL;
  CREATE INDEX team_entry_kind ON team_entry (kind, at_ms) WHERE kind IS NOT NULL;
  -- Those that are not merged: each has a reason.
  CREATE INDEX team_entry_reason ON team_entry (reason, device, n) WHERE reason IS NOT NULL;
  -- The greatest number of each device that this PC has (head) and, of its own, that the server has (pushed).
  CREATE TABLE team_device (device TEXT PRIMARY KEY, head INTEGER NOT NULL, pushed INTEGER NOT NULL) WITHOUT ROWID;
  -- Keyed hashes of persons who were deleted on any PC of the team; published = 0: the others do not know it.
  CREATE TABLE team_mark (hash TEXT PRIMARY KEY, published INTEGER NOT NULL) WITHOUT ROWID;
  `,
  // Watched folders: their files, from the first sight to the report (core/folders). The folders are in a setting.
  `
  CREATE TABLE watched_file (
    number INTEGER PRIMARY KEY, folder_id TEXT NOT NULL,
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
    name TEXT NOT NULL, size INTEGER NOT NULL, modified_ms REAL NOT NULL,
    -- 'found', 'reading', 'draft', 'sending', 'moving', 'ended'.
    state TEXT NOT NULL,
    -- Null until it is decided; 'waiting', 'sent', 'nothing-to-send', 'same-file', 'refused'.
    outcome TEXT,
    -- 1: the file is no longer in the folder, and is not moved.
    gone INTEGER NOT NULL DEFAULT 0,
    -- How often it was read without a result.
    attempts INTEGER NOT NULL DEFAULT 0,
    -- SHA-256 of the content, in hexadecimal.
    digest TEXT, draft_id TEXT, upload_id TEXT,
    -- Where it is moved to, beneath the folder.
    target TEXT, rows INTEGER, message TEXT,
    -- JSON: the report that is written beside the file.
    report TEXT,
    -- 1: the report changes when the upload does.
    follows INTEGER NOT NULL DEFAULT 0,
    found_at TEXT NOT NULL, ended_at TEXT
  );
  CREATE INDEX watched_file_folder ON watched_file (folder_id, number);
  CREATE INDEX watched_file_open ON watched_file (number) WHERE state <> 'ended';
  CREATE INDEX watched_file_digest ON watched_file (digest) WHERE digest IS NOT NULL;
  CREATE INDEX watched_file_draft ON watched_file (draft_id) WHERE draft_id IS NOT NULL;
  CREATE INDEX watched_file_follows ON watched_file (number) WHERE follows = 1;
  ALTER TABLE upload ADD COLUMN folder_name TEXT;
  `,
  // Team: own work that is not in the log so far, and what changed in the log and is not applied so far (core/team/work).
  `
  CREATE TABLE team_outbox (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, UNIQUE (kind, key));
  CREATE TABLE team_changed (number INTEGER PRIMARY KEY, subject TEXT NOT NULL UNIQUE);
  INSERT INTO team_changed (subject) SELECT DISTINCT subject FROM team_entry WHERE subject IS NOT NULL;
  CREATE TRIGGER team_entry_added AFTER INSERT ON team_entry WHEN new.subject IS NOT NULL BEGIN
    INSERT INTO team_changed (subject) VALUES (new.subject) ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER team_entry_changed AFTER UPDATE OF state, subject, content ON team_entry BEGIN
    INSERT INTO team_changed (subject) SELECT value FROM (SELECT old.subject AS value UNION SELECT new.subject)
      WHERE value IS NOT NULL ON CONFLICT DO NOTHING;
  END;
  -- The entry of the log that a call note is in. Of a note of another PC also that PC, and the name of the person.
  ALTER TABLE sighting_entry ADD COLUMN team_ref TEXT;
  ALTER TABLE sighting_entry ADD COLUMN team_pc TEXT;
  ALTER TABLE sighting_entry ADD COLUMN person_name TEXT;
  CREATE UNIQUE INDEX sighting_entry_team ON sighting_entry (team_ref) WHERE team_ref IS NOT NULL;
  -- Whose car it is; without a row nobody's.
  CREATE TABLE team_assignment (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, customer_id TEXT NOT NULL,
    person_id TEXT NOT NULL, person_name TEXT NOT NULL, PRIMARY KEY (connection_id, region, customer_id)
  ) WITHOUT ROWID;
  -- 1: a mark of the log names the person.
  ALTER TABLE do_not_contact ADD COLUMN in_team INTEGER NOT NULL DEFAULT 0;
  `,
  // Team: which entries are about a subject, as numbers (core/team/log/subject-index.ts), instead of two indexes that have its text.
  `
  DROP INDEX team_entry_subject;
  DROP INDEX team_entry_kind;
  -- The hash of the subject (core/team/log/subject.ts).
  ALTER TABLE team_entry ADD COLUMN subject_hash INTEGER;
  -- Entries of earlier versions, until they have it.
  CREATE INDEX team_entry_without_hash ON team_entry (device, n) WHERE subject IS NOT NULL AND subject_hash IS NULL;
  ALTER TABLE team_device ADD COLUMN number INTEGER;
  UPDATE team_device SET number = (SELECT count(*) FROM team_device AS other WHERE other.device <= team_device.device);
  CREATE UNIQUE INDEX team_device_number ON team_device (number);
  -- Place: the number of the device * 2^32 + n.
  CREATE TABLE team_place (subject_hash INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (subject_hash, place)) WITHOUT ROWID;
  CREATE TABLE team_outcome_time (at_ms INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (at_ms, place)) WITHOUT ROWID;
  -- What is to be applied is noted by the code that adds entries: of many at once, each subject once.
  DROP TRIGGER team_entry_added;
  -- Places of entries that just arrived, in parts, until they are sorted into the two tables.
  CREATE TABLE team_unsorted_place (number INTEGER PRIMARY KEY, places BLOB NOT NULL);
  CREATE TRIGGER team_entry_emptied AFTER UPDATE OF subject ON team_entry WHEN old.subject_hash IS NOT NULL AND new.subject IS NULL BEGIN
    DELETE FROM team_place WHERE subject_hash = old.subject_hash
      AND place = (SELECT number << 32 | old.n FROM team_device WHERE device = old.device);
    DELETE FROM team_outcome_time WHERE at_ms = old.at_ms
      AND place = (SELECT number << 32 | old.n FROM team_device WHERE device = old.device);
    UPDATE team_entry SET subject_hash = NULL WHERE device = old.device AND n = old.n;
  END;
  `,
  // Team: the uploads of all its PCs in one list (core/team/work/apply-uploads.ts), and who started an upload on this PC.
  `
  CREATE TABLE team_upload (
    device TEXT NOT NULL, id TEXT NOT NULL,
    -- 1: of this PC.
    is_own INTEGER NOT NULL, pc_name TEXT NOT NULL, at TEXT NOT NULL, person_id TEXT, person_name TEXT,
    -- See accountKey of core/connections.
    account TEXT NOT NULL, region TEXT NOT NULL, name TEXT NOT NULL, file_name TEXT NOT NULL, file_hash TEXT NOT NULL,
    rows INTEGER NOT NULL, created INTEGER NOT NULL, finished INTEGER NOT NULL,
    PRIMARY KEY (device, id)
  ) WITHOUT ROWID;
  CREATE INDEX team_upload_file ON team_upload (file_hash);
  CREATE INDEX team_upload_at ON team_upload (at);
  ALTER TABLE upload ADD COLUMN person_id TEXT;
  INSERT INTO team_changed (subject) SELECT DISTINCT subject FROM team_entry WHERE kind = 'upload' AND subject IS NOT NULL
    ON CONFLICT DO NOTHING;
  `,
  teamBlockTables,
  teamNoteIndexes,
  customerFirstRows,
  blockFileTables,
  uploadFileTables,
]

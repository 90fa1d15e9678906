import { calls, customers, team } from './customer-schema.ts'

/**
 * The number of the format in which this version stores data. A change of the schema or of any other stored form raises it, and brings a
 * migration from the number before (CONTRIBUTING.md). 105 is the baseline: test versions used the numbers below.
 */
export const dataFormat = 105

const connections = `
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE connection (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, base_url TEXT NOT NULL, scheme TEXT NOT NULL,
  region TEXT NOT NULL, advanced TEXT NOT NULL, created_at TEXT NOT NULL,
  -- Where its credentials are: 'keychain', or 'memory' (gone when the program ends). Never here.
  credentials_in TEXT NOT NULL DEFAULT 'memory',
  -- 1: its data is being removed, in pieces (connections/remove-rows.ts).
  removed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- People who use this PC.
CREATE TABLE person (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, retired INTEGER NOT NULL DEFAULT 0
);
`

const drafts = `
-- A draft is its source, in blocks of rows as they were read, and the choices made about it. Everything else is computed.
CREATE TABLE draft (
  id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  file_name TEXT NOT NULL, created_at TEXT NOT NULL, changed_at TEXT NOT NULL, step TEXT NOT NULL,
  counts TEXT NOT NULL,
  -- 0: its rows are not all written, or it is to be removed. It is not shown, and is removed at the next start.
  whole INTEGER NOT NULL DEFAULT 0,
  -- The upload from which nothing was sent yet: the draft is hidden, and the upload can be withdrawn into it.
  upload_id TEXT REFERENCES upload(id) ON DELETE CASCADE,
  -- The name that the user gave; null: the name of the file.
  name TEXT,
  -- What is known of the file (JSON). Last: it can be megabytes, which are read only where it is needed.
  source TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX draft_upload ON draft (upload_id);
CREATE TABLE draft_block (
  draft_id TEXT NOT NULL REFERENCES draft(id) ON DELETE CASCADE, sheet INTEGER NOT NULL, block INTEGER NOT NULL,
  rows BLOB NOT NULL, PRIMARY KEY (draft_id, sheet, block)
) WITHOUT ROWID;
-- The bytes of a text file, so that it can be read with another encoding or delimiter.
CREATE TABLE draft_file (
  draft_id TEXT NOT NULL REFERENCES draft(id) ON DELETE CASCADE, part INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (draft_id, part)
);
CREATE TABLE draft_choice (
  draft_id TEXT NOT NULL REFERENCES draft(id) ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (draft_id, name)
) WITHOUT ROWID;
CREATE TABLE draft_change (
  draft_id TEXT NOT NULL REFERENCES draft(id) ON DELETE CASCADE, number INTEGER NOT NULL, label TEXT NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0, entries TEXT NOT NULL, PRIMARY KEY (draft_id, number)
) WITHOUT ROWID;

-- What was decided for a header row of this shape, for the next file of the same shape.
CREATE TABLE template (
  region TEXT NOT NULL, shape TEXT NOT NULL, choices TEXT NOT NULL, used_at TEXT NOT NULL, PRIMARY KEY (region, shape)
) WITHOUT ROWID;

-- Watched folders: their files, from the first sight to the report (core/folders). The folders are in a setting.
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
`

const uploads = `
-- The journal of uploads: written whole before anything is sent.
CREATE TABLE upload (
  id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  name TEXT NOT NULL, file_name TEXT NOT NULL, look_up_missing_vins INTEGER NOT NULL, reference_key TEXT,
  header TEXT NOT NULL, rows_in_file INTEGER NOT NULL, rows_excluded INTEGER NOT NULL, paid_lookups INTEGER NOT NULL,
  batch_size INTEGER NOT NULL, too_large_seen INTEGER NOT NULL DEFAULT 0, cancel_requested INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL, failure TEXT, created_at TEXT NOT NULL, finished_at TEXT,
  -- What happens to rows whose car is already a customer, and when they were last compared. Null: not compared.
  known_customers TEXT, list_checked_at TEXT,
  -- 1: the user has seen the age of a customer list that could not be refreshed.
  list_age_confirmed INTEGER NOT NULL DEFAULT 0,
  excluded_before_sending INTEGER NOT NULL DEFAULT 0,
  -- The order of sending.
  position INTEGER NOT NULL DEFAULT 0,
  paused INTEGER NOT NULL DEFAULT 0,
  -- The name at the service, when the upload was renamed after its first batch was sent; null: the same.
  service_name TEXT,
  removed_at TEXT,
  -- 1: it was made on another PC or by another program, and is followed by its id at the service.
  made_elsewhere INTEGER NOT NULL DEFAULT 0,
  -- Of its file; who sent it, and with which options (JSON).
  file_hash TEXT, user_name TEXT, connection_name TEXT, options TEXT,
  undone_at TEXT,
  -- Rows of the file that are no customer rows.
  rows_skipped INTEGER NOT NULL DEFAULT 0,
  -- Those of rows_excluded that update existing customers.
  rows_updated INTEGER NOT NULL DEFAULT 0,
  -- Those of rows_excluded that have errors.
  rows_with_errors INTEGER NOT NULL DEFAULT 0,
  -- The upload whose rows it corrects.
  corrects TEXT,
  -- What the user decided about values of the file (JSON: overrides as the draft stores them).
  fixes TEXT,
  -- When its rows were emptied because of their age (core/retention).
  rows_emptied_at TEXT,
  -- The watched folder that sent it, or the person who started it on this PC.
  folder_name TEXT, person_id TEXT
) WITHOUT ROWID;
-- Lists of many uploads are read from indexes: rows of an upload are wide, with its header and decisions.
CREATE INDEX upload_list ON upload (connection_id, created_at, id, region, state, finished_at, removed_at);
CREATE INDEX upload_unfinished ON upload (position, id) WHERE finished_at IS NULL;
CREATE INDEX upload_undone ON upload (connection_id) WHERE undone_at IS NOT NULL;
CREATE INDEX upload_size_refused ON upload (connection_id, batch_size) WHERE too_large_seen = 1;
CREATE INDEX upload_file_hash ON upload (file_hash) WHERE file_hash IS NOT NULL;
CREATE INDEX upload_corrects ON upload (corrects) WHERE corrects IS NOT NULL;
CREATE INDEX upload_with_rows ON upload (finished_at) WHERE rows_emptied_at IS NULL AND finished_at IS NOT NULL;

CREATE TABLE upload_batch (
  upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE, number INTEGER NOT NULL, state TEXT NOT NULL,
  remote_id TEXT, rows INTEGER NOT NULL, uploaded INTEGER NOT NULL DEFAULT 0, processed INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
  not_processed INTEGER NOT NULL DEFAULT 0, not_sent INTEGER NOT NULL DEFAULT 0, resent INTEGER NOT NULL DEFAULT 0,
  cancel_asked INTEGER NOT NULL DEFAULT 0, note TEXT, sent_at TEXT, finished_at TEXT,
  -- JSON: the service's own record of it.
  service_record TEXT,
  PRIMARY KEY (upload_id, number)
) WITHOUT ROWID;
-- With rows whose result is not known: not finished, or counted as created by the service and not listed yet.
CREATE INDEX upload_batch_unlisted ON upload_batch (upload_id)
  WHERE rows > accepted + failed + not_processed + not_sent;
CREATE TABLE upload_batch_note (
  number INTEGER PRIMARY KEY, upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE, batch INTEGER NOT NULL,
  at TEXT NOT NULL, note TEXT NOT NULL
);
CREATE INDEX upload_batch_note_batch ON upload_batch_note (upload_id, batch, number);

-- The rows, in packs of one batch at most; lists in JSON with an entry for each row (drafts/storage/row-pack.ts).
CREATE TABLE upload_pack (
  number INTEGER PRIMARY KEY, upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE,
  -- Null: rows that are not sent.
  batch INTEGER,
  rows INTEGER NOT NULL, first_row INTEGER NOT NULL, last_row INTEGER NOT NULL,
  -- Rows of a batch whose customer is not known.
  unresolved INTEGER NOT NULL, numbers TEXT NOT NULL, outcomes TEXT NOT NULL, details TEXT,
  -- The customers (of a batch as they are posted) and the cells of the file: JSON, compressed.
  customers BLOB NOT NULL, originals BLOB NOT NULL
);
CREATE INDEX upload_pack_batch ON upload_pack (upload_id, batch);
CREATE INDEX upload_pack_rows ON upload_pack (upload_id, first_row, last_row);
CREATE INDEX upload_pack_unresolved ON upload_pack (upload_id, first_row) WHERE unresolved > 0;
-- Customers whose record does not name their row: of uploads without references, and of those made elsewhere.
CREATE TABLE upload_customer (
  upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE, row INTEGER NOT NULL, customer_id TEXT NOT NULL,
  PRIMARY KEY (upload_id, row)
) WITHOUT ROWID;
CREATE INDEX upload_customer_id ON upload_customer (customer_id);
`

const lookups = `
-- Saved look-ups.
CREATE TABLE kept_answer (
  id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  -- What was asked: kind and key name it; query, state and title are what the list of recent look-ups shows.
  kind TEXT NOT NULL, key TEXT NOT NULL, query TEXT NOT NULL, state TEXT, title TEXT NOT NULL,
  -- The answer as the service gave it, and when.
  answer TEXT NOT NULL, at TEXT NOT NULL,
  -- Whether it is on that list, and when it was last looked at: a number that only grows.
  listed INTEGER NOT NULL, used INTEGER NOT NULL, pinned INTEGER NOT NULL,
  UNIQUE (connection_id, region, kind, key)
) WITHOUT ROWID;
CREATE INDEX kept_answer_used ON kept_answer (connection_id, region, listed, used);
CREATE INDEX kept_answer_at ON kept_answer (at);

-- Bulk look-ups: their cars, each with its own state (core/bulk-lookups).
CREATE TABLE bulk_lookup (
  id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  name TEXT NOT NULL, source TEXT NOT NULL, state TEXT NOT NULL, created_at TEXT NOT NULL, started_at TEXT,
  ended_at TEXT, ask_again INTEGER NOT NULL, default_state TEXT, duplicates INTEGER NOT NULL,
  without_state INTEGER NOT NULL,
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

-- VINs that this PC knows for a rego (with its state, "ABC123|NSW").
CREATE TABLE rego_vin (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, rego TEXT NOT NULL,
  vin TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (connection_id, region, rego, vin)
) WITHOUT ROWID;
CREATE INDEX rego_vin_at ON rego_vin (at);
-- Paid look-ups by month of the PC's calendar.
CREATE TABLE paid_lookup (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, month TEXT NOT NULL, source TEXT NOT NULL,
  count INTEGER NOT NULL, PRIMARY KEY (connection_id, month, source)
) WITHOUT ROWID;
`

const webhooks = `
-- The last list of webhooks, as the service gave it.
CREATE TABLE webhook_list (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, records TEXT NOT NULL,
  at TEXT NOT NULL, PRIMARY KEY (connection_id, region)
) WITHOUT ROWID;
-- Pings from this PC. The endpoint as it may be shown: without its token.
CREATE TABLE webhook_ping (
  number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
  webhook_id TEXT NOT NULL, at TEXT NOT NULL, response_time_ms INTEGER, response_status INTEGER, endpoint_shown TEXT
);
CREATE INDEX webhook_ping_webhook ON webhook_ping (connection_id, webhook_id, number);
-- The newest events of the inspector.
CREATE TABLE inspector_event (
  number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
  region TEXT NOT NULL, at TEXT NOT NULL, event TEXT, size_bytes INTEGER NOT NULL, state TEXT NOT NULL,
  summary TEXT NOT NULL, customer_id TEXT, customer_words TEXT, text TEXT NOT NULL
);
`

const privacy = `
-- Persons who are deleted everywhere (core/privacy).
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
-- Exports and revealed numbers, without names and numbers of customers (core/export-log).
CREATE TABLE export_log (
  number INTEGER PRIMARY KEY, at TEXT NOT NULL, person_id TEXT, action TEXT NOT NULL, row_count INTEGER, file_name TEXT,
  hidden_numbers INTEGER NOT NULL
);
CREATE INDEX export_log_at ON export_log (at);
`

/** Creates all tables in an empty database. */
export const schema = [connections, drafts, uploads, customers, calls, lookups, webhooks, privacy, team].join('')

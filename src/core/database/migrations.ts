import { laterMigrations } from './later-migrations.ts'

/** SQL that rewrites the sightings in the stored records of a table. Empty records (not deleted yet) are not changed. */
function renameSightingKeys(table: 'bin' | 'customer_edit'): string {
  return `UPDATE ${table} SET record = json_set(record, '$.sightings', (
    SELECT json_group_array(json_object('at', value -> '$.at', 'listingId', value -> '$.leadId', 'listingUrl', value -> '$.listingUrl',
      'listingTitle', value -> '$.listingTitle', 'listingPrice', value -> '$.listingPrice'))
    FROM json_each(record, '$.sightings')))
  WHERE json_valid(record) AND json_type(record, '$.sightings') = 'array';`
}

/** Migrations in order; never edit a released one. `user_version` is the number that have run. Each runs in one transaction. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE connection (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, base_url TEXT NOT NULL, scheme TEXT NOT NULL,
    region TEXT NOT NULL, advanced TEXT NOT NULL, created_at TEXT NOT NULL,
    -- Where its credentials were put: 'keychain', or 'memory' (gone when the program ends). Never here.
    credentials_in TEXT NOT NULL DEFAULT 'memory'
  ) WITHOUT ROWID;

  -- A draft is its source, cut into blocks of rows as they were read, and the choices made about it; all else is worked out again.
  CREATE TABLE draft (
    id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    file_name TEXT NOT NULL, created_at TEXT NOT NULL, changed_at TEXT NOT NULL, step TEXT NOT NULL,
    source TEXT NOT NULL, counts TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE draft_block (
    draft_id TEXT NOT NULL REFERENCES draft(id) ON DELETE CASCADE, sheet INTEGER NOT NULL, block INTEGER NOT NULL, rows BLOB NOT NULL,
    PRIMARY KEY (draft_id, sheet, block)
  ) WITHOUT ROWID;
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

  -- The journal of uploads: written whole before anything is sent. A row's outcome is null until it is settled; till then its batch says it.
  CREATE TABLE upload (
    id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    name TEXT NOT NULL, file_name TEXT NOT NULL, look_up_missing_vins INTEGER NOT NULL, reference_key TEXT, header TEXT NOT NULL,
    rows_in_file INTEGER NOT NULL, rows_left_out INTEGER NOT NULL, paid_lookups INTEGER NOT NULL, batch_size INTEGER NOT NULL,
    too_large_seen INTEGER NOT NULL DEFAULT 0, cancel_requested INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL, failure TEXT, created_at TEXT NOT NULL, finished_at TEXT
  ) WITHOUT ROWID;
  CREATE TABLE upload_batch (
    upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE, number INTEGER NOT NULL, state TEXT NOT NULL,
    remote_id TEXT, rows INTEGER NOT NULL, uploaded INTEGER NOT NULL DEFAULT 0, processed INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
    not_processed INTEGER NOT NULL DEFAULT 0, not_sent INTEGER NOT NULL DEFAULT 0, resent INTEGER NOT NULL DEFAULT 0,
    cancel_asked INTEGER NOT NULL DEFAULT 0, note TEXT,
    PRIMARY KEY (upload_id, number)
  ) WITHOUT ROWID;
  CREATE TABLE upload_row (
    upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE, row INTEGER NOT NULL, batch INTEGER,
    body TEXT, original TEXT NOT NULL, outcome TEXT, reason TEXT, customer_id TEXT,
    -- A second copy of this row at the service that a resend made: deleted there.
    duplicate_id TEXT,
    PRIMARY KEY (upload_id, row)
  ) WITHOUT ROWID;
  CREATE INDEX upload_row_batch ON upload_row (upload_id, batch);
  CREATE INDEX upload_row_outcome ON upload_row (upload_id, outcome);

  CREATE TABLE customer (
    number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    id TEXT NOT NULL, last_updated TEXT NOT NULL, rego TEXT, state TEXT, vin TEXT, client_name TEXT, mobile_number TEXT,
    sale_date TEXT, expiry_date TEXT, vehicle_title TEXT, sightings TEXT NOT NULL, additional_fields TEXT NOT NULL,
    last_sighting TEXT, search TEXT NOT NULL,
    UNIQUE (connection_id, region, id)
  );
  CREATE INDEX customer_client_name ON customer (connection_id, region, client_name COLLATE NOCASE);
  CREATE INDEX customer_rego ON customer (connection_id, region, rego);
  CREATE INDEX customer_vehicle_title ON customer (connection_id, region, vehicle_title COLLATE NOCASE);
  CREATE INDEX customer_sale_date ON customer (connection_id, region, sale_date);
  CREATE INDEX customer_expiry_date ON customer (connection_id, region, expiry_date);
  CREATE INDEX customer_last_sighting ON customer (connection_id, region, last_sighting);
  CREATE INDEX customer_last_updated ON customer (connection_id, region, last_updated);
  CREATE INDEX customer_text ON customer (connection_id, region, search);
  CREATE VIRTUAL TABLE customer_search USING fts5(search, content='', contentless_delete=1, tokenize='trigram');
  CREATE TRIGGER customer_search_added AFTER INSERT ON customer BEGIN
    INSERT INTO customer_search (rowid, search) VALUES (new.number, new.search);
  END;
  CREATE TRIGGER customer_search_removed AFTER DELETE ON customer BEGIN
    DELETE FROM customer_search WHERE rowid = old.number;
  END;
  CREATE TRIGGER customer_search_changed AFTER UPDATE OF search ON customer WHEN old.search <> new.search BEGIN
    DELETE FROM customer_search WHERE rowid = old.number;
    INSERT INTO customer_search (rowid, search) VALUES (new.number, new.search);
  END;
  CREATE TABLE customer_sync (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, synced_at TEXT NOT NULL,
    PRIMARY KEY (connection_id, region)
  ) WITHOUT ROWID;
  -- Records that DELETE returned, kept until emptied. Written before the service is asked: "pending" until it has answered.
  CREATE TABLE bin (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, customer_id TEXT NOT NULL,
    record TEXT NOT NULL, deleted_at TEXT NOT NULL, pending INTEGER NOT NULL, PRIMARY KEY (connection_id, region, customer_id)
  ) WITHOUT ROWID;
  `,
  `
  -- In the order of the rows: new customers then fill one page of it after the other, instead of a page each.
  DROP INDEX customer_text;
  CREATE INDEX customer_text ON customer (connection_id, region, number, search);
  -- A trigger is a statement of its own, and before each of those the search index writes out what it has: whoever adds customers tells it of all at once.
  DROP TRIGGER customer_search_added;
  `,
  // Customers: the journal of edits and deletions, what was done from this PC, views, who is not to be contacted.
  `
  CREATE TABLE do_not_contact (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    -- The person: a mobile as digits with the country's code, or, without one, 'id:' and the customer.
    person TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (connection_id, region, person)
  ) WITHOUT ROWID;

  -- The upload of this PC that a record carries a reference of; and which additional fields it has, as a set that many share.
  ALTER TABLE customer ADD COLUMN upload_id TEXT;
  ALTER TABLE customer ADD COLUMN field_set INTEGER;
  CREATE TABLE customer_field_set (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE);
  CREATE INDEX customer_state ON customer (connection_id, region, state);
  CREATE INDEX customer_vin ON customer (connection_id, region, vin);
  CREATE INDEX customer_mobile_number ON customer (connection_id, region, mobile_number);
  CREATE INDEX customer_upload ON customer (connection_id, region, upload_id) WHERE upload_id IS NOT NULL;
  -- With the fields themselves: who filters by what a field holds need not read the records.
  CREATE INDEX customer_fields ON customer (connection_id, region, field_set, additional_fields);

  ALTER TABLE customer_sync ADD COLUMN listed INTEGER;
  ALTER TABLE customer_sync ADD COLUMN vanished INTEGER;
  ALTER TABLE customer_sync ADD COLUMN vanished_at TEXT;

  -- Edits that are not settled: at most one a field. "sent" holds the values (JSON) that have left and whose arrival is not known.
  CREATE TABLE customer_edit (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
    region TEXT NOT NULL, customer_id TEXT NOT NULL, field TEXT NOT NULL, value TEXT, before TEXT, state TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0, sent TEXT NOT NULL DEFAULT '[]', failure TEXT, elsewhere TEXT,
    change_number INTEGER, client_name TEXT,
    -- The record as it last was, once it has vanished.
    record TEXT,
    UNIQUE (connection_id, region, customer_id, field)
  );
  CREATE INDEX customer_edit_state ON customer_edit (connection_id, state, number);

  -- What was saved a little while ago: a call whose answer was lost may still arrive behind it, or somebody may have saved in the same moment.
  CREATE TABLE customer_saved (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, customer_id TEXT NOT NULL, field TEXT NOT NULL,
    value TEXT, last_updated TEXT NOT NULL, stale TEXT NOT NULL, until TEXT NOT NULL, PRIMARY KEY (connection_id, region, customer_id, field)
  ) WITHOUT ROWID;
  CREATE INDEX customer_saved_until ON customer_saved (until);

  -- What was done from this PC: "pending" until it is at the service, then "done"; "replaced" by a later edit before it was sent.
  CREATE TABLE customer_change (
    number INTEGER PRIMARY KEY, group_id TEXT NOT NULL, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
    region TEXT NOT NULL, at TEXT NOT NULL, customer_id TEXT NOT NULL, kind TEXT NOT NULL, field TEXT, before TEXT, after TEXT,
    state TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0, undo_of TEXT
  );
  CREATE INDEX customer_change_customer ON customer_change (connection_id, region, customer_id, number);
  CREATE INDEX customer_change_group ON customer_change (group_id);

  -- The bin is the journal of deletions as well. "pending": 1 until the service has answered, 2 when it refused, 0 once deleted. "sent": it may have
  -- been asked already. A pending record is still in the copy: "record" is empty until then.
  ALTER TABLE bin ADD COLUMN sent INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE bin ADD COLUMN failure TEXT;
  ALTER TABLE bin ADD COLUMN search TEXT NOT NULL DEFAULT '';
  ALTER TABLE bin ADD COLUMN restore_upload_id TEXT;
  ALTER TABLE bin ADD COLUMN restore_row INTEGER;
  CREATE INDEX bin_open ON bin (connection_id, region, deleted_at, customer_id) WHERE pending = 1;
  CREATE INDEX bin_failed ON bin (connection_id, region, customer_id) WHERE pending = 2;
  CREATE INDEX bin_order ON bin (connection_id, region, deleted_at, customer_id, pending);
  CREATE INDEX bin_restoring ON bin (restore_upload_id) WHERE restore_upload_id IS NOT NULL;

  CREATE TABLE customer_view (
    id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, name TEXT NOT NULL, view TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX upload_row_customer ON upload_row (customer_id) WHERE customer_id IS NOT NULL;
  `,
  // Sightings: call notes, arrivals, visits and comparisons.
  `
  -- The call log of a sighted car, append-only: an undone note stays, and so do the notes of a deleted record.
  CREATE TABLE sighting_entry (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
    region TEXT NOT NULL, customer_id TEXT NOT NULL, at TEXT NOT NULL, outcome TEXT NOT NULL, note TEXT NOT NULL,
    next_action TEXT NOT NULL, next_date TEXT, amount REAL,
    -- What it did to the list of those who are not to be contacted: 'forbidden', 'allowed', or null for nothing.
    contact TEXT,
    undone_at TEXT
  );
  CREATE INDEX sighting_entry_customer ON sighting_entry (connection_id, region, customer_id, number);
  CREATE INDEX sighting_entry_at ON sighting_entry (connection_id, region, at);

  -- When each sighting arrived on this PC: the service's own time is earlier, and may be before the last visit.
  CREATE TABLE sighting_arrival (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, customer_id TEXT NOT NULL,
    sighting TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (connection_id, region, customer_id, sighting)
  ) WITHOUT ROWID;
  -- "New" counts from "last_visit_at"; "active_at" is the last use of the list; "listed" is set when the cache was first complete.
  CREATE TABLE sighting_visit (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    last_visit_at TEXT, active_at TEXT, listed INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (connection_id, region)
  ) WITHOUT ROWID;
  -- Paid for once: the answer, and the price and kilometres that it was worked out for.
  CREATE TABLE sighting_comparison (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, customer_id TEXT NOT NULL,
    price REAL, kms REAL, comparison TEXT NOT NULL, PRIMARY KEY (connection_id, region, customer_id)
  ) WITHOUT ROWID;
  `,
  // Look-ups that are kept.
  `
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
  `,
  // Webhooks: pings from this PC, and the inspector.
  `
  -- The endpoint as it may be shown: what it carries as a token is not kept.
  CREATE TABLE webhook_ping (
    number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, webhook_id TEXT NOT NULL,
    at TEXT NOT NULL, response_time_ms INTEGER, response_status INTEGER, endpoint_shown TEXT
  );
  CREATE INDEX webhook_ping_webhook ON webhook_ping (connection_id, webhook_id, number);
  -- The newest events of the inspector.
  CREATE TABLE inspector_event (
    number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    at TEXT NOT NULL, event TEXT, size_bytes INTEGER NOT NULL, state TEXT NOT NULL, summary TEXT NOT NULL,
    customer_id TEXT, customer_words TEXT, text TEXT NOT NULL
  );
  `,
  // A sighting names its listing "listingId" instead of "leadId": in the cache, in the bin and in edits of deleted records.
  `
  UPDATE customer SET sightings = replace(sightings, '"leadId":', '"listingId":') WHERE sightings <> '[]';
  ${renameSightingKeys('bin')}
  ${renameSightingKeys('customer_edit')}
  `,
  // Uploads: what happens to rows whose car is already a customer, and when they were last compared. Null: they are not compared.
  `
  ALTER TABLE upload ADD COLUMN known_customers TEXT;
  ALTER TABLE upload ADD COLUMN list_checked_at TEXT;
  -- The user has seen the age of a customer list that could not be refreshed.
  ALTER TABLE upload ADD COLUMN list_age_confirmed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE upload ADD COLUMN excluded_before_sending INTEGER NOT NULL DEFAULT 0;
  -- Its car is already a customer, and the user wants it to be sent.
  ALTER TABLE upload_row ADD COLUMN known INTEGER NOT NULL DEFAULT 0;
  `,
  // Which hidden numbers of Do Not Contact people were shown, copied or exported, and when. Entries are never changed.
  `
  CREATE TABLE number_reveal (
    number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    customer_id TEXT NOT NULL, client_name TEXT, at TEXT NOT NULL, kind TEXT NOT NULL, numbers TEXT NOT NULL
  );
  CREATE INDEX number_reveal_customer ON number_reveal (connection_id, region, customer_id, number);
  CREATE TRIGGER number_reveal_append_only BEFORE UPDATE ON number_reveal
    BEGIN SELECT RAISE(ABORT, 'The log of revealed numbers is append-only'); END;
  `,
  // The last list of webhooks, as the service gave it.
  `
  CREATE TABLE webhook_list (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, records TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (connection_id, region)
  ) WITHOUT ROWID;
  `,
  // Customers: fields that the interface does not name or that cannot be read, and entries of the list without a readable id.
  `
  ALTER TABLE customer ADD COLUMN other TEXT NOT NULL DEFAULT '{}';
  CREATE TABLE customer_unreadable (
    number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, record TEXT NOT NULL
  );
  CREATE INDEX customer_unreadable_scope ON customer_unreadable (connection_id, region, number);
  `,
  // VINs that this PC knows for a rego (with its state, "ABC123|NSW"), and paid look-ups by month of the PC's calendar.
  `
  CREATE TABLE rego_vin (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
    rego TEXT NOT NULL, vin TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (connection_id, region, rego, vin)
  ) WITHOUT ROWID;
  CREATE TABLE paid_lookup (
    connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, month TEXT NOT NULL, source TEXT NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY (connection_id, month, source)
  ) WITHOUT ROWID;
  `,
  // Uploads: the order of sending, pause, new names, removal from the list, uploads made elsewhere, and times of batches.
  `
  -- The order of sending.
  ALTER TABLE upload ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
  UPDATE upload SET position = (SELECT count(*) FROM upload o WHERE (o.created_at, o.id) <= (upload.created_at, upload.id));
  ALTER TABLE upload ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
  -- The name at the service, when the upload was renamed after its first batch was sent; null: the same.
  ALTER TABLE upload ADD COLUMN service_name TEXT;
  ALTER TABLE upload ADD COLUMN removed_at TEXT;
  -- 1: it was made on another PC or by another program, and is followed by its id at the service.
  ALTER TABLE upload ADD COLUMN made_elsewhere INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE upload_batch ADD COLUMN sent_at TEXT;
  ALTER TABLE upload_batch ADD COLUMN finished_at TEXT;
  -- The draft of an upload from which nothing was sent yet: hidden, so that the upload can be withdrawn into it.
  ALTER TABLE draft ADD COLUMN upload_id TEXT REFERENCES upload(id) ON DELETE CASCADE;
  CREATE INDEX draft_upload ON draft (upload_id);
  `,
  // History of uploads: the hash of the file, who sent it and how, the undo, the service's own record of each batch, and all its notes.
  `
  ALTER TABLE upload ADD COLUMN file_hash TEXT;
  ALTER TABLE upload ADD COLUMN user_name TEXT;
  ALTER TABLE upload ADD COLUMN connection_name TEXT;
  ALTER TABLE upload ADD COLUMN options TEXT;
  ALTER TABLE upload ADD COLUMN undone_at TEXT;
  CREATE INDEX upload_file_hash ON upload (file_hash) WHERE file_hash IS NOT NULL;
  ALTER TABLE upload_batch ADD COLUMN service_record TEXT;
  UPDATE upload_batch SET service_record = json_object('id', remote_id) WHERE remote_id IS NOT NULL;
  CREATE TABLE upload_batch_note (
    number INTEGER PRIMARY KEY, upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE, batch INTEGER NOT NULL,
    at TEXT, note TEXT NOT NULL
  );
  CREATE INDEX upload_batch_note_batch ON upload_batch_note (upload_id, batch, number);
  INSERT INTO upload_batch_note (upload_id, batch, note) SELECT upload_id, number, note FROM upload_batch WHERE note IS NOT NULL;
  `,
  ...laterMigrations,
]

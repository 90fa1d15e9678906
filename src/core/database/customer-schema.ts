/** The tables of customers: the cache of the service's list, and what was changed on this PC. */
export const customers = `
-- The service's customers as they were last received (customers/cache/customer-rows.ts).
CREATE TABLE customer (
  -- The order of arrival.
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, id TEXT NOT NULL,
  -- CRC-32 of the id.
  id_hash INTEGER NOT NULL,
  last_updated TEXT NOT NULL, rego TEXT, state TEXT, vin TEXT, client_name TEXT, mobile_number TEXT, sale_date TEXT,
  expiry_date TEXT, vehicle_title TEXT,
  -- What follows from the record (customers/cache/listed-customer.ts), so that a start need not make it again.
  last_sighting TEXT, upload_id TEXT, fields TEXT, car TEXT, search TEXT NOT NULL,
  -- JSON: an array of the sightings and the additional fields; and the fields that the program does not know.
  details TEXT NOT NULL, other TEXT
);
-- Ids are random: an index of their texts is four times as large, and each saved page would write most of it.
CREATE INDEX customer_id ON customer (id_hash);
-- The order in which a start of the window lists the customers: its first rows are shown before the others are read.
CREATE INDEX customer_at_start ON customer (connection_id, region, last_sighting, number);
-- Entries of the list without a readable id.
CREATE TABLE customer_unreadable (
  number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
  region TEXT NOT NULL, record TEXT NOT NULL
);
CREATE INDEX customer_unreadable_scope ON customer_unreadable (connection_id, region, number);
CREATE TABLE customer_sync (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  synced_at TEXT NOT NULL, listed INTEGER, vanished INTEGER, vanished_at TEXT, PRIMARY KEY (connection_id, region)
) WITHOUT ROWID;

-- What was done to customers on this PC (customers/changes/change-ledger.ts).
CREATE TABLE customer_change (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  -- What is undone as one. Null: a value that is saved again, which is nothing new to undo.
  group_id TEXT,
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, at TEXT NOT NULL,
  customer_id TEXT NOT NULL, kind TEXT NOT NULL, field TEXT,
  -- As the user saw it.
  before TEXT, after TEXT,
  -- Of an edit that is not settled: 'pending', 'failed' or 'conflict'. Else 'done': the service has it; 'replaced' by a later
  -- edit of the field; or 'dropped'. A deletion is 'pending' until it is 'done'.
  state TEXT NOT NULL,
  -- 1: undone; 2: it can be neither undone nor redone.
  undone INTEGER NOT NULL DEFAULT 0,
  -- While the edit is not settled: its id and its place among those that are sent, which it has from the edit that it replaced.
  edit INTEGER,
  -- While it is not settled: the value at the service; the values (JSON) that have left and whose arrival is not known; for a
  -- conflict, the service's value; the record as it last was, once it has vanished.
  base TEXT, sent TEXT, failure TEXT, elsewhere TEXT, client_name TEXT, record TEXT,
  -- Of the value that was last saved in the field, for some minutes (customers/changes/recent-saves.ts).
  saved TEXT, saved_version TEXT, late TEXT, watched_until TEXT
);
CREATE INDEX customer_change_customer ON customer_change (connection_id, region, customer_id, number);
CREATE INDEX customer_change_group ON customer_change (group_id, undone, number);
-- A field has at most one edit that is not settled.
CREATE UNIQUE INDEX customer_change_open ON customer_change (connection_id, region, customer_id, field)
  WHERE edit IS NOT NULL;
CREATE UNIQUE INDEX customer_change_edit ON customer_change (edit) WHERE edit IS NOT NULL;
CREATE INDEX customer_change_state ON customer_change (connection_id, state, edit, region) WHERE edit IS NOT NULL;
CREATE INDEX customer_change_watched ON customer_change (watched_until) WHERE watched_until IS NOT NULL;
-- The order in which the groups of changes are undone and redone (customers/changes/steps.ts).
CREATE TABLE customer_step (
  number INTEGER PRIMARY KEY, group_id TEXT NOT NULL UNIQUE,
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL, kind TEXT NOT NULL,
  -- 0: done. Otherwise the order in which steps were undone: the largest is redone first.
  undone INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX customer_step_order ON customer_step (connection_id, region, undone, number);
-- Changes of many records that have begun, with what they are to change (customers/changes/unfinished-changes.ts).
CREATE TABLE customer_unfinished (
  number INTEGER PRIMARY KEY, group_id TEXT NOT NULL UNIQUE,
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  -- JSON: what to do with the items.
  request TEXT NOT NULL,
  -- Items in all, and those that are recorded. complete = 0: not all items are stored.
  size INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0, complete INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE customer_unfinished_items (
  group_id TEXT NOT NULL REFERENCES customer_unfinished(group_id) ON DELETE CASCADE, first INTEGER NOT NULL,
  items TEXT NOT NULL, PRIMARY KEY (group_id, first)
);

-- Deleted records, until the bin is emptied: the journal of deletions as well, written before the service is asked.
CREATE TABLE bin (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  -- Empty while the deletion is pending: the record is still in the cache.
  record TEXT NOT NULL,
  deleted_at TEXT NOT NULL,
  -- 1: until the service has answered; 2: it refused; 0: deleted.
  pending INTEGER NOT NULL,
  -- 1: the service may have been asked already.
  sent INTEGER NOT NULL DEFAULT 1,
  failure TEXT, search TEXT NOT NULL DEFAULT '', restore_upload_id TEXT, restore_row INTEGER,
  -- 1: deleted by mistake, and restored as soon as the service has confirmed the deletion.
  restore_asked INTEGER NOT NULL DEFAULT 0,
  -- The deletion of a person that it belongs to: then nothing stays in the bin.
  erased_by TEXT,
  -- The step of the user that can hold the deletion back while Undo is offered.
  held_by TEXT,
  PRIMARY KEY (connection_id, region, customer_id)
) WITHOUT ROWID;
CREATE INDEX bin_open ON bin (connection_id, region, deleted_at, customer_id, held_by) WHERE pending = 1;
CREATE INDEX bin_failed ON bin (connection_id, region, customer_id) WHERE pending = 2;
CREATE INDEX bin_order ON bin (connection_id, region, deleted_at, customer_id, pending);
CREATE INDEX bin_restoring ON bin (restore_upload_id) WHERE restore_upload_id IS NOT NULL;
CREATE INDEX bin_restore_asked ON bin (connection_id, region) WHERE restore_asked = 1;
CREATE INDEX bin_erased ON bin (connection_id, region, customer_id) WHERE erased_by IS NOT NULL;

CREATE TABLE customer_view (
  id TEXT PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, name TEXT NOT NULL,
  view TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE do_not_contact (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  -- The person: a mobile as digits with the country's code, or, without one, 'id:' and the customer.
  person TEXT NOT NULL, at TEXT NOT NULL,
  -- 1: a mark of the team's log names the person.
  in_team INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (connection_id, region, person)
) WITHOUT ROWID;
-- When the hidden numbers of a Do Not Contact person were shown, copied or exported. Entries are never changed.
CREATE TABLE number_reveal (
  number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE,
  region TEXT NOT NULL, customer_id TEXT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL
);
CREATE INDEX number_reveal_customer ON number_reveal (connection_id, region, customer_id, number);
CREATE TRIGGER number_reveal_append_only BEFORE UPDATE ON number_reveal
  BEGIN SELECT RAISE(ABORT, 'The log of revealed numbers is append-only'); END;
`

/** The tables of sightings and calls. */
export const calls = `
-- The call log of a sighted car, append-only: an undone note stays, and so do the notes of a deleted record.
CREATE TABLE sighting_entry (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  customer_id TEXT NOT NULL, at TEXT NOT NULL, outcome TEXT NOT NULL, note TEXT NOT NULL,
  next_action TEXT NOT NULL, next_date TEXT, amount REAL,
  -- How it changed the list of people who are not to be contacted: 'forbidden', 'allowed', or null for nothing.
  contact TEXT,
  undone_at TEXT, next_time TEXT,
  -- When the user was reminded; the reminder is not shown again.
  reminded_at TEXT,
  -- Who recorded it; null: not known. Notes that were recorded together share a group.
  person_id TEXT, group_id TEXT,
  -- The entry of the team's log that it is in. Of a note of another PC also that PC, and the name of the person.
  team_ref TEXT, team_pc TEXT, person_name TEXT
);
-- Notes of thousands of cars come from the log of a team, car by car. In indexes of another order a page would be written
-- for each note, so there is one only, of their time.
CREATE INDEX sighting_entry_customer ON sighting_entry (connection_id, region, customer_id, number);
CREATE INDEX sighting_entry_age ON sighting_entry (at);
CREATE INDEX sighting_entry_reminder ON sighting_entry (connection_id, region)
  WHERE next_time IS NOT NULL AND reminded_at IS NULL AND undone_at IS NULL;
CREATE INDEX sighting_entry_group ON sighting_entry (group_id) WHERE group_id IS NOT NULL;
CREATE UNIQUE INDEX sighting_entry_team ON sighting_entry (connection_id, region, customer_id, team_ref)
  WHERE team_ref IS NOT NULL;
-- Attempts to reach a customer.
CREATE TABLE contact_attempt (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  customer_id TEXT NOT NULL, at TEXT NOT NULL, channel TEXT NOT NULL, template TEXT, reason TEXT NOT NULL,
  person_id TEXT
);
CREATE INDEX contact_attempt_customer ON contact_attempt (connection_id, region, customer_id, number);
CREATE INDEX contact_attempt_at ON contact_attempt (at);

-- When each sighting arrived on this PC: the service's own time is earlier, and may be before the last visit.
CREATE TABLE sighting_arrival (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  customer_id TEXT NOT NULL, sighting TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (connection_id, region, customer_id, sighting)
) WITHOUT ROWID;
-- "New" counts from last_visit_at; active_at is the last use of the list; listed is set when the cache was first complete.
CREATE TABLE sighting_visit (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  last_visit_at TEXT, active_at TEXT, listed INTEGER NOT NULL DEFAULT 0,
  -- JSON: the daily digest of the call list.
  digest TEXT,
  PRIMARY KEY (connection_id, region)
) WITHOUT ROWID;
-- Paid for once: the answer, and the price and kilometres that it was computed for.
CREATE TABLE sighting_comparison (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  customer_id TEXT NOT NULL, price REAL, kms REAL, comparison TEXT NOT NULL,
  PRIMARY KEY (connection_id, region, customer_id)
) WITHOUT ROWID;
`

/** The tables of a team: the log that its PCs share, and what follows from it on this PC (core/team). */
export const team = `
-- The log of the team: a row for each entry. Names, numbers and plates are in the content and the subject.
CREATE TABLE team_entry (
  device TEXT NOT NULL, n INTEGER NOT NULL,
  -- See EntryState of core/team/log/log-repository.ts. Reason: of each state but accepted.
  state TEXT NOT NULL, reason TEXT, kind TEXT, subject TEXT, at_ms INTEGER, arrived_at INTEGER NOT NULL,
  -- JSON. Body: the sealed form, of own entries and of those that are waiting.
  content TEXT, body BLOB,
  PRIMARY KEY (device, n)
) WITHOUT ROWID;
CREATE INDEX team_entry_reason ON team_entry (reason, device, n) WHERE reason IS NOT NULL;
CREATE INDEX team_entry_subject ON team_entry (subject) WHERE subject IS NOT NULL;
CREATE INDEX team_entry_outcome ON team_entry (at_ms) WHERE kind = 'outcome';
-- The greatest number of each device that this PC has (head) and, of its own, that the server has (pushed).
CREATE TABLE team_device (device TEXT PRIMARY KEY, head INTEGER NOT NULL, pushed INTEGER NOT NULL) WITHOUT ROWID;

-- Own work that is not in the log so far, and subjects that changed in the log and are not applied so far (core/team/work).
CREATE TABLE team_outbox (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, UNIQUE (kind, key));
CREATE TABLE team_changed (subject TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TRIGGER team_entry_added AFTER INSERT ON team_entry WHEN new.subject IS NOT NULL BEGIN
  INSERT INTO team_changed (subject) VALUES (new.subject) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER team_entry_changed AFTER UPDATE OF state, subject, content ON team_entry BEGIN
  INSERT INTO team_changed (subject) SELECT value FROM (SELECT old.subject AS value UNION SELECT new.subject)
    WHERE value IS NOT NULL ON CONFLICT DO NOTHING;
END;

-- Keyed hashes of persons who were deleted on any PC of the team; published = 0: the others do not know it.
CREATE TABLE team_mark (hash TEXT PRIMARY KEY, published INTEGER NOT NULL) WITHOUT ROWID;
-- Who makes the call about a car; without a row nobody in particular.
CREATE TABLE assignment (
  connection_id TEXT NOT NULL REFERENCES connection(id) ON DELETE CASCADE, region TEXT NOT NULL,
  customer_id TEXT NOT NULL, person_id TEXT NOT NULL, person_name TEXT NOT NULL,
  PRIMARY KEY (connection_id, region, customer_id)
) WITHOUT ROWID;
-- The uploads of all its PCs in one list (core/team/work/apply-uploads.ts).
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
`

// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'

export type SqlValue = string | number | null
type SqlParams = readonly SqlValue[]

/** The data of the practice service. Each SQL statement is prepared once. */
export interface Store {
  run(sql: string, ...params: SqlParams): number
  get<Row>(sql: string, ...params: SqlParams): Row | undefined
  all<Row>(sql: string, ...params: SqlParams): Row[]
  /** All or nothing; on disk when it returns. */
  transaction<T>(work: () => T): T
  setting(name: string): string | undefined
  saveSetting(name: string, value: string): void
  close(): void
}

/** `key` is 64 hex digits. The customers may be real, so a store on disk is always encrypted. */
export interface StorePlace {
  readonly path: string
  readonly key: string
}

const schema = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY, api_key TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL UNIQUE, client_secret TEXT NOT NULL
  ) STRICT;
  CREATE TABLE tokens (
    token_hash TEXT PRIMARY KEY, account_id INTEGER NOT NULL, expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE uploads (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account_id INTEGER NOT NULL, region TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL, name TEXT NOT NULL, enable_rego_lookups INTEGER NOT NULL,
    uploaded INTEGER NOT NULL, processed INTEGER NOT NULL DEFAULT 0, errors INTEGER NOT NULL DEFAULT 0,
    cancelled INTEGER NOT NULL DEFAULT 0, sighting_planned INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE queued_customers (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, upload_seq INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX queued_customers_of_upload ON queued_customers (upload_seq);
  CREATE TABLE customers (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id INTEGER NOT NULL, region TEXT NOT NULL,
    upload_seq INTEGER NOT NULL, last_updated_ms INTEGER NOT NULL, rego TEXT, state TEXT, vin TEXT, client_name TEXT,
    mobile_number TEXT, sale_date TEXT, expiry_date TEXT, vehicle_title TEXT, additional_fields TEXT NOT NULL
  ) STRICT;
  CREATE INDEX customers_of_region ON customers (account_id, region, seq);
  CREATE INDEX customers_of_upload ON customers (account_id, region, upload_seq, seq);
  CREATE INDEX customers_that_expire ON customers (region, expiry_date) WHERE expiry_date IS NOT NULL;
  CREATE TABLE sightings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, customer_seq INTEGER NOT NULL REFERENCES customers (seq) ON DELETE CASCADE,
    at_ms INTEGER NOT NULL, lead_id TEXT NOT NULL, listing_url TEXT NOT NULL, listing_title TEXT NOT NULL, listing_price REAL
  ) STRICT;
  CREATE INDEX sightings_of_customer ON sightings (customer_seq, seq);
  CREATE TABLE planned_sightings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, customer_seq INTEGER NOT NULL REFERENCES customers (seq) ON DELETE CASCADE,
    due_at_ms INTEGER NOT NULL, kind TEXT NOT NULL
  ) STRICT;
  CREATE INDEX planned_sightings_of_customer ON planned_sightings (customer_seq);
  CREATE INDEX planned_sightings_due ON planned_sightings (due_at_ms);
  CREATE TABLE known_cars (
    region TEXT NOT NULL, plate TEXT NOT NULL, vehicle_id TEXT NOT NULL, vin TEXT NOT NULL, PRIMARY KEY (region, plate)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE webhooks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account_id INTEGER NOT NULL, region TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL, name TEXT, format TEXT NOT NULL, endpoint TEXT, events TEXT NOT NULL
  ) STRICT;
  CREATE TABLE deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, webhook_seq INTEGER NOT NULL REFERENCES webhooks (seq) ON DELETE CASCADE,
    due_at_ms INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_of_webhook ON deliveries (webhook_seq);
  CREATE INDEX deliveries_due ON deliveries (due_at_ms);
`

const schemaVersion = 2

/**
 * Opens or creates the store, in memory when `place` is null. Fails when the key is wrong, or when another version of
 * the practice service created the file, which is never overwritten.
 */
export function openStore(place: StorePlace | null): Store {
  if (place && !/^[0-9a-f]{64}$/i.test(place.key)) throw new Error('The practice store needs a key of 64 hex digits')
  const sqlite = new BetterSqlite(place?.path ?? ':memory:', { timeout: 5_000 })
  try {
    if (place) {
      sqlite.pragma(`cipher='sqlcipher'`)
      sqlite.pragma(`key="x'${place.key}'"`)
      sqlite.pragma('journal_mode = WAL')
      sqlite.pragma('synchronous = FULL')
    }
    sqlite.pragma('foreign_keys = ON')
    sqlite.pragma('secure_delete = ON')
    sqlite.pragma('temp_store = MEMORY')
    const version = Number(sqlite.pragma('user_version', { simple: true }))
    if (version === 0) {
      sqlite.transaction(() => {
        sqlite.exec(schema)
        sqlite.pragma(`user_version = ${schemaVersion}`)
      })()
    } else if (version !== schemaVersion) {
      throw new Error(`The practice store is of version ${version}; this program knows version ${schemaVersion}`)
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
  return wrap(sqlite)
}

function wrap(sqlite: BetterSqlite.Database): Store {
  const prepared = new Map<string, BetterSqlite.Statement>()
  const statement = (sql: string): BetterSqlite.Statement => {
    const cached = prepared.get(sql)
    if (cached) return cached
    const made = sqlite.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  return {
    run: (sql, ...params) => statement(sql).run(...params).changes,
    get: <Row>(sql: string, ...params: SqlParams) => statement(sql).get(...params) as Row | undefined,
    all: <Row>(sql: string, ...params: SqlParams) => statement(sql).all(...params) as Row[],
    transaction: (work) => sqlite.transaction(work).immediate(),
    setting: (name) =>
      (statement('SELECT value FROM settings WHERE name = ?').get(name) as { value: string } | undefined)?.value,
    saveSetting: (name, value) =>
      void statement(
        'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      ).run(name, value),
    close: () => void sqlite.close(),
  }
}

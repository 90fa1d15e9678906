import { z } from 'zod'
import { OnlyHere } from '../../contract/only-here.ts'
import { AdvancedSettings } from '../../contract/advanced-settings.ts'
import { Region } from '../../contract/region.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/**
 * A connection as it is saved: without its secrets. Practice has no address, because its port changes at each start.
 */
export interface ConnectionRow {
  readonly id: string
  readonly name: string
  readonly kind: 'practice' | 'account'
  readonly baseUrl: string
  readonly scheme: 'api-key' | 'oauth'
  readonly region: Region
  readonly advanced: AdvancedSettings
  readonly createdAt: string
  /** Where its credentials are; those in memory are gone after a restart. */
  readonly credentialsIn: 'keychain' | 'memory'
}

export type ConnectionRows = ReturnType<typeof createConnectionRows>

const currentSetting = 'connections.current'

const StoredAdvanced = z.record(z.string(), z.unknown())

const Row = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['practice', 'account']),
    base_url: z.string(),
    scheme: z.enum(['api-key', 'oauth']),
    region: Region,
    advanced: z.string(),
    created_at: z.string(),
    credentials_in: z.enum(['keychain', 'memory']),
  })
  .transform((row): ConnectionRow => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    baseUrl: row.base_url,
    scheme: row.scheme,
    region: row.region,
    // A setting that an older version did not have gets its default.
    advanced: AdvancedSettings.parse({ ...defaultAdvanced, ...StoredAdvanced.parse(JSON.parse(row.advanced)) }),
    createdAt: row.created_at,
    credentialsIn: row.credentials_in,
  }))

export function createConnectionRows(database: Database) {
  return {
    all: (): readonly ConnectionRow[] =>
      database.all('SELECT * FROM connection WHERE removed = 0 ORDER BY created_at, id').map((row) => Row.parse(row)),
    find: (id: string): ConnectionRow | null => {
      const row = database.get('SELECT * FROM connection WHERE id = ? AND removed = 0', [id])
      return row === undefined ? null : Row.parse(row)
    },
    save(row: ConnectionRow): void {
      database.run(
        `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at, credentials_in)
         VALUES (:id, :name, :kind, :baseUrl, :scheme, :region, :advanced, :createdAt, :credentialsIn)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url, scheme = excluded.scheme,
           region = excluded.region, advanced = excluded.advanced, credentials_in = excluded.credentials_in`,
        { ...row, advanced: JSON.stringify(row.advanced) },
      )
    },
    /** From now on the connection counts as removed; its drafts, finished uploads, local cache of customers and bin are still stored. */
    markRemoved(id: string): void {
      database.run('UPDATE connection SET removed = 1 WHERE id = ?', [id])
    },
    /** Connections whose removal has not ended. */
    removed: (): readonly ConnectionRow[] =>
      database.all('SELECT * FROM connection WHERE removed = 1').map((row) => Row.parse(row)),
    /** Removes the connection and what is stored for it. Takes long unless `removeRows` was called before. */
    remove(id: string): void {
      database.run('DELETE FROM connection WHERE id = ?', [id])
      // The checkpoint removes the customers from the disk, not only from the table.
      database.checkpoint()
    },
    /** How many of its uploads have not finished. */
    openUploads: (id: string): number =>
      database.value<number>('SELECT count(*) FROM upload WHERE connection_id = ? AND finished_at IS NULL', [id]) ?? 0,
    onlyHere: (id: string): OnlyHere =>
      OnlyHere.parse(
        database.get(
          `SELECT (SELECT count(*) FROM upload WHERE connection_id = :id AND finished_at IS NULL) AS openUploads,
             (SELECT count(*) FROM draft WHERE connection_id = :id AND upload_id IS NULL) AS drafts,
             (SELECT count(*) FROM customer_change WHERE connection_id = :id AND edit IS NOT NULL) AS edits,
             (SELECT count(*) FROM bin WHERE connection_id = :id AND pending > 0) AS deletions,
             (SELECT count(*) FROM sighting_entry WHERE connection_id = :id AND undone_at IS NULL) AS callNotes,
             (SELECT count(*) FROM bin WHERE connection_id = :id AND pending = 0) AS inBin,
             (SELECT count(*) FROM do_not_contact WHERE connection_id = :id AND person LIKE 'id:%') AS doNotContact,
             (SELECT count(*) FROM kept_answer WHERE connection_id = :id) AS lookups,
             (SELECT count(*) FROM bulk_lookup WHERE connection_id = :id) AS bulkLookups,
             (SELECT count(*) FROM customer_view WHERE connection_id = :id) AS views,
             (SELECT count(*) FROM assignment WHERE connection_id = :id) AS assignments`,
          { id },
        ),
      ),
    currentId: (): string | null => readSetting(database, currentSetting),
    setCurrent: (id: string | null): void => writeSetting(database, currentSetting, id),
  }
}

import type { BetterSqlite } from './sqlite.ts'
import { dataFormat, schema } from './schema.ts'

/** Marks the file as Forecourt's ("FCRT"), so that the database of another program is never changed. */
const applicationId = 0x46435254

/** `older`, `newer`: another version of Forecourt saved it. `foreign`: it is the database of another program. */
export type FormatState = 'empty' | 'current' | 'older' | 'newer' | 'foreign'

export function formatOf(sqlite: BetterSqlite.Database): FormatState {
  if (sqlite.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0) return 'empty'
  if (Number(sqlite.pragma('application_id', { simple: true })) !== applicationId) return 'foreign'
  const format = Number(sqlite.pragma('user_version', { simple: true }))
  if (format === dataFormat) return 'current'
  return format < dataFormat ? 'older' : 'newer'
}

/** Creates the tables in an empty database, in one commit. */
export function createTables(sqlite: BetterSqlite.Database): void {
  sqlite
    .transaction(() => {
      sqlite.pragma(`application_id = ${applicationId}`)
      sqlite.exec(schema)
      sqlite.pragma(`user_version = ${dataFormat}`)
    })
    .immediate()
}

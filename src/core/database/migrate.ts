// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import type { BetterSqlite } from './sqlite.ts'

export type MigrationOutcome =
  | { readonly state: 'current' }
  | { readonly state: 'newer'; readonly version: number }
  | { readonly state: 'foreign' }

export interface MigrateOptions {
  readonly applicationId: number
  readonly steps: readonly string[]
  /** Statements that make an empty database what the first `version` steps make it. */
  readonly schema?: { readonly version: number; readonly statements: readonly string[] }
  /** Called with the version before a database with content is changed. If it throws, nothing is changed. */
  readonly beforeChange: (version: number) => void
}

/** Updates the schema. `foreign`: a database of another program; `newer`: saved by a later version. Both are not changed. */
export function migrate(
  sqlite: BetterSqlite.Database,
  { applicationId, steps, schema, beforeChange }: MigrateOptions,
): MigrationOutcome {
  const version = Number(sqlite.pragma('user_version', { simple: true }))
  const owner = Number(sqlite.pragma('application_id', { simple: true }))
  const isEmpty = sqlite.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0
  if (!isEmpty && owner !== applicationId) return { state: 'foreign' }
  if (version > steps.length) return { state: 'newer', version }
  if (!isEmpty && version < steps.length) beforeChange(version)
  if (version === steps.length) return { state: 'current' }
  // One commit for all steps: a new database has many of them, and one that cannot be updated stays as it was.
  sqlite
    .transaction(() => {
      sqlite.pragma(`application_id = ${applicationId}`)
      const begin = isEmpty && version === 0 ? schema : undefined
      for (const statement of begin?.statements ?? []) sqlite.exec(statement)
      for (const step of steps.slice(begin?.version ?? version)) sqlite.exec(step)
      sqlite.pragma(`user_version = ${steps.length}`)
    })
    .immediate()
  return { state: 'current' }
}

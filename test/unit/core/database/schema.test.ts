// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { expect, it, onTestFinished } from 'vitest'
import { applicationId } from '../../../../src/core/database/database.ts'
import { migrate } from '../../../../src/core/database/migrate.ts'
import { migrations } from '../../../../src/core/database/migrations.ts'
import { schema } from '../../../../src/core/database/schema.ts'

interface Made {
  readonly objects: unknown[]
  readonly rows: Record<string, unknown[]>
  readonly version: unknown
}

const objectsOf = (sqlite: BetterSqlite.Database): unknown[] =>
  sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()

/** What an empty database becomes: its tables, indexes and triggers, their rows, and its version. */
function made(steps: readonly string[], begin?: typeof schema): Made {
  const sqlite = new BetterSqlite('')
  onTestFinished(() => void sqlite.close())
  const options = { applicationId, steps, beforeChange: () => undefined }
  expect(migrate(sqlite, begin ? { ...options, schema: begin } : options)).toEqual({ state: 'current' })
  const names = sqlite
    .prepare("SELECT name FROM pragma_table_list WHERE type <> 'virtual' AND name NOT LIKE 'sqlite%schema'")
    .pluck()
    .all() as string[]
  const rows = Object.fromEntries(names.map((name) => [name, sqlite.prepare(`SELECT * FROM "${name}"`).all()]))
  return { objects: objectsOf(sqlite), rows, version: sqlite.pragma('user_version', { simple: true }) }
}

it('makes of an empty database what all migrations make of it', () => {
  expect(schema.version, 'Run `npm run schema` after a change of the migrations').toBe(migrations.length)
  const noneRuns = migrations.map(() => 'no statement')
  expect(made(noneRuns, schema)).toEqual(made(migrations))
})

it('is followed by the migrations that it does not have yet', () => {
  const added = [...migrations, 'CREATE TABLE another (a TEXT)']
  const { objects, version } = made(added, schema)
  expect(objects).toContainEqual(expect.objectContaining({ type: 'table', name: 'another' }))
  expect(version).toBe(migrations.length + 1)
})

it('is not used for a database that has content', () => {
  const sqlite = new BetterSqlite('')
  onTestFinished(() => void sqlite.close())
  const options = { applicationId, beforeChange: () => undefined }
  migrate(sqlite, { ...options, steps: migrations.slice(0, 20) })
  migrate(sqlite, { ...options, steps: migrations, schema })
  expect(objectsOf(sqlite)).toEqual(made(migrations).objects)
})

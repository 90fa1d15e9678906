import { vi } from 'vitest'

/**
 * The schema of a new database takes 10 ms of CPU. The first database in memory of a process is made with it, and the next ones are
 * copies of it. Databases on disk are made as in the program.
 */
vi.mock(import('better-sqlite3-multiple-ciphers'), async (importOriginal) => {
  const { default: Sqlite } = await importOriginal()
  const { migrated } = await import('./migrated-database.ts')
  class CopiedSqlite extends Sqlite {
    constructor(...[path, options]: ConstructorParameters<typeof Sqlite>) {
      super(path === ':memory:' && migrated.bytes !== null ? migrated.bytes : path, options)
    }
  }
  return { default: CopiedSqlite as unknown as typeof Sqlite }
})

vi.mock(import('../src/core/database/migrate.ts'), async (importOriginal) => {
  const { migrate } = await importOriginal()
  const { migrations } = await import('../src/core/database/migrations.ts')
  const { migrated } = await import('./migrated-database.ts')
  return {
    migrate(sqlite, options) {
      const outcome = migrate(sqlite, options)
      if (sqlite.memory && options.steps === migrations) migrated.bytes ??= sqlite.serialize()
      return outcome
    },
  }
})

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'

/**
 * The indexes of the table `customer`. They are dropped during the first sync and rebuilt afterwards, which halves its time: each of
 * 100,000 records would change a page of most indexes, and each page is encrypted and signed again. Meanwhile queries read the records.
 */
export interface CustomerIndexes {
  /** "INDEXED BY ..." while the index exists, else an empty text. */
  hint(index: string): string
  areDropped(): boolean
  /** Drops the indexes, unless there are too many records to rebuild them quickly. */
  drop(): void
  /** Rebuilds dropped indexes step by step, also after a restart. */
  rebuild(signal: AbortSignal): Promise<void>
}

/** With more records, rebuilding costs more than updating the indexes. */
const maxRecordsForDrop = 5_000
/** Records that are added to the search index in one transaction. */
const searchBatchSize = 5_000
/** The setting that holds the statements to rebuild dropped indexes with. */
const setting = 'customers.indexes-away'
const Statements = z.array(z.string())

export function createCustomerIndexes(database: Database): CustomerIndexes {
  const droppedStatements = (): string[] | null => {
    const found = database.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [setting])
    return found ? parseJson(Statements, found.value) : null
  }
  let dropped = droppedStatements() !== null

  return {
    hint: (index) => (dropped ? '' : `INDEXED BY ${index}`),
    areDropped: () => dropped,

    drop() {
      if (dropped) return
      const { rows } = database.get<{ rows: number }>('SELECT count(*) AS rows FROM customer') ?? { rows: 0 }
      if (rows > maxRecordsForDrop) return
      database.transaction(() => {
        const indexes = database.all<{ name: string; sql: string }>(
          `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'customer' AND sql IS NOT NULL`,
        )
        database.run('INSERT INTO setting (name, value) VALUES (?, ?)', [
          setting,
          JSON.stringify(indexes.map(({ sql }) => sql.replace('CREATE INDEX', 'CREATE INDEX IF NOT EXISTS'))),
        ])
        for (const { name } of indexes) database.run(`DROP INDEX ${name}`)
        database.run(`INSERT INTO customer_search (customer_search) VALUES ('delete-all')`)
      })
      dropped = true
    },

    async rebuild(signal) {
      const statements = droppedStatements()
      if (!statements) return
      for (const statement of statements) {
        if (signal.aborted) return
        database.run(statement)
        await yieldToEventLoop()
      }
      let last = 0
      while (dropped) {
        if (signal.aborted) return
        last = database.transaction(() => {
          const to = database.get<{ number: number | null }>(
            'SELECT max(number) AS number FROM (SELECT number FROM customer WHERE number > ? ORDER BY number LIMIT ?)',
            [last, searchBatchSize],
          )?.number
          if (to === null || to === undefined) {
            database.run('DELETE FROM setting WHERE name = ?', [setting])
            return 0
          }
          // A record that changed in the meantime is already in the search index.
          database.run(
            'INSERT OR REPLACE INTO customer_search (rowid, search) SELECT number, search FROM customer WHERE number > ? AND number <= ?',
            [last, to],
          )
          return to
        })
        if (last === 0) dropped = false
        await yieldToEventLoop()
      }
    },
  }
}

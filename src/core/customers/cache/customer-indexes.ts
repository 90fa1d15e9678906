import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'

/**
 * The indexes of the copy. While a copy is filled for the first time they are away: each of 100,000 records would touch a page in most of them, and each
 * page is encrypted and signed anew; made in one go afterwards they take half the time. What lists meanwhile reads the records themselves.
 */
export interface CustomerIndexes {
  /** "INDEXED BY ..." while the index is there, else nothing. */
  by(index: string): string
  /** Whether they are away. */
  areAway(): boolean
  /** Takes them away, unless the copies hold more than is filled at once. */
  takeAway(): void
  /** Puts them back, piece by piece; also after a kill in between. Does nothing where they are there. */
  putBack(signal: AbortSignal): Promise<void>
}

/** The copies hold so few that the indexes are cheaper made anew than kept. */
const fewRecords = 5_000
/** Records whose texts are put into the search index in one transaction. */
const indexedAtOnce = 5_000
/** What is to be put back, on the disk as long as it is away. */
const setting = 'customers.indexes-away'
const Statements = z.array(z.string())

export function createCustomerIndexes(database: Database): CustomerIndexes {
  const kept = (): string[] | null => {
    const found = database.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [setting])
    return found ? Statements.parse(JSON.parse(found.value)) : null
  }
  let away = kept() !== null

  return {
    by: (index) => (away ? '' : `INDEXED BY ${index}`),
    areAway: () => away,

    takeAway() {
      if (away) return
      const { rows } = database.get<{ rows: number }>('SELECT count(*) AS rows FROM customer') ?? { rows: 0 }
      if (rows > fewRecords) return
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
      away = true
    },

    async putBack(signal) {
      const statements = kept()
      if (!statements) return
      for (const statement of statements) {
        if (signal.aborted) return
        database.run(statement)
        await yieldToEventLoop()
      }
      let last = 0
      while (away) {
        if (signal.aborted) return
        last = database.transaction(() => {
          const to = database.get<{ number: number | null }>(
            'SELECT max(number) AS number FROM (SELECT number FROM customer WHERE number > ? ORDER BY number LIMIT ?)',
            [last, indexedAtOnce],
          )?.number
          if (to === null || to === undefined) {
            database.run('DELETE FROM setting WHERE name = ?', [setting])
            return 0
          }
          // A record that changed meanwhile is in it already.
          database.run(
            'INSERT OR REPLACE INTO customer_search (rowid, search) SELECT number, search FROM customer WHERE number > ? AND number <= ?',
            [last, to],
          )
          return to
        })
        if (last === 0) away = false
        await yieldToEventLoop()
      }
    },
  }
}

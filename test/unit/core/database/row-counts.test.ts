import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { createRowCounts } from '../../../../src/core/database/row-counts.ts'
import { runs } from '../../../runs.ts'

const names = ['a', 'b', 'c', 'd'] as const
const values = ['x', 'y'] as const
const name = fc.constantFrom(...names)
const value = fc.constantFrom(...values)

/** Settings by their value. */
function countSettings(database: Database) {
  const count = (): (readonly [string, number])[] =>
    database
      .all<{ value: string; rows: number }>('SELECT value, count(*) AS rows FROM setting GROUP BY value')
      .map((row) => [row.value, row.rows])
  const rows = createRowCounts(database, {
    table: 'setting',
    columns: ['value'],
    keysOf: ([key]) => [String(key)],
    count,
  })
  return { count: () => new Map(count()), rows }
}

const put = (database: Database, of: string, to: string) =>
  database.run('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', [
    of,
    to,
  ])

it('counts the rows of a table as it is, after any changes and after transactions that were undone', () => {
  const change = fc.oneof(
    fc.record({ do: fc.constant('put' as const), name, value }),
    fc.record({ do: fc.constant('remove' as const), name, value }),
    fc.record({ do: fc.constant('move' as const), name, value }),
  )
  const apply = (database: Database, each: { do: 'put' | 'remove' | 'move'; name: string; value: string }): void => {
    if (each.do === 'put') put(database, each.name, each.value)
    else if (each.do === 'remove') database.run('DELETE FROM setting WHERE name = ?', [each.name])
    else database.run('UPDATE setting SET value = ?', [each.value])
  }
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  const { count, rows } = countSettings(database)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(change, { maxLength: 4 }), fc.boolean()), { maxLength: 8 }), (groups) => {
      for (const [changes, isUndone] of groups) {
        try {
          database.transaction(() => {
            for (const each of changes) apply(database, each)
            if (isUndone) throw new Error('undone')
          })
        } catch (error) {
          if (!(error instanceof Error && error.message === 'undone')) throw error
        }
        const expected = count()
        for (const key of values) expect(rows(key)).toBe(expected.get(key) ?? 0)
      }
    }),
    { numRuns: runs(60) },
  )
  database.close()
})

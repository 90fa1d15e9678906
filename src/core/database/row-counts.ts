import type { Database, SqlValue } from './database.ts'

export interface CountedRows {
  readonly table: string
  readonly columns: readonly string[]
  /** What a row with these columns counts to. */
  keysOf(values: readonly SqlValue[]): readonly string[]
  /** Counts all rows. */
  count(): Iterable<readonly [key: string, rows: number]>
}

/**
 * Counts the rows of a table once, and then changes the counts with each row: counting 100,000 rows takes as long as other calls may wait
 * at most, and a screen asks after each change. Create it outside transactions.
 */
export function createRowCounts(
  database: Database,
  { table, columns, keysOf, count }: CountedRows,
): (key: string) => number {
  let counts: Map<string, number> | null = null
  const add = (values: readonly SqlValue[], rows: number): void => {
    if (counts) for (const key of keysOf(values)) counts.set(key, (counts.get(key) ?? 0) + rows)
  }
  database.watch(table, columns, {
    changed: (...values) => add(values, 1),
    removed: (...values) => add(values, -1),
    undone() {
      counts = null
    },
  })
  return (key) => {
    counts ??= new Map(count())
    return counts.get(key) ?? 0
  }
}

import type { Database } from '../../database/database.ts'

const notesAtOnce = 200

/** The numbers of all call notes in ranges of a few hundred, for short transactions: after the first, up to and with the second. */
export function* noteRanges(database: Database): Generator<readonly [after: number, last: number], void, void> {
  for (let after = 0; ;) {
    const last = database.value<number>(
      `SELECT max(number) FROM (SELECT number FROM sighting_entry WHERE number > ? ORDER BY number LIMIT ${notesAtOnce})`,
      [after],
    )
    if (last === null) return
    yield [after, last]
    after = last
  }
}

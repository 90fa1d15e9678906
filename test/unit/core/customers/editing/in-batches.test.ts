import { expect, it } from 'vitest'
import { batchSize, eachBatch, inBatches } from '../../../../../src/core/customers/editing/in-batches.ts'
import type { Database } from '../../../../../src/core/database/database.ts'

/** A database that notes its transactions and when its log was moved. */
function notingDatabase() {
  const notes: string[] = []
  const database = {
    transaction: <T>(work: () => T): T => {
      notes.push('transaction')
      return work()
    },
    moveLog: () => void notes.push('log'),
  } as unknown as Database
  return { notes, database }
}
const items = Array.from({ length: batchSize * 9 + 1 }, (_, index) => index)
const fourAndTheLog = [...Array<string>(4).fill('transaction'), 'log']
const expected = [...fourAndTheLog, ...fourAndTheLog, 'transaction', 'transaction']

it('processes each item once, and moves the log before SQLite moves all of it at once', async () => {
  const { notes, database } = notingDatabase()
  const processed: number[] = []
  await inBatches(database, items, (item) => void processed.push(item))
  expect(processed).toEqual(items)
  expect(notes).toEqual(expected)
})

it('does the same for batches that are read one by one, as an undo reads them', async () => {
  const { notes, database } = notingDatabase()
  const left = [...items]
  const processed: number[] = []
  await eachBatch(
    database,
    () => left.splice(0, batchSize),
    (item) => void processed.push(item),
  )
  expect(processed).toEqual(items)
  expect(notes).toEqual(expected)
})

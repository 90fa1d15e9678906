import { expect, it } from 'vitest'
import { batchSize, eachBatch, fewestInBatch, inBatches } from '../../../../src/core/database/in-batches.ts'
import type { Database } from '../../../../src/core/database/database.ts'

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

/** Items that are read batch by batch, each of which takes `itemMs`. */
async function readInBatches(itemMs: number) {
  const { notes, database } = notingDatabase()
  const left = [...items]
  const processed: number[] = []
  const sizes: number[] = []
  await eachBatch(
    database,
    () => left.slice(0, batchSize),
    (item) => void processed.push(item),
    {
      end(batch) {
        sizes.push(batch.length)
        left.splice(0, batch.length)
      },
      now: () => processed.length * itemMs,
    },
  )
  return { notes, processed, sizes }
}

it('processes each item once, and moves the log before SQLite moves all of it at once', async () => {
  const { notes, processed } = await readInBatches(0)
  expect(processed).toEqual(items)
  expect(notes).toEqual(expected)
})

it('ends a transaction early when its items take long, and goes on with the next item', async () => {
  const quick = await readInBatches(0.25)
  expect(quick.sizes.slice(0, 2)).toEqual([16, 16])
  const slow = await readInBatches(20)
  expect(slow.sizes.slice(0, 2)).toEqual([fewestInBatch, fewestInBatch])
  expect([quick.processed, slow.processed]).toEqual([items, items])
  expect(slow.notes.slice(0, 10)).toEqual([...fourAndTheLog, ...fourAndTheLog])
})

it('processes each item of a list once, however long they take', async () => {
  const { database } = notingDatabase()
  const processed: number[] = []
  await inBatches(database, items, (item) => void processed.push(item))
  expect(processed).toEqual(items)
})

import { expect, it } from 'vitest'
import type { Customer } from '../../../../src/contract/customer-record.ts'
import { toCustomer } from '../../../../src/core/customers/cache/stored-customer.ts'
import { createAccountCheck, duplicatesPerPiece } from '../../../../src/core/uploads/account-check.ts'
import { rowsPerPiece, type CheckedJournal } from '../../../../src/core/uploads/account-corrections.ts'
import { createReferenceCollector } from './reference-collector.ts'
import type { UploadRecord } from '../../../../src/core/uploads/upload-record.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { connectionId, openMemory } from './upload-bench.ts'

const scope = { connectionId, region: 'au' } as const
const uploadId = '0123456789abcdef'
const upload = { id: uploadId, ...scope, name: 'March', batches: [] } as unknown as UploadRecord

function customerOf(id: string): Customer {
  const fields = { rego: null, state: null, vin: null, clientName: null, mobileNumber: null, saleDate: null }
  const record = { ...fields, expiryDate: null, vehicleTitle: null, sightings: [], additionalFields: {} }
  return toCustomer({ id, lastUpdated: '2026-11-20T00:00:00Z', ...record })
}

/** A list of customers: the last ones of them twice. The journal knows no result of the rows after `resolved`. */
function openCheck(rows: number, resolved: number, doubled: number) {
  const database = openMemory()
  const collector = createReferenceCollector()
  for (let row = 1; row <= rows; row += 1) collector.add(`fc-${uploadId}-${row}`, `customer-${row}`)
  for (let row = rows - doubled + 1; row <= rows; row += 1) collector.add(`fc-${uploadId}-${row}`, `again-${row}`)

  let piece = 0
  const pieces: number[] = []
  const handled = (records: number): void => void (piece += records)
  const accepted = new Set<number>()
  const marked = new Set<number>()
  const deleted = new Set<string>()
  const journal: CheckedJournal = {
    idsOf: () => ({ all: [upload.id], ended: [upload.id], removed: [] }),
    find: () => upload,
    unresolvedRows(_, after, limit) {
      const from = Math.max(after, resolved) + 1
      const found = Array.from({ length: Math.max(0, Math.min(limit, rows - from + 1)) }, (__, at) => from + at)
      handled(found.length)
      return found
    },
    correctRows(_, found) {
      for (const { row } of found) accepted.add(row)
      return found.length
    },
    markDuplicates(_, found) {
      handled(found.length)
      for (const { row } of found) marked.add(row)
    },
    duplicateOf: () => null,
    inputsOf: (_, numbers) => new Map(numbers.map((row) => [row, {}])),
    openRows: () => [],
    customerIds: () => new Set(),
  }
  const check = createAccountCheck({
    storage: { database, ended: new AbortController().signal, log: createLogTwin() },
    journal,
    customers: {
      find(_, id) {
        handled(1)
        return customerOf(id)
      },
      listed: () => [],
      deleteRecords: (_, ids) => ids.forEach((id) => deleted.add(id)),
    },
    changed: () => undefined,
    onDuplicatesDeleted: () => undefined,
    async pause() {
      pieces.push(piece)
      piece = 0
    },
  })
  const largestPiece = (): number => Math.max(0, piece, ...pieces)
  return { database, check, references: collector.references, accepted, marked, deleted, pieces, largestPiece }
}

it('goes through no row of 20,000 listed customers when all of them are known', async () => {
  const { database, check, references, pieces, largestPiece } = openCheck(20_000, 20_000, 0)
  await check.compare(scope, references)
  expect(pieces).toEqual([])
  expect(largestPiece()).toBe(0)
  database.close()
})

it('corrects 12,000 rows and plans 1,000 duplicates of 20,000 listed customers in short pieces', async () => {
  const { database, check, references, accepted, marked, deleted, pieces, largestPiece } = openCheck(
    20_000,
    8_000,
    1_000,
  )
  await check.compare(scope, references)
  expect(accepted.size).toBe(12_000)
  expect(check.duplicates(uploadId)).toBe(1_000)
  await check.resolve(upload, 'delete')
  expect(deleted.size).toBe(1_000)
  expect(marked.size).toBe(1_000)
  expect(largestPiece()).toBeLessThanOrEqual(2 * Math.max(rowsPerPiece, duplicatesPerPiece))
  expect(pieces.length).toBeGreaterThanOrEqual(12_000 / rowsPerPiece + 1_000 / duplicatesPerPiece)
  database.close()
})

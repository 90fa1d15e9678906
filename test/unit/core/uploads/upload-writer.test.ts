import { expect, it, onTestFinished } from 'vitest'
import type { RegoVins } from '../../../../src/core/known-vins/rego-vins.ts'
import { createJournal } from '../../../../src/core/uploads/journal.ts'
import { createUploadWriter, packLists } from '../../../../src/core/uploads/upload-writer.ts'
import { draftOf, makeBench } from './upload-bench.ts'

/** Values of SQLite's `synchronous`. */
const [normal, full] = [1, 2]

it('waits for the disk when an upload becomes visible, not for each part of it', async () => {
  const { rows, ...rest } = draftOf(20)
  const { storage, database, clock, close } = makeBench(draftOf(0), { firstBatchSize: 1 })
  onTestFinished(close)
  const howItWaits = (): number => database.get<{ synchronous: number }>('PRAGMA synchronous')!.synchronous
  const parts: number[] = []
  const regoVins: RegoVins = {
    find: () => [],
    saveLookedUp: () => undefined,
    // Called in the transaction of each part that has VINs.
    saveSent: () => void parts.push(howItWaits()),
  }
  const vin = 'MR053REH105123456'
  const withVins = rows.map(({ input, ...row }) => ({
    ...row,
    input: { ...input, vin },
    knownVin: { vin, source: 'look-up' as const, at: '2026-11-20T00:00:00.000Z' },
  }))
  const writer = createUploadWriter(storage, createJournal(database, clock), regoVins)
  const draft = packLists({ ...rest, rows: withVins }, writer.formFor('upload-1', true))

  const whenVisible: number[] = []
  const options = { name: 'March', lookUpMissingVins: false, listCheckedAt: null, listAgeConfirmed: false }
  await writer.write(draft, { ...options, userName: null, personId: null }, () => whenVisible.push(howItWaits()))

  expect(parts).toHaveLength(3)
  expect(new Set(parts)).toEqual(new Set([normal]))
  expect(whenVisible).toEqual([full])
  expect(howItWaits()).toBe(full)
})

import { expect, it } from 'vitest'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import type { RegoVins } from '../../../../src/core/known-vins/rego-vins.ts'
import type { OpenStorage } from '../../../../src/core/open-storage.ts'
import { createJournal } from '../../../../src/core/uploads/journal.ts'
import { createUploadWriter, packLists } from '../../../../src/core/uploads/upload-writer.ts'
import { oneSource } from '../../../twins/one-source.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { connectionId, draftOf, openMemory } from './upload-bench.ts'

/** Values of SQLite's `synchronous`. */
const [normal, full] = [1, 2]

it('waits for the disk when an upload becomes visible, not for each part of it', async () => {
  const database = openMemory()
  const clock = createClockTwin()
  const active = { id: connectionId, region: 'au' as const, advanced: { ...defaultAdvanced, firstBatchSize: 1 } }
  const storage: OpenStorage = {
    database,
    clock,
    log: createLogTwin(),
    announcer: createAnnouncer(),
    connections: {
      active: () => active,
      ...oneSource(() => active),
      find: () => active,
      client: () => Promise.reject(new Error('Nothing is sent')),
    },
    dateFormat: () => 'region',
    ended: new AbortController().signal,
  }
  const howItWaits = (): number => database.get<{ synchronous: number }>('PRAGMA synchronous')!.synchronous
  const parts: number[] = []
  const regoVins: RegoVins = {
    find: () => [],
    saveLookedUp: () => undefined,
    // Called in the transaction of each part that has VINs.
    saveSent: () => void parts.push(howItWaits()),
    forgetConnection: () => undefined,
  }
  const { rows, ...rest } = draftOf(20)
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

  expect(parts).toHaveLength(20)
  expect(new Set(parts)).toEqual(new Set([normal]))
  expect(whenVisible).toEqual([full])
  expect(howItWaits()).toBe(full)
})

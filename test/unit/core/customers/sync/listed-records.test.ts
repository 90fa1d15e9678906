import { expect, it } from 'vitest'
import type { LoadedList } from '../../../../../src/core/customers/list/customer-lists.ts'
import { createListedRecords } from '../../../../../src/core/customers/sync/listed-records.ts'
import { connectionId } from '../../uploads/upload-bench.ts'
import { makeCustomersBench } from '../customers-bench.ts'
import { createListOfRecords } from '../packed/plain-list.ts'

it('ends a check for changes before the database closes', async () => {
  const desk = makeCustomersBench()
  const closing = new AbortController()
  const loading = Promise.withResolvers<LoadedList>()
  let isOpen = true
  const read = <T>(value: T): T => {
    if (!isOpen) throw new Error('The database is closed')
    return value
  }
  const listed = createListedRecords(desk.bench.storage, {
    cache: { countUnreadable: () => read(0), lastSync: () => read(null) },
    lists: {
      ready: () => loading.promise,
      loaded: () => null,
      firstRows: () => null,
      hasUnstored: () => false,
      close: () => Promise.reject(new Error('A check ends nothing')),
      store: () => Promise.reject(new Error('A check stores nothing')),
      releaseMemory: () => Promise.reject(new Error('A check is no rest')),
      now: () => {
        throw new Error('Nothing asks for the list at once')
      },
    },
    deletions: { isDeleted: () => read(false) },
    results: { saveRecords: () => read({ changed: 0, sighted: false, taken: 0 }) },
    savedDuringSync: new Set(),
    sync: { request: () => read(undefined) },
    ended: closing.signal,
  })
  const check = listed.syncIfChanged({ connectionId, region: 'au' })
  closing.abort()
  const closed = listed.close().then(() => (isOpen = false))
  loading.resolve({ list: createListOfRecords().list, sighted: new Map(), rows: new Map() })
  await closed
  await expect(check).resolves.toBeUndefined()
  await desk.close()
})

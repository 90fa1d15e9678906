import { expect, it } from 'vitest'
import { createListedCustomers, type ListedCustomers } from '../../../../../src/core/customers/list/listed-customers.ts'
import { createListedRecords } from '../../../../../src/core/customers/sync/service-exchange.ts'
import { connectionId } from '../../uploads/upload-bench.ts'
import { makeCustomersBench } from '../customers-bench.ts'

it('ends a check for changes before the database closes', async () => {
  const desk = makeCustomersBench()
  const closing = new AbortController()
  const loading = Promise.withResolvers<ListedCustomers>()
  let isOpen = true
  const read = <T>(value: T): T => {
    if (!isOpen) throw new Error('The database is closed')
    return value
  }
  const listed = createListedRecords(desk.bench.storage, {
    cache: { countUnreadable: () => read(0), lastSync: () => read(null) },
    lists: { ready: () => loading.promise },
    deletions: { isDeleted: () => read(false) },
    results: { saveRecords: () => read(0) },
    savedDuringSync: new Set(),
    sync: { request: () => read(undefined) },
    ended: closing.signal,
  })
  const check = listed.syncIfChanged({ connectionId, region: 'au' })
  closing.abort()
  const closed = listed.close().then(() => (isOpen = false))
  loading.resolve(createListedCustomers('au'))
  await closed
  await expect(check).resolves.toBeUndefined()
  await desk.close()
})

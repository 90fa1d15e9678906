import { afterEach, beforeEach } from 'vitest'
import type { Customer, EditableField } from '../../../../src/contract/customer-record.ts'
import { makeCustomersBench, remote, signal, type CustomersBench } from './customers-bench.ts'

export const lastUpdated = '2026-11-01T00:00:00.000Z'

/** Before each test: the customers Anna, Ben and Cy, synced. The functions work on Anna unless told otherwise. */
export function useEditBench() {
  let desk: CustomersBench
  beforeEach(async () => {
    desk = makeCustomersBench()
    desk.service.put(remote('anna', { clientName: 'Anna', mobileNumber: '0491570156', expiryDate: '2028-02-29' }))
    desk.service.put(remote('ben', { clientName: 'Ben', expiryDate: '2027-01-31' }))
    desk.service.put(remote('cy', { clientName: 'Cy' }))
    desk.customers().start()
    await desk.synced()
  })
  afterEach(() => desk.close())

  return {
    get desk() {
      return desk
    },
    edit: (field: EditableField, value: string, at = lastUpdated, id = 'anna'): Promise<Customer> =>
      desk.customers().edit({ id, field, value, lastUpdated: at }, signal),
    /** The record at the service. */
    there: (id = 'anna') => desk.service.customers().find((each) => each.id === id),
    /** The record in the list. */
    here: (id = 'anna') => desk.get(id),
    patches: () => desk.service.calls.filter((call) => call === 'patchCustomer').length,
    edits: async () => (await desk.customers().edits({}, signal)).edits,
    status: () => desk.customers().status({}, signal),
    offline() {
      desk.service.faults = () => ({ kind: 'offline' })
    },
    online() {
      desk.service.faults = () => ({ kind: 'none' })
    },
  }
}

import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDoNotContact } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { makeCustomersBench, scope, remote, signal, type CustomersBench } from '../customers-bench.ts'
import { runs } from '../../../../runs.ts'

const at = '2026-11-01T00:00:00.000Z'
let desk: CustomersBench
beforeEach(() => {
  desk = makeCustomersBench()
})
afterEach(() => desk.close())

it.each([
  ['0491 570 156'],
  ['+61491570156'],
  ['+61 (0)491 570 156'],
  ['0061 491 570 156'],
  ['0011 61 491 570 156'],
  // As Excel leaves it.
  ['491570156'],
])('applies to a customer whose number is written %s', async (mobileNumber) => {
  const { doNotContact } = desk.customers()
  doNotContact.add(scope, { id: 'anna', mobileNumber: '0491570156' }, at)
  expect(doNotContact.has(scope, { id: 'ben', mobileNumber })).toBe(true)
  expect(doNotContact.has(scope, { id: 'ben', mobileNumber: '0491570157' })).toBe(false)
  doNotContact.remove(scope, [{ id: 'ben', mobileNumber }])
  expect(doNotContact.has(scope, { id: 'cy', mobileNumber: '0491570156' })).toBe(false)
})

it('applies to a pending mobile number', async () => {
  desk.service.put(remote('anna', { clientName: 'Anna', mobileNumber: '0491570110' }))
  desk.customers().start()
  await desk.synced()
  desk.customers().doNotContact.add(scope, { id: 'ben', mobileNumber: '0491570156' }, at)
  desk.service.faults = () => ({ kind: 'offline' })
  const { lastUpdated } = await desk.get('anna')
  const edited = await desk
    .customers()
    .edit({ id: 'anna', field: 'mobileNumber', value: '0491 570 156', lastUpdated }, signal)
  expect(edited.doNotContact).toBe(true)
  const withNumber = desk.customers().find(scope, 'anna')
  if (!withNumber) throw new Error('The customer is not in the cache')
  desk.customers().doNotContact.remove(scope, [withNumber])
  expect((await desk.get('anna')).doNotContact).toBe(false)
  desk.customers().doNotContact.add(scope, withNumber, at)
  expect(desk.customers().doNotContact.has(scope, { id: 'cy', mobileNumber: '+61491570156' })).toBe(true)
})

it('marks many customers as one after the other would be marked', () => {
  const mobiles = [null, '', '0491570156', '+61491570156', '0491 570 157', '491570157', '0491570158']
  const customer = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    mobileNumber: fc.constantFrom(...mobiles),
  })
  fc.assert(
    fc.property(fc.array(customer, { maxLength: 4 }), fc.array(customer, { maxLength: 12 }), (marked, added) => {
      const [together, alone] = [openMemory(), openMemory()]
      try {
        const lists = [together, alone].map(createDoNotContact)
        for (const list of lists) for (const each of marked) list.add(scope, each, at)
        const [all, one] = lists
        const expected = added.filter((each) => {
          const isNew = one?.has(scope, each) === false
          if (isNew) one.add(scope, each, at)
          return isNew
        })
        expect([...(all?.addAll(scope, added, at) ?? [])]).toEqual(expected)
        expect(all?.people(scope)).toEqual(one?.people(scope))
        all?.remove(scope, added)
        for (const each of added) one?.remove(scope, [each])
        expect(all?.people(scope)).toEqual(one?.people(scope))
      } finally {
        for (const database of [together, alone]) database.close()
      }
    }),
    { numRuns: runs(40) },
  )
})

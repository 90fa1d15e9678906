import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCustomersBench, type CustomersBench, remote, scope } from '../customers-bench.ts'
import { runs } from '../../../../runs.ts'

let desk: CustomersBench
beforeEach(() => {
  desk = makeCustomersBench()
})
afterEach(() => desk.close())

const mobiles = [
  null,
  '',
  'none',
  '0491570156',
  '+61 491 570 156',
  '0061491570156',
  '491570157',
  '0491570157',
  // Equal as numbers only.
  '61491570156491570156',
  '61491570156491570157',
  '12345',
  '0012345',
]

it('finds the records of several persons as of one after the other', async () => {
  const count = 60
  for (let each = 0; each < count; each += 1) {
    const mobileNumber = mobiles[(each * 7) % mobiles.length] ?? null
    desk.service.put(remote(`c${each}`, { mobileNumber, additionalFields: { Note: '0491570156' } }))
  }
  desk.customers().start()
  await desk.synced()
  const customers = desk.customers()
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(count - 1), { maxLength: 12 }), async (chosen) => {
      const given = chosen.flatMap((each) => customers.find(scope, `c${each}`) ?? [])
      const expected = new Map(
        given.flatMap((each) => customers.recordsOfPerson(scope, each)).map((each) => [each.id, each]),
      )
      const found = await customers.recordsOfPersons(scope, given)
      expect(found.slice(0, given.length)).toEqual(given)
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
      expect(found.toSorted(byId)).toEqual([...expected.values()].toSorted(byId))
    }),
    { numRuns: runs(40) },
  )
})

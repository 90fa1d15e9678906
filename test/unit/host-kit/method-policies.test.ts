import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allMethods } from '../../../src/contract/methods.ts'
import { maxBulkCars } from '../../../src/contract/sightings.ts'
import { maxInputBytesOf, methodPolicies, servedMethods } from '../../../src/host-kit/method-policies.ts'

const methods = await allMethods()

describe('method policies', () => {
  it('exist for every method of the contract, and for no other name', () => {
    expect(Object.keys(methodPolicies).toSorted()).toEqual([...methods.keys()].toSorted())
    expect([...servedMethods].toSorted()).toEqual([...methods.keys()].toSorted())
  })

  it('limit the rate of every method that handles a secret or opens something on this PC', () => {
    const unlimited = Object.entries(methodPolicies).filter(
      ([, { effect, maxCallsPerMinute }]) => (effect === 'secret' || effect === 'system') && maxCallsPerMinute === null,
    )
    expect(unlimited).toEqual([])
  })

  it('treat every method whose input names a password or credentials as secret', () => {
    const withSecrets = [...methods].filter(([, { input }]) =>
      /"(password|apiKey|clientSecret)"/.test(JSON.stringify(z.toJSONSchema(input as z.ZodType, { io: 'input' }))),
    )
    expect(withSecrets.length).toBeGreaterThan(0)
    for (const [name] of withSecrets) expect([name, methodPolicies[name].effect]).toEqual([name, 'secret'])
  })

  it('give an unknown method the smallest input limit', () => {
    const smallest = Math.min(...Object.values(methodPolicies).map(({ maxInputBytes }) => maxInputBytes))
    expect(maxInputBytesOf('constructor')).toBe(smallest)
    expect(maxInputBytesOf('no.such')).toBe(smallest)
  })

  it.each(['customers.editMany', 'customers.delete'] as const)(
    'let one call of %s name every customer of a large list, which makes it one step of undo',
    (name) => {
      const ids = Array.from({ length: 200_000 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)
      const input = { selection: { by: 'ids', ids }, change: { do: 'set', field: 'saleDate', value: '' } }
      expect(JSON.stringify(input).length).toBeLessThan(maxInputBytesOf(name))
      expect(methods.get(name)?.input.safeParse(input).success).toBe(true)
    },
  )

  it('let one call assign every car that can be selected, with its name and connection', () => {
    const source = { connectionId: '00000000-0000-4000-8000-000000000000', region: 'au' }
    const to = { id: source.connectionId, name: 'Bartholomew Featherstonehaugh' }
    const cars = Array.from({ length: maxBulkCars }, () => ({ customerId: source.connectionId, source, to }))
    expect(JSON.stringify({ cars }).length).toBeLessThan(maxInputBytesOf('sightings.assign'))
  })
})
